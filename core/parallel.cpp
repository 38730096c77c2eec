#include "core/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>

#include <tbb/global_control.h>

#ifndef OCTOMATCH_STD_THREADS
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#endif

namespace octomatch {

namespace {
std::atomic<int> wanted_threads{0};
}

int thread_count() {
    const int wanted = wanted_threads;
    return wanted > 0 ? wanted : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

#ifdef OCTOMATCH_STD_THREADS

namespace {
// OpenVDB's loops are TBB's: they run on one thread.
const tbb::global_control no_workers(tbb::global_control::max_allowed_parallelism, 1);
}  // namespace

void set_thread_count(int threads) {
    wanted_threads = threads;
}

void detail::run_chunks(int chunks, void (*run)(void*, int), void* context) {
    std::atomic<int> next{0};
    std::exception_ptr error;
    std::mutex guard;
    const auto work = [&] {
        try {
            for (int c; (c = next++) < chunks;) run(context, c);
        } catch (...) {
            const std::lock_guard lock(guard);
            error = std::current_exception();
        }
    };
    std::vector<std::jthread> others;
    for (int t = 1; t < std::min(thread_count(), chunks); ++t) others.emplace_back(work);
    work();
    others.clear();
    if (error) std::rethrow_exception(error);
}

#else

// A global_control only lowers TBB's limit, and an arena raises the number of slots above the
// number of cores: both are needed for "8 threads" to mean 8 on two cores. They also bound
// what OpenVDB uses.
namespace {
std::mutex setting;
std::unique_ptr<tbb::global_control> limit;
}  // namespace

void set_thread_count(int threads) {
    const std::lock_guard lock(setting);
    wanted_threads = threads;
    limit.reset();
    limit = std::make_unique<tbb::global_control>(tbb::global_control::max_allowed_parallelism, thread_count());
}

void detail::run_chunks(int chunks, void (*run)(void*, int), void* context) {
    const int threads = thread_count();
    if (threads == 1 || chunks <= 1) {
        for (int c = 0; c < chunks; ++c) run(context, c);
        return;
    }
    const auto all = [&] {
        tbb::parallel_for(
            0, chunks, [&](int c) { run(context, c); }, tbb::simple_partitioner{});
    };
    if (tbb::this_task_arena::max_concurrency() == threads) {
        all();
    } else {
        tbb::task_arena(threads).execute(all);
    }
}

#endif

}  // namespace octomatch
