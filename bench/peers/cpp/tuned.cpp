// The tuned search: states packed into one or two 64-bit words, levels shared
// out among threads, and one open-addressing table that is sized beforehand,
// so that the number of states has to be known.
//
//   g++ -std=c++20 -O3 -march=native -pthread -o tuned tuned.cpp
//   ./tuned 2x2:BWRB:0:3:1,2:strict 4 2        (CASE STATES THREADS [LOAD])
//
// The cost of a search is one cache miss for each successor. So a thread
// generates a batch of successors, hashes them together, prefetches the line
// of each, and meanwhile works on the batch before: a pass without a hard
// branch drops the successors that their line already holds, and a second
// pass claims a slot for each of the rest by compare-and-swap.
#include <immintrin.h>

#include <atomic>
#include <bit>
#include <chrono>
#include <memory>
#include <thread>

#include "case.hpp"
#include "memory.hpp"

#ifndef BATCH
#define BATCH 64
#endif
#ifndef IN_FLIGHT
#define IN_FLIGHT 2
#endif

static constexpr int batch_size = BATCH;      // successors that are handled together
static constexpr int in_flight = IN_FLIGHT;   // batches whose lines are on their way, a power of two
static constexpr int max_degree = 8;      // the most successors a state can have
static constexpr uint64_t chunk_size = 1024;  // states of a level that a thread takes at once

// ---- keys -----------------------------------------------------------------

// A key is never zero: a zero word marks an empty slot.
using One = uint64_t;

struct Two {
    uint64_t a, b;  // b is neither 0 nor Busy
};

static inline uint32_t hash(One key) {
    uint64_t h = key * 0x9e3779b97f4a7c15ULL;
    h = (h ^ h >> 32) * 0xd6e8feb86659fd93ULL;
    return static_cast<uint32_t>(h >> 32);
}

static inline uint32_t hash(Two key) {
    uint64_t h = key.a * 0x9e3779b97f4a7c15ULL;
    h = ((h ^ h >> 32) + key.b) * 0xd6e8feb86659fd93ULL;
    h = (h ^ h >> 32) * 0x9e3779b97f4a7c15ULL;
    return static_cast<uint32_t>(h >> 32);
}

// ---- the table ------------------------------------------------------------

// equal_mask has bit i set when word i of a group of eight (or four) is x.
static inline unsigned equal_mask8(const uint64_t* group, uint64_t x) {
#ifdef __AVX512F__
    return _mm512_cmpeq_epi64_mask(_mm512_load_si512(group), _mm512_set1_epi64(static_cast<long long>(x)));
#else
    unsigned mask = 0;
    for (int i = 0; i < 8; i++) mask |= static_cast<unsigned>(group[i] == x) << i;
    return mask;
#endif
}

static inline unsigned equal_mask4(const uint64_t* group, uint64_t x) {
#ifdef __AVX2__
    const __m256i words = _mm256_load_si256(reinterpret_cast<const __m256i*>(group));
    const __m256i equal = _mm256_cmpeq_epi64(words, _mm256_set1_epi64x(static_cast<long long>(x)));
    return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(equal)));
#else
    unsigned mask = 0;
    for (int i = 0; i < 4; i++) mask |= static_cast<unsigned>(group[i] == x) << i;
    return mask;
#endif
}

// barrier_to_compiler keeps loads in the order in which they are written; the
// processor keeps that order by itself.
static inline void barrier_to_compiler() { std::atomic_signal_fence(std::memory_order_seq_cst); }

// A Table is an array of cache lines; a key lies in the line that its hash
// names or, when that is full, in one of the lines after it. A line holds
// eight one-word keys; or four two-word keys, first the four b, then the a.
template <class Key>
class Table {
public:
    static constexpr int slots = static_cast<int>(64 / sizeof(Key));

    // spare keys more than states must fit, whatever the load.
    Table(uint64_t states, double load, uint64_t spare) {
        lines_ = static_cast<uint64_t>(static_cast<double>(states) / load) / slots + spare / slots + 1;
        if (lines_ >> 32) fail("too many states");
        words_ = static_cast<uint64_t*>(map_zeroed(lines_ * 64, Pages::Huge));
    }

    uint64_t capacity() const { return lines_ * slots; }

    uint32_t line_of(Key key) const { return static_cast<uint32_t>(hash(key) * lines_ >> 32); }

    void prefetch(uint32_t line) const { __builtin_prefetch(words_ + uint64_t{line} * 8, 1); }

    // in_line reports whether a key is seen in a line. A false answer may be wrong.
    bool in_line(uint32_t line, Key key) const {
        const uint64_t* group = words_ + uint64_t{line} * 8;
        if constexpr (slots == 8) {
            return equal_mask8(group, key) != 0;
        } else {
            return (equal_mask4(group, key.b) & equal_mask4(group + 4, key.a)) != 0;
        }
    }

    // insert returns true if the key was not there. Shared says that other
    // threads insert too.
    template <bool Shared>
    bool insert(uint32_t line, Key key) {
        for (;;) {
            uint64_t* group = words_ + uint64_t{line} * 8;
            if constexpr (slots == 8) {
                if (equal_mask8(group, key)) return false;
                const unsigned empty = equal_mask8(group, 0);
                if (empty) {
                    if (claim<Shared>(group + std::countr_zero(empty), key)) return true;
                    continue;
                }
            } else {
                const unsigned busy = Shared ? equal_mask4(group, Busy) : 0;
                const unsigned empty = equal_mask4(group, 0);
                const unsigned same = equal_mask4(group, key.b);
                barrier_to_compiler();
                if (same & equal_mask4(group + 4, key.a)) return false;
                if (busy) continue;
                if (empty) {
                    uint64_t* slot = group + std::countr_zero(empty);
                    if (!claim<Shared>(slot, Shared ? Busy : key.b)) continue;
                    slot[4] = key.a;
                    if (Shared) std::atomic_ref(*slot).store(key.b, std::memory_order_release);
                    return true;
                }
            }
            if (++line == lines_) line = 0;
        }
    }

private:
    static constexpr uint64_t Busy = 1;

    template <bool Shared>
    static bool claim(uint64_t* slot, uint64_t word) {
        if (!Shared) {
            *slot = word;
            return true;
        }
        uint64_t empty = 0;
        return std::atomic_ref(*slot).compare_exchange_strong(empty, word, std::memory_order_acq_rel);
    }

    uint64_t lines_;
    uint64_t* words_;
};

// ---- models ---------------------------------------------------------------
//
// A model has initial, won, and expand, which writes the successors of a state
// to out, where max_degree of them fit, and returns their number.

static int bits_for(int values) { return std::bit_width(static_cast<unsigned>(values - 1)); }

// Layout says which bits of a two-tone state mean what. Bits 0 to 63 are word
// b (the only one, if it is enough), bits 64 to 127 are word a.
struct Layout {
    int position, mover, stars, colours, width;
    std::vector<int> star, colour;  // the bit of a cell, or -1

    explicit Layout(const Board& board) : star(board.size(), -1), colour(board.size(), -1) {
        position = bits_for(board.size());
        mover = 2 * position;
        stars = mover + 1;
        colours = stars;
        for (int cell : board.stars) star[cell] = colours++;
        width = colours;
        for (int cell = 0; cell < board.size(); cell++) {
            if (board.cells[cell] != 'R') colour[cell] = width++;
        }
        // Two words: the top bit of b stays set, so that b is neither 0 nor 1.
        if (width <= 64) return;
        for (int& bit : colour) {
            if (bit >= 63) bit++;
        }
        width++;
        if (width > 128) fail("the state is too wide");
    }
};

template <class Key>
class TwoTone {
    static constexpr bool wide = sizeof(Key) == 16;

public:
    TwoTone(const Board& board, const Layout& layout) {
        handover_ = board.handover;
        position_mask_ = (1ULL << layout.position) - 1;
        position_ = layout.position;
        mover_ = layout.mover;
        for (int cell : board.stars) stars_ |= 1ULL << layout.star[cell];
        for (int mover : {Black, White}) {
            // Black enters white cells, whose bit is set: it looks at the complement.
            invert_[mover] = mover == Black ? ~0ULL : 0;
            const int own = mover == Black ? 0 : position_, other = position_ - own;
            for (int cell = 0; cell < board.size(); cell++) {
                Row& row = rows_[mover][cell];
                for (int d = 0; d < 4; d++) {
                    const int to = board.step(cell, d);
                    if (to < 0) {
                        row.need[d] = ~0ULL;  // no word b is all zeros or all ones
                        continue;
                    }
                    row.other[d] = static_cast<uint64_t>(to) << other;
                    row.flip[d] = static_cast<uint64_t>(cell ^ to) << own;
                    if (layout.star[to] >= 0) row.star[d] = 1ULL << layout.star[to];
                    const int bit = layout.colour[to];
                    if (bit >= 64) {
                        row.need_a[d] = 1ULL << (bit - 64);
                    } else if (bit >= 0) {
                        row.need[d] = 1ULL << bit;
                        row.flip[d] |= 1ULL << bit;
                    }
                }
            }
        }
        uint64_t a = 0, b = wide ? 1ULL << 63 : 0;
        b |= static_cast<uint64_t>(board.piece[Black]) | static_cast<uint64_t>(board.piece[White]) << position_;
        b |= static_cast<uint64_t>(board.turn) << mover_ | stars_;
        for (int cell = 0; cell < board.size(); cell++) {
            const int bit = layout.colour[cell];
            if (board.cells[cell] == 'W') (bit >= 64 ? a : b) |= 1ULL << (bit & 63);
        }
        initial_ = fold(make(a, b));
    }

    Key initial() const { return initial_; }

    bool won(Key key) const { return (word_b(key) & stars_) == 0; }

    int expand(Key key, Key* out) const {
        const uint64_t b = word_b(key);
        const int mover = static_cast<int>(b >> mover_ & 1);
        const Row& row = row_of(b, mover);
        int n = 0;
#ifdef __AVX512VL__
        const __m256i kb = _mm256_set1_epi64x(static_cast<long long>(b));
        const __m256i inverted = _mm256_set1_epi64x(static_cast<long long>(b ^ invert_[mover]));
        const __m256i other = _mm256_set1_epi64x(static_cast<long long>(b & other_mask(mover)));
        __mmask8 legal = _mm256_testn_epi64_mask(inverted, load(row.need));
        legal &= _mm256_cmpneq_epi64_mask(other, load(row.other));
        const __m256i star = load(row.star);
        const __mmask8 starred = _mm256_test_epi64_mask(kb, star);
        __m256i vb = _mm256_xor_si256(kb, load(row.flip));
        const __m256i turn = _mm256_or_si256(star, _mm256_set1_epi64x(1LL << mover_));
        vb = _mm256_mask_xor_epi64(vb, starred, vb, turn);
        if constexpr (wide) {
            const __m256i ka = _mm256_set1_epi64x(static_cast<long long>(key.a));
            const __m256i need_a = load(row.need_a);
            const __m256i inverted_a = _mm256_set1_epi64x(static_cast<long long>(key.a ^ invert_[mover]));
            legal &= _mm256_testn_epi64_mask(inverted_a, need_a);
            const __m256i va = _mm256_maskz_compress_epi64(legal, _mm256_xor_si256(ka, need_a));
            vb = _mm256_maskz_compress_epi64(legal, vb);
            const __m256i low = _mm256_unpacklo_epi64(va, vb), high = _mm256_unpackhi_epi64(va, vb);
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), _mm256_permute2x128_si256(low, high, 0x20));
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + 2), _mm256_permute2x128_si256(low, high, 0x31));
        } else {
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), _mm256_maskz_compress_epi64(legal, vb));
        }
        n = std::popcount(static_cast<unsigned>(legal));
#else
        for (int d = 0; d < 4; d++) {
            bool legal = ((b ^ invert_[mover]) & row.need[d]) == 0;
            legal &= (b & other_mask(mover)) != row.other[d];
            const bool starred = (b & row.star[d]) != 0;
            const uint64_t vb = b ^ row.flip[d] ^ (starred ? row.star[d] | 1ULL << mover_ : 0);
            if constexpr (wide) {
                legal &= ((key.a ^ invert_[mover]) & row.need_a[d]) == 0;
                out[n] = {key.a ^ row.need_a[d], vb};
            } else {
                out[n] = vb;
            }
            n += legal;
        }
#endif
        if (handover_) {
            for (int i = 0; i < n; i++) out[i] = fold(out[i]);
        }
        return n;
    }

private:
    // Row is what a mover needs to know of the cell on which it stands, for each
    // direction: the colour bits that must be clear, once inverted for black;
    // the other piece where it would be in the way; the star; the bits that the
    // move flips in word b (in word a it flips need_a).
    struct alignas(32) Row {
        uint64_t need[4] = {}, other[4] = {}, star[4] = {}, flip[4] = {}, need_a[4] = {};
    };

#ifdef __AVX2__
    static __m256i load(const uint64_t* words) {
        return _mm256_load_si256(reinterpret_cast<const __m256i*>(words));
    }
#endif

    static uint64_t word_b(Key key) {
        if constexpr (wide) {
            return key.b;
        } else {
            return key;
        }
    }

    static Key make([[maybe_unused]] uint64_t a, uint64_t b) {
        if constexpr (wide) {
            return {a, b};
        } else {
            return b;
        }
    }

    uint64_t other_mask(int mover) const { return position_mask_ << (mover == Black ? position_ : 0); }

    const Row& row_of(uint64_t b, int mover) const {
        return rows_[mover][b >> (mover == Black ? 0 : position_) & position_mask_];
    }

    bool stuck(Key key, int mover) const {
        const uint64_t b = word_b(key);
        const Row& row = row_of(b, mover);
        for (int d = 0; d < 4; d++) {
            bool legal = ((b ^ invert_[mover]) & row.need[d]) == 0;
            if constexpr (wide) legal &= ((key.a ^ invert_[mover]) & row.need_a[d]) == 0;
            if (legal && (b & other_mask(mover)) != row.other[d]) return false;
        }
        return true;
    }

    // fold hands the turn over where the rule allows it.
    Key fold(Key key) const {
        const int mover = static_cast<int>(word_b(key) >> mover_ & 1);
        if (!handover_ || won(key) || !stuck(key, mover) || stuck(key, 1 - mover)) return key;
        if constexpr (wide) {
            key.b ^= 1ULL << mover_;
        } else {
            key ^= 1ULL << mover_;
        }
        return key;
    }

    Row rows_[2][128];
    uint64_t invert_[2];
    uint64_t position_mask_, stars_ = 0;
    int position_, mover_;
    bool handover_;
    Key initial_;
};

// Tiles has four bits for each cell, 0 for the blank, and above them the cell
// of the blank.
class Tiles {
public:
    Tiles(int rows, int cols) {
        const int n = rows * cols;
        if (n < 2 || n > 15) fail("tiles: 2 to 15 cells");
        Board grid;
        grid.rows = rows;
        grid.cols = cols;
        blank_ = 4 * n;
        for (int cell = 0; cell < n; cell++) {
            Row& row = rows_[cell];
            for (int d = 0; d < 4; d++) {
                const int from = grid.step(cell, d);
                if (from < 0) continue;
                row.from[row.degree] = 4 * static_cast<uint64_t>(from);
                row.flip[row.degree++] = static_cast<uint64_t>(from ^ cell) << blank_;
            }
            if (cell + 1 < n) initial_ |= static_cast<uint64_t>(cell + 1) << (4 * cell);
        }
        initial_ |= static_cast<uint64_t>(n - 1) << blank_;
    }

    One initial() const { return initial_; }
    bool won(One) const { return false; }

    int expand(One key, One* out) const {
        const uint64_t blank = key >> blank_;
        const Row& row = rows_[blank];
        for (int i = 0; i < 4; i++) {
            const uint64_t tile = key >> row.from[i] & 15;
            out[i] = key ^ row.flip[i] ^ tile << row.from[i] ^ tile << (4 * blank);
        }
        return row.degree;
    }

private:
    struct Row {
        uint64_t from[4] = {}, flip[4] = {};
        int degree = 0;
    };
    Row rows_[15];
    int blank_;
    One initial_ = 0;
};

// Knights has a bit for each cell, set for a knight `1`, and above them the
// cell of the hole.
class Knights {
public:
    Knights() {
        for (int hole = 0; hole < 25; hole++) {
            Row& row = rows_[hole];
            for (int from = 0; from < 25; from++) {
                const int dr = std::abs(from / 5 - hole / 5), dc = std::abs(from % 5 - hole % 5);
                if (dr * dc != 2) continue;
                row.from[row.degree] = static_cast<uint64_t>(from);
                row.flip[row.degree++] = static_cast<uint64_t>(from ^ hole) << 25;
            }
            if (knights_start[hole] == '1') initial_ |= 1ULL << hole;
            if (knights_start[hole] == '*') initial_ |= static_cast<uint64_t>(hole) << 25;
        }
    }

    One initial() const { return initial_; }
    bool won(One) const { return false; }

    int expand(One key, One* out) const {
        const uint64_t hole = key >> 25;
        const Row& row = rows_[hole];
        for (int i = 0; i < 8; i++) {
            const uint64_t knight = key >> row.from[i] & 1;
            out[i] = key ^ row.flip[i] ^ knight << row.from[i] ^ knight << hole;
        }
        return row.degree;
    }

private:
    struct Row {
        uint64_t from[8] = {}, flip[8] = {};
        int degree = 0;
    };
    Row rows_[25];
    One initial_ = 0;
};

// ---- the search -----------------------------------------------------------

// A Gate holds threads back until all of them have come.
class Gate {
public:
    explicit Gate(int threads) : threads_(threads) {}

    void wait() {
        const int round = round_.load(std::memory_order_acquire);
        if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == threads_) {
            arrived_.store(0, std::memory_order_relaxed);
            round_.store(round + 1, std::memory_order_release);
            return;
        }
        for (int spins = 0; round_.load(std::memory_order_acquire) == round; spins++) {
            if (spins < 4096) {
                _mm_pause();
            } else {
                std::this_thread::yield();
            }
        }
    }

private:
    const int threads_;
    alignas(64) std::atomic<int> arrived_{0};
    alignas(64) std::atomic<int> round_{0};
};

// A Batch holds successors whose lines are on their way.
template <class Key>
struct Batch {
    int size = 0;
    alignas(64) Key keys[batch_size + max_degree];
    alignas(64) uint32_t lines[batch_size + max_degree];
};

template <class Key, class Model, bool Shared>
class Search {
public:
    Search(const Model& model, uint64_t states, double load, int threads)
        : model_(model), table_(states, load, spare(threads)), gate_(threads), limit_(states) {
        for (int i = 0; i < threads; i++) {
            workers_.push_back(std::make_unique<Worker>());
            for (auto& part : workers_[i]->part) {
                part.keys = static_cast<Key*>(map_zeroed((table_.capacity() + 1) * sizeof(Key), Pages::Huge));
            }
        }
    }

    // run returns false if the table was too small.
    bool run(Counts& counts) {
        const Key initial = model_.initial();
        table_.template insert<Shared>(table_.line_of(initial), initial);
        workers_[0]->part[0].keys[0] = initial;
        workers_[0]->part[0].size = 1;
        levels_.push_back(1);
        found_ = 1;
        std::vector<std::thread> threads;
        for (size_t i = 1; i < workers_.size(); i++) threads.emplace_back([this, i] { work(i); });
        work(0);
        for (auto& t : threads) t.join();
        counts.levels = levels_;
        for (uint64_t size : levels_) counts.states += size;
        for (const auto& w : workers_) {
            counts.edges += w->edges;
            counts.won += w->won;
            counts.dead_ends += w->dead_ends;
        }
        return !full_;
    }

private:
    // Part is what one thread found of a level.
    struct alignas(64) Part {
        Key* keys;
        uint64_t size = 0;
        alignas(64) std::atomic<uint64_t> taken{0};
    };

    struct alignas(64) Worker {
        Part part[2];  // of the present level and of the next, in turn
        uint64_t edges = 0, won = 0, dead_ends = 0;
        Batch<Key> batch[in_flight];  // a ring: the oldest is inserted before it is filled again
    };

    // spare is how many keys all threads can add before they look at limit_.
    static uint64_t spare(int threads) {
        return static_cast<uint64_t>(threads) * (chunk_size * max_degree + (in_flight + 1) * (batch_size + max_degree));
    }

    // work expands levels, all threads together, until one is empty.
    void work(size_t id) {
        for (int now = 0; !done_; now ^= 1) {
            expand_level(id, now);
            gate_.wait();
            if (id == 0) close_level(now);
            gate_.wait();
        }
    }

    void close_level(int now) {
        uint64_t size = 0;
        for (const auto& w : workers_) {
            w->part[now].size = 0;
            w->part[now].taken = 0;
            size += w->part[now ^ 1].size;
        }
        if (size) levels_.push_back(size);
        done_ = size == 0 || full_;
    }

    // expand_level takes chunks of its own part of the level, then of the
    // others'. While a batch is filled the lines of those before it come.
    void expand_level(size_t id, int now) {
        Worker& w = *workers_[id];
        Part& next = w.part[now ^ 1];
        uint64_t reported = 0;
        int filling = 0;  // the batch of the ring that is being filled
        for (size_t i = 0; i < workers_.size(); i++) {
            Part& part = workers_[(id + i) % workers_.size()]->part[now];
            for (;;) {
                const uint64_t from = part.taken.fetch_add(chunk_size, std::memory_order_relaxed);
                if (from >= part.size || full_.load(std::memory_order_relaxed)) break;
                const uint64_t to = std::min(from + chunk_size, part.size);
                expand(w, part.keys + from, part.keys + to, filling, next);
                report(next, reported);
            }
        }
        send(w.batch[filling]);
        for (int b = 0; b < in_flight; b++) insert(w.batch[(filling + 1 + b) % in_flight], next);
        report(next, reported);
    }

    // report adds what is new in next to the number of states found.
    void report(const Part& next, uint64_t& reported) {
        const uint64_t more = next.size - reported;
        if (found_.fetch_add(more, std::memory_order_relaxed) + more > limit_) full_ = true;
        reported = next.size;
    }

    void expand(Worker& w, const Key* key, const Key* end, int& filling, Part& next) {
        uint64_t edges = 0, won = 0, dead_ends = 0;
        Batch<Key>* batch = &w.batch[filling];
        int size = batch->size;
        for (; key != end; key++) {
            if (model_.won(*key)) {
                won++;
                continue;
            }
            const int n = model_.expand(*key, batch->keys + size);
            size += n;
            edges += static_cast<uint64_t>(n);
            dead_ends += n == 0;
            if (size >= batch_size) {
                batch->size = size;
                send(*batch);
                filling = (filling + 1) % in_flight;
                batch = &w.batch[filling];
                insert(*batch, next);
                size = 0;
            }
        }
        batch->size = size;
        w.edges += edges;
        w.won += won;
        w.dead_ends += dead_ends;
    }

    // send hashes the keys of a batch and asks for their lines.
    void send(Batch<Key>& batch) const {
        for (int i = 0; i < batch.size; i++) batch.lines[i] = table_.line_of(batch.keys[i]);
        for (int i = 0; i < batch.size; i++) table_.prefetch(batch.lines[i]);
    }

    // insert adds the keys of a batch to the table, and the new ones to the next
    // level, and leaves the batch empty.
    void insert(Batch<Key>& batch, Part& next) {
        uint8_t missing[batch_size + max_degree];
        int count = 0;
        for (int i = 0; i < batch.size; i++) {
            missing[count] = static_cast<uint8_t>(i);
            count += !table_.in_line(batch.lines[i], batch.keys[i]);
        }
        Key* out = next.keys + next.size;
        for (int m = 0; m < count; m++) {
            const int i = missing[m];
            *out = batch.keys[i];
            out += table_.template insert<Shared>(batch.lines[i], batch.keys[i]);
        }
        next.size = static_cast<uint64_t>(out - next.keys);
        batch.size = 0;
    }

    const Model& model_;
    Table<Key> table_;
    Gate gate_;
    const uint64_t limit_;  // the table was made for so many states
    std::vector<std::unique_ptr<Worker>> workers_;
    std::vector<uint64_t> levels_;
    alignas(64) std::atomic<uint64_t> found_{0};
    std::atomic<bool> full_{false};
    bool done_ = false;
};

static_assert(batch_size + max_degree <= 256, "missing holds indices as bytes");

template <class Key, class Model, bool Shared>
static void explore(const std::string& id, const Model& model, uint64_t states, double load, int threads) {
    const auto start = std::chrono::steady_clock::now();
    Search<Key, Model, Shared> search(model, states, load, threads);
    Counts counts;
    const bool whole = search.run(counts);
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    if (!whole) {
        std::fprintf(stderr, "the table is full after %llu states\n", static_cast<unsigned long long>(counts.states));
        std::exit(3);
    }
    print(id, counts, elapsed.count(), threads);
}

int main(int argc, char** argv) {
    if (argc != 4 && argc != 5) fail("usage: tuned CASE|tiles:RxC|knights:5x5 STATES THREADS [LOAD]");
    const std::string id = argv[1];
    const uint64_t states = std::strtoull(argv[2], nullptr, 10);
    const int threads = number(argv[3], 1, 1024);
    const double load = argc == 5 ? std::atof(argv[4]) : 0.75;
    if (states == 0 || !(load > 0 && load < 1)) fail("bad number of states or load");
    auto run = [&]<class Key>(Key, const auto& model) {
        using Model = std::decay_t<decltype(model)>;
        if (threads == 1) {
            explore<Key, Model, false>(id, model, states, load, threads);
        } else {
            explore<Key, Model, true>(id, model, states, load, threads);
        }
    };
    if (id == "knights:5x5") {
        run(One{}, Knights());
    } else if (id.rfind("tiles:", 0) == 0) {
        int rows, cols;
        dimensions(id.substr(6), rows, cols);
        run(One{}, Tiles(rows, cols));
    } else {
        const Board board = parse_board(id);
        const Layout layout(board);
        if (layout.width <= 64) {
            run(One{}, TwoTone<One>(board, layout));
        } else {
            run(Two{}, TwoTone<Two>(board, layout));
        }
    }
}
