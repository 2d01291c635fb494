// What the C++ programs of this folder share: reading a case ID, and printing
// a run as one JSON object. The searches share nothing.
#pragma once

#include <sys/resource.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

[[noreturn]] inline void fail(const std::string& why) {
    std::fprintf(stderr, "%s\n", why.c_str());
    std::exit(2);
}

inline int number(const std::string& text, int low, int high) {
    char* end = nullptr;
    const long value = std::strtol(text.c_str(), &end, 10);
    if (text.empty() || *end != 0 || value < low || value > high) fail("bad number: " + text);
    return static_cast<int>(value);
}

inline std::vector<std::string> split(const std::string& text, char at) {
    std::vector<std::string> parts{""};
    for (char c : text) {
        if (c == at) {
            parts.emplace_back();
        } else {
            parts.back() += c;
        }
    }
    return parts;
}

enum { Black = 0, White = 1 };

// A two-tone board as its case ID, ROWSxCOLS:CELLS:BLACK:WHITE:STARS:RULE[:TURN],
// says it: cells are numbered row by row, TURN is black unless it says white.
struct Board {
    int rows = 0, cols = 0;
    std::string cells;        // one of B, W, R each
    int piece[2] = {0, 0};    // where the black and the white piece stand
    std::vector<int> stars;   // the cells with a star
    bool handover = false;    // the rule
    int turn = Black;

    int size() const { return rows * cols; }

    // step returns the cell in direction d (0 to 3) of a cell, or -1.
    int step(int cell, int d) const {
        static const int dr[4] = {-1, 0, 0, 1}, dc[4] = {0, -1, 1, 0};
        const int r = cell / cols + dr[d], c = cell % cols + dc[d];
        return r < 0 || r >= rows || c < 0 || c >= cols ? -1 : r * cols + c;
    }
};

inline void dimensions(const std::string& text, int& rows, int& cols) {
    const auto parts = split(text, 'x');
    if (parts.size() != 2) fail("bad size: " + text);
    rows = number(parts[0], 1, 128);
    cols = number(parts[1], 1, 128);
}

inline Board parse_board(const std::string& id) {
    const auto field = split(id, ':');
    if (field.size() != 6 && field.size() != 7) fail("bad case ID: " + id);
    Board b;
    dimensions(field[0], b.rows, b.cols);
    b.cells = field[1];
    const int n = b.size();
    if (static_cast<int>(b.cells.size()) != n || n < 2 ||
        b.cells.find_first_not_of("BWR") != std::string::npos) {
        fail("bad cells: " + field[1]);
    }
    b.piece[Black] = number(field[2], 0, n - 1);
    b.piece[White] = number(field[3], 0, n - 1);
    if (b.piece[Black] == b.piece[White]) fail("both pieces on one cell: " + id);
    if (!field[4].empty() && field[4] != "-") {
        for (const auto& s : split(field[4], ',')) b.stars.push_back(number(s, 0, n - 1));
    }
    if (field[5] != "strict" && field[5] != "handover") fail("bad rule: " + field[5]);
    b.handover = field[5] == "handover";
    if (field.size() == 7) {
        if (field[6] != "black" && field[6] != "white") fail("bad turn: " + field[6]);
        b.turn = field[6] == "white" ? White : Black;
    }
    return b;
}

// The position from which knights:5x5 is explored, row by row.
inline const char* const knights_start = "111110111100*110000100000";

// What a search counted.
struct Counts {
    uint64_t states = 0;     // distinct, won states and dead ends included
    uint64_t edges = 0;      // successors generated
    uint64_t won = 0;        // counted, not expanded
    uint64_t dead_ends = 0;  // neither won nor with a successor
    std::vector<uint64_t> levels;
};

inline uint64_t peak_rss_bytes() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.rfind("VmHWM:", 0) == 0) return std::strtoull(line.c_str() + 6, nullptr, 10) * 1024;
    }
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<uint64_t>(usage.ru_maxrss) * 1024;
}

inline void print(const std::string& id, const Counts& c, double seconds, int workers) {
    std::printf("{\"case\":\"%s\",\"states\":%llu,\"depth\":%zu,\"edges\":%llu,\"won\":%llu,\"dead_ends\":%llu,",
                id.c_str(), static_cast<unsigned long long>(c.states), c.levels.size() - 1,
                static_cast<unsigned long long>(c.edges), static_cast<unsigned long long>(c.won),
                static_cast<unsigned long long>(c.dead_ends));
    std::printf("\"levels\":[");
    for (size_t i = 0; i < c.levels.size(); i++) {
        std::printf("%s%llu", i ? "," : "", static_cast<unsigned long long>(c.levels[i]));
    }
    std::printf("],\"elapsed_seconds\":%.6f,\"states_per_second\":%.0f,\"peak_rss_bytes\":%llu,\"workers\":%d}\n",
                seconds, static_cast<double>(c.states) / seconds,
                static_cast<unsigned long long>(peak_rss_bytes()), workers);
}
