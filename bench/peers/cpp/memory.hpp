// Memory straight from the system, on pages of the size asked for.
#pragma once

#include <sys/mman.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>

enum class Pages { Small, Huge };

// map_zeroed returns bytes of zeroed memory, aligned to 2 MiB, of which only
// what is touched is ever used. It is not given back.
inline void* map_zeroed(uint64_t bytes, Pages pages) {
    constexpr uint64_t huge = 2 << 20;
    void* raw = mmap(nullptr, bytes + huge, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (raw == MAP_FAILED) {
        std::perror("mmap");
        std::exit(3);
    }
    const uint64_t start = (reinterpret_cast<uint64_t>(raw) + huge - 1) & ~(huge - 1);
    void* memory = reinterpret_cast<void*>(start);
    madvise(memory, bytes, pages == Pages::Huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
    return memory;
}
