// Measures how fast this machine reaches random cache lines: T threads update
// random 8-byte words of one table, without atomic operations.
//
//   g++ -std=c++20 -O3 -march=native -pthread -o randmem randmem.cpp
//   ./randmem 2 1073741824        (THREADS BYTES)
//
// On huge pages and on small ones, in three ways: in batches whose lines are
// prefetched first; as a plain loop, in which the processor overlaps what it
// can; and one after the other, each index depending on the word before.
#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "memory.hpp"

static constexpr int batch_size = 128;

enum class Way { Batched, Plain, Dependent };

static inline uint64_t mix(uint64_t x) {
    x *= 0x9e3779b97f4a7c15ULL;
    x = (x ^ x >> 32) * 0xd6e8feb86659fd93ULL;
    return x ^ x >> 32;
}

// update adds one without locking anything: a lost update does not matter here.
static inline uint64_t update(uint64_t* word) {
    std::atomic_ref<uint64_t> w(*word);
    const uint64_t value = w.load(std::memory_order_relaxed) + 1;
    w.store(value, std::memory_order_relaxed);
    return value;
}

using Clock = std::chrono::steady_clock;

// updates goes on until the time given and says how many updates it made.
static void updates(uint64_t* table, uint64_t words, uint64_t seed, Way way, Clock::time_point until,
                    uint64_t* counted) {
    auto index = [&](uint64_t i) { return (mix(seed + i) >> 32) * words >> 32; };
    uint64_t lines[batch_size] = {}, following[batch_size] = {}, last = 0, i = 0;
    while (Clock::now() < until) {
        for (int round = 0; round < 64; round++, i += batch_size) {
            switch (way) {
            case Way::Batched:  // one batch is on its way while the one before is updated
                for (int k = 0; k < batch_size; k++) lines[k] = following[k];
                for (int k = 0; k < batch_size; k++) following[k] = index(i + static_cast<uint64_t>(k));
                for (int k = 0; k < batch_size; k++) __builtin_prefetch(table + following[k], 1);
                for (int k = 0; k < batch_size; k++) update(table + lines[k]);
                break;
            case Way::Plain:
                for (int k = 0; k < batch_size; k++) update(table + index(i + static_cast<uint64_t>(k)));
                break;
            case Way::Dependent:
                for (int k = 0; k < batch_size; k++) {
                    last = update(table + index((i + static_cast<uint64_t>(k)) ^ last << 40));
                }
                break;
            }
        }
    }
    *counted = i;
}

static double rate(uint64_t* table, uint64_t words, Way way, int threads) {
    std::vector<std::thread> all;
    std::vector<uint64_t> counted(static_cast<size_t>(threads) * 8);  // each on a line of its own
    const auto start = Clock::now(), until = start + std::chrono::milliseconds(400);
    for (int t = 0; t < threads; t++) {
        all.emplace_back(updates, table, words, static_cast<uint64_t>(t + 1) << 48, way, until, &counted[8 * t]);
    }
    for (auto& t : all) t.join();
    const std::chrono::duration<double> elapsed = Clock::now() - start;
    uint64_t sum = 0;
    for (uint64_t n : counted) sum += n;
    return static_cast<double>(sum) / elapsed.count();
}

int main(int argc, char** argv) {
    const int threads = argc > 1 ? std::atoi(argv[1]) : 2;
    const uint64_t bytes = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : uint64_t{1} << 30;
    if (argc > 3 || threads < 1 || bytes < 4096 || bytes / 8 >> 32) {
        std::fprintf(stderr, "usage: randmem [THREADS [BYTES]]\n");
        return 2;
    }
    std::printf("{\"threads\":%d,\"bytes\":%llu", threads, static_cast<unsigned long long>(bytes));
    const char* const page_names[] = {"small", "huge"};
    const char* const way_names[] = {"batched", "plain", "dependent"};
    const uint64_t words = bytes / 8;
    for (Pages pages : {Pages::Huge, Pages::Small}) {
        auto* table = static_cast<uint64_t*>(map_zeroed(bytes, pages));
        for (uint64_t i = 0; i < words; i += 512) table[i] = 1;  // nothing is left to fault in
        for (Way way : {Way::Batched, Way::Plain, Way::Dependent}) {
            std::printf(",\"%s_%s_updates_per_second\":%.0f", page_names[static_cast<int>(pages)],
                        way_names[static_cast<int>(way)], rate(table, words, way, threads));
            std::fflush(stdout);
        }
        munmap(table, bytes);
    }
    std::printf("}\n");
}
