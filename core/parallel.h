// The one place that knows threads. Work is split into chunks of a fixed size, whatever the number
// of threads, so that every result is the same to the bit for every thread count. Gather, never scatter:
// a chunk writes only what belongs to its own elements.
#pragma once
#include <cstdint>
#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

namespace octomatch {

/// Number of threads used from now on; 0 means all cores.
void set_thread_count(int threads);
int thread_count();

namespace detail {
/// Calls `run(context, chunk)` once for every chunk in 0..chunks-1.
void run_chunks(int chunks, void (*run)(void*, int), void* context);
}  // namespace detail

/// Calls `body(begin, end)` for consecutive ranges of `chunk` elements that cover 0..count-1.
template <class Body>
void parallel_chunks(int count, int chunk, Body&& body) {
    struct Job {
        std::remove_reference_t<Body>& body;
        int count, chunk;
    } job{body, count, chunk};
    const int chunks = (count + chunk - 1) / chunk;
    detail::run_chunks(
        chunks,
        [](void* context, int c) {
            auto& [run, n, size] = *static_cast<Job*>(context);
            const int begin = c * size;
            run(begin, begin + size < n ? begin + size : n);
        },
        &job);
}

/// Sum of `term(i)` over 0..count-1: one partial sum per fixed chunk, added from left to right.
template <class T, class Term>
T ordered_sum(int count, T zero, Term&& term) {
    constexpr int kChunk = 1024;
    std::vector<T> partial((count + kChunk - 1) / kChunk, zero);
    parallel_chunks(count, kChunk, [&](int begin, int end) {
        T sum = zero;
        for (int i = begin; i < end; ++i) sum += term(i);
        partial[begin / kChunk] = sum;
    });
    T total = zero;
    for (const T& p : partial) total += p;
    return total;
}

}  // namespace octomatch
