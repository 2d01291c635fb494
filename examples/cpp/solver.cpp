// A solver of the two-tone puzzle in plain C++17, for boards of up to 32 cells:
//
//     g++ -O2 -std=c++17 -o /tmp/solver examples/cpp/solver.cpp
//     exhaust compare bfs exec:/tmp/solver
//
// It reads a request a line from standard input and prints a reply a line
// (docs/PROTOCOL.md). The search is a 0-1 breadth-first search: a move costs 1 and goes to the
// back of the queue, a handover costs 0 and goes to the front.
#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <iostream>
#include <map>
#include <string>
#include <tuple>

struct Board {
    int rows, cols;
    uint32_t rainbow = 0; // a bit a cell
    bool handover;
};

struct State {
    std::array<int, 2> piece; // the cells of black and white
    uint32_t white = 0;       // the ordinary cells that are white
    uint32_t stars = 0;
    int turn;                 // 0 black, 1 white
    bool operator<(const State &o) const {
        return std::tie(piece, white, stars, turn) < std::tie(o.piece, o.white, o.stars, o.turn);
    }
};

// value returns what follows "key": in a line, up to the end of the line.
static std::string value(const std::string &line, const std::string &key) {
    size_t at = line.find("\"" + key + "\":");
    return at == std::string::npos ? "0" : line.substr(at + key.size() + 3);
}

static int number(const std::string &line, const std::string &key) { return std::stoi(value(line, key)); }

// is reports whether the text of a key is this one.
static bool is(const std::string &line, const std::string &key, const std::string &text) {
    return value(line, key).rfind("\"" + text + "\"", 0) == 0;
}

static std::pair<Board, State> parse(const std::string &line) {
    Board b{number(line, "rows"), number(line, "cols"), 0, is(line, "rule", "handover")};
    State s{{number(line, "black"), number(line, "white")}, 0, 0, is(line, "turn", "white") ? 1 : 0};
    std::string cells = value(line, "cells").substr(1);
    for (int i = 0; i < b.rows * b.cols; i++) {
        if (cells[i] == 'R') b.rainbow |= 1u << i;
        if (cells[i] == 'W') s.white |= 1u << i;
    }
    std::string stars = value(line, "stars");
    for (size_t i = 1; stars[i] != ']'; i += stars[i] == ',') {
        size_t digits;
        s.stars |= 1u << std::stoi(stars.substr(i), &digits);
        i += digits;
    }
    return {b, s};
}

// enter moves the mover's piece by a step, if that is legal.
static bool enter(const Board &b, State &s, char step) {
    int row = s.piece[s.turn] / b.cols, col = s.piece[s.turn] % b.cols;
    row += (step == 'D') - (step == 'U');
    col += (step == 'R') - (step == 'L');
    if (row < 0 || row >= b.rows || col < 0 || col >= b.cols) return false;
    int to = row * b.cols + col;
    uint32_t bit = 1u << to;
    bool rainbow = b.rainbow & bit, white = s.white & bit;
    if (to == s.piece[1 - s.turn] || (!rainbow && white == (s.turn == 1))) return false;
    s.piece[s.turn] = to;
    if (!rainbow) s.white = s.turn == 1 ? s.white | bit : s.white & ~bit;
    if (s.stars & bit) {
        s.stars &= ~bit;
        s.turn = 1 - s.turn;
    }
    return true;
}

struct Way { // the best way known to a state
    int moves;
    State from;
    char step; // 0 at the start
};

static std::string solution(const std::map<State, Way> &ways, State s) {
    std::string steps;
    for (Way w = ways.at(s); w.step; w = ways.at(w.from)) steps += w.step;
    std::reverse(steps.begin(), steps.end());
    return steps;
}

static std::string solve(const Board &b, const State &start) {
    std::map<State, Way> ways{{start, {0, start, 0}}};
    std::deque<std::pair<int, State>> queue{{0, start}};
    auto reach = [&](const State &from, const State &to, int moves, char step) {
        auto [it, fresh] = ways.insert({to, {moves, from, step}});
        if (!fresh && it->second.moves <= moves) return;
        it->second = {moves, from, step};
        if (step == '-') queue.push_front({moves, to});
        else queue.push_back({moves, to});
    };
    while (!queue.empty()) {
        auto [moves, s] = queue.front();
        queue.pop_front();
        if (moves > ways.at(s).moves) continue; // it was reached by fewer since
        if (s.stars == 0)
            return "\"length\":" + std::to_string(moves) + ",\"solution\":\"" + solution(ways, s) + "\"";
        bool stuck = true;
        for (char step : {'U', 'D', 'L', 'R'}) {
            State to = s;
            if (!enter(b, to, step)) continue;
            stuck = false;
            reach(s, to, moves + 1, step);
        }
        State over = s;
        over.turn = 1 - s.turn;
        if (stuck && b.handover) reach(s, over, moves, '-');
    }
    return "\"unsolvable\":true";
}

int main() {
    std::ios::sync_with_stdio(false);
    for (std::string line; std::getline(std::cin, line);) {
        std::string reply = "\"limit\":true"; // a larger board
        if (number(line, "rows") * number(line, "cols") <= 32) {
            auto [board, state] = parse(line);
            reply = solve(board, state);
        }
        std::cout << "{\"id\":" << value(line, "id").substr(0, value(line, "id").find(',')) << "," << reply << "}\n";
        if (std::cin.rdbuf()->in_avail() <= 0) std::cout.flush(); // nobody waits while more requests are there
    }
}
