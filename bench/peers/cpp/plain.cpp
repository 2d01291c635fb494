// The plain search: one thread, a std::unordered_set of states, a std::vector
// for each level. It is what a competent person writes in an hour.
//
//   g++ -std=c++20 -O3 -o plain plain.cpp
//   ./plain 2x2:BWRB:0:3:1,2:strict
#include <chrono>
#include <unordered_set>

#include "case.hpp"

#pragma GCC diagnostic ignored "-Wpedantic"
using Wide = unsigned __int128;

struct Hash {
    static uint64_t mix(uint64_t x) {
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
        x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
        return x ^ (x >> 31);
    }
    size_t operator()(uint64_t key) const noexcept { return mix(key); }
    size_t operator()(Wide key) const noexcept {
        return mix(static_cast<uint64_t>(key) ^ mix(static_cast<uint64_t>(key >> 64)));
    }
};

static int bits_for(int values) {
    int bits = 0;
    while ((1 << bits) < values) bits++;
    return bits;
}

// TwoTone packs a state as: both positions, the mover, the stars left, the
// colours of the ordinary cells.
template <class Key>
class TwoTone {
public:
    explicit TwoTone(const Board& board) : board_(board), position_(bits_for(board.size())) {
        const int n = board.size();
        star_.assign(n, -1);
        for (int cell : board.stars) star_[cell] = stars_++;
        colour_.assign(n, -1);
        for (int cell = 0; cell < n; cell++) {
            if (board.cells[cell] != 'R') colour_[cell] = ordinary_++;
        }
        if (bits(board) > static_cast<int>(8 * sizeof(Key))) fail("the state is too wide");
    }

    // bits is the width of a state.
    static int bits(const Board& board) {
        int ordinary = 0;
        for (char c : board.cells) ordinary += c != 'R';
        return 2 * bits_for(board.size()) + 1 + static_cast<int>(board.stars.size()) + ordinary;
    }

    Key initial() const {
        State s{{board_.piece[0], board_.piece[1]}, board_.turn, (Key{1} << stars_) - 1, 0};
        for (int cell = 0; cell < board_.size(); cell++) {
            if (board_.cells[cell] == 'W') s.colours |= Key{1} << colour_[cell];
        }
        hand_over(s);
        return pack(s);
    }

    bool won(Key key) const { return unpack(key).stars == 0; }

    template <class Visit>
    void successors(Key key, Visit visit) const {
        const State s = unpack(key);
        for (int d = 0; d < 4; d++) {
            const int to = target(s, d);
            if (to < 0) continue;
            State t = s;
            t.piece[t.mover] = to;
            if (colour_[to] >= 0) t.colours ^= Key{1} << colour_[to];
            if (star_[to] >= 0 && (t.stars >> star_[to] & 1)) {
                t.stars ^= Key{1} << star_[to];
                t.mover = 1 - t.mover;
            }
            hand_over(t);
            visit(pack(t));
        }
    }

private:
    struct State {
        int piece[2];
        int mover;
        Key stars;
        Key colours;  // a bit for each ordinary cell, set when it is white
    };

    // target returns where the mover gets in direction d, or -1.
    int target(const State& s, int d) const {
        const int to = board_.step(s.piece[s.mover], d);
        if (to < 0 || to == s.piece[1 - s.mover]) return -1;
        if (colour_[to] >= 0 && static_cast<int>(s.colours >> colour_[to] & 1) == s.mover) return -1;
        return to;
    }

    bool stuck(const State& s) const {
        for (int d = 0; d < 4; d++) {
            if (target(s, d) >= 0) return false;
        }
        return true;
    }

    // hand_over folds the free handover into s.
    void hand_over(State& s) const {
        if (!board_.handover || s.stars == 0 || !stuck(s)) return;
        s.mover = 1 - s.mover;
        if (stuck(s)) s.mover = 1 - s.mover;
    }

    Key pack(const State& s) const {
        Key key = s.colours;
        key = key << stars_ | s.stars;
        key = key << 1 | static_cast<Key>(s.mover);
        key = key << position_ | static_cast<Key>(s.piece[0]);
        return key << position_ | static_cast<Key>(s.piece[1]);
    }

    State unpack(Key key) const {
        const Key position = (Key{1} << position_) - 1;
        State s;
        s.piece[1] = static_cast<int>(key & position);
        key >>= position_;
        s.piece[0] = static_cast<int>(key & position);
        key >>= position_;
        s.mover = static_cast<int>(key & 1);
        key >>= 1;
        s.stars = key & ((Key{1} << stars_) - 1);
        s.colours = key >> stars_;
        return s;
    }

    Board board_;
    int position_;
    int stars_ = 0, ordinary_ = 0;
    std::vector<int> star_, colour_;  // the bit of a cell, or -1
};

// Tiles packs four bits a cell; 0 is the blank.
class Tiles {
public:
    Tiles(int rows, int cols) : rows_(rows), cols_(cols) {
        if (rows * cols > 16 || rows * cols < 2) fail("tiles: 2 to 16 cells");
    }

    uint64_t initial() const {
        uint64_t key = 0;
        for (int i = 0; i + 1 < rows_ * cols_; i++) key |= static_cast<uint64_t>(i + 1) << (4 * i);
        return key;
    }

    bool won(uint64_t) const { return false; }

    template <class Visit>
    void successors(uint64_t key, Visit visit) const {
        int blank = 0;
        while (key >> (4 * blank) & 15) blank++;
        const int r = blank / cols_, c = blank % cols_;
        auto slide = [&](int from) {
            const uint64_t tile = key >> (4 * from) & 15;
            visit(key ^ tile << (4 * from) ^ tile << (4 * blank));
        };
        if (r > 0) slide(blank - cols_);
        if (c > 0) slide(blank - 1);
        if (c + 1 < cols_) slide(blank + 1);
        if (r + 1 < rows_) slide(blank + cols_);
    }

private:
    int rows_, cols_;
};

// Knights packs a bit a cell for its colour, and the cell of the hole.
class Knights {
public:
    Knights() {
        for (int from = 0; from < 25; from++) {
            for (int to = 0; to < 25; to++) {
                const int dr = std::abs(from / 5 - to / 5), dc = std::abs(from % 5 - to % 5);
                if (dr * dc == 2) jumps_[from].push_back(to);
            }
        }
    }

    uint64_t initial() const {
        uint64_t key = 0;
        for (int i = 0; i < 25; i++) {
            if (knights_start[i] == '1') key |= 1ULL << i;
            if (knights_start[i] == '*') key |= static_cast<uint64_t>(i) << 25;
        }
        return key;
    }

    bool won(uint64_t) const { return false; }

    template <class Visit>
    void successors(uint64_t key, Visit visit) const {
        const int hole = static_cast<int>(key >> 25);
        const uint64_t colours = key & 0x1ffffff;
        for (int from : jumps_[hole]) {
            const uint64_t knight = colours >> from & 1;
            visit((colours ^ knight << from ^ knight << hole) | static_cast<uint64_t>(from) << 25);
        }
    }

private:
    std::vector<int> jumps_[25];
};

template <class Key, class Model>
static void search(const std::string& id, const Model& model) {
    const auto start = std::chrono::steady_clock::now();
    Counts counts;
    std::unordered_set<Key, Hash> seen;
    std::vector<Key> level{model.initial()}, next;
    seen.insert(level[0]);
    while (!level.empty()) {
        counts.levels.push_back(level.size());
        next.clear();
        for (Key key : level) {
            if (model.won(key)) {
                counts.won++;
                continue;
            }
            const uint64_t before = counts.edges;
            model.successors(key, [&](Key to) {
                counts.edges++;
                if (seen.insert(to).second) next.push_back(to);
            });
            if (counts.edges == before) counts.dead_ends++;
        }
        level.swap(next);
    }
    counts.states = seen.size();
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    print(id, counts, elapsed.count(), 1);
}

int main(int argc, char** argv) {
    if (argc != 2) fail("usage: plain CASE|tiles:RxC|knights:5x5");
    const std::string id = argv[1];
    if (id == "knights:5x5") {
        search<uint64_t>(id, Knights());
    } else if (id.rfind("tiles:", 0) == 0) {
        int rows, cols;
        dimensions(id.substr(6), rows, cols);
        search<uint64_t>(id, Tiles(rows, cols));
    } else {
        const Board board = parse_board(id);
        if (TwoTone<uint64_t>::bits(board) <= 64) {
            search<uint64_t>(id, TwoTone<uint64_t>(board));
        } else {
            search<Wide>(id, TwoTone<Wide>(board));
        }
    }
}
