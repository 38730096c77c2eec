#include "core/parallel.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <atomic>
#include <bit>
#include <chrono>
#include <cmath>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>

namespace octomatch {
namespace {

constexpr int kThreadCounts[] = {1, 2, 3, 4, 8};

class Parallel : public testing::Test {
protected:
    ~Parallel() override { set_thread_count(0); }
};

TEST_F(Parallel, ChunksCoverEachIndexOnceForEveryThreadCount) {
    for (int threads : kThreadCounts) {
        set_thread_count(threads);
        EXPECT_EQ(thread_count(), threads);
        for (int count : {0, 1, 2, 63, 64, 65, 1000})
            for (int chunk : {1, 7, 64, 5000}) {
                std::vector<std::atomic<int>> visits(count);
                parallel_chunks(count, chunk, [&](int begin, int end) {
                    for (int i = begin; i < end; ++i) ++visits[i];
                });
                for (int i = 0; i < count; ++i) ASSERT_EQ(visits[i], 1) << i << " of " << count << " by " << chunk;
            }
    }
}

TEST_F(Parallel, ChunksAreTheSameForEveryThreadCount) {
    const auto chunks = [](int threads) {
        set_thread_count(threads);
        std::set<std::pair<int, int>> found;
        std::mutex guard;
        parallel_chunks(1000, 37, [&](int begin, int end) {
            const std::lock_guard lock(guard);
            found.insert({begin, end});
        });
        return found;
    };
    const auto expected = chunks(1);
    EXPECT_EQ(expected.size(), 28u);
    for (int threads : kThreadCounts) EXPECT_EQ(chunks(threads), expected);
}

// Waits for as many others as there should be threads: without them it would wait for ever, so there is a deadline.
TEST_F(Parallel, RunsOnAsManyThreadsAsAskedEvenOnFewerCores) {
    for (int threads : {2, 4}) {
        set_thread_count(threads);
        std::atomic<int> inside{0}, most{0};
        parallel_chunks(threads, 1, [&](int, int) {
            const int now = ++inside;
            for (int seen = most; seen < now && !most.compare_exchange_weak(seen, now);) {
            }
            const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
            while (most < threads && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
            --inside;
        });
        EXPECT_EQ(most, threads);
    }
}

TEST_F(Parallel, ZeroThreadsMeansAllCores) {
    set_thread_count(3);
    set_thread_count(0);
    EXPECT_EQ(thread_count(), std::max(1u, std::thread::hardware_concurrency()));
}

TEST_F(Parallel, OrderedSumIsEqualToTheBitForEveryThreadCount) {
    // Terms of very different size, so that the order of additions shows.
    const auto term = [](int i) { return std::sin(i) * std::pow(10.0, i % 17); };
    set_thread_count(1);
    for (int count : {0, 1, 1023, 1024, 1025, 50000}) {
        set_thread_count(1);
        const double expected = ordered_sum(count, 0.0, term);
        for (int threads : kThreadCounts) {
            set_thread_count(threads);
            for (int repeat = 0; repeat < 5; ++repeat)
                EXPECT_EQ(std::bit_cast<std::uint64_t>(ordered_sum(count, 0.0, term)),
                          std::bit_cast<std::uint64_t>(expected));
        }
    }
}

RC_GTEST_PROP(OrderedSum, OfIntegersIsTheirSum, (const std::vector<int>& values)) {
    std::int64_t expected = 0;
    for (int v : values) expected += v;
    RC_ASSERT(ordered_sum(static_cast<int>(values.size()), std::int64_t{0}, [&](int i) { return values[i]; }) ==
              expected);
}

TEST_F(Parallel, ExceptionsCrossThreads) {
    for (int threads : kThreadCounts) {
        set_thread_count(threads);
        const auto work = [](int begin, int) {
            if (begin == 500) throw std::runtime_error("chunk 500");
        };
        try {
            parallel_chunks(1000, 1, work);
            FAIL() << "no exception with " << threads << " threads";
        } catch (const std::runtime_error& error) {
            EXPECT_STREQ(error.what(), "chunk 500");
        }
        // and the threads are fit for work afterwards
        std::atomic<int> visits{0};
        parallel_chunks(100, 1, [&](int, int) { ++visits; });
        EXPECT_EQ(visits, 100);
    }
}

TEST_F(Parallel, LoopsCanBeNested) {
    for (int threads : kThreadCounts) {
        set_thread_count(threads);
        std::vector<std::atomic<int>> visits(400);
        parallel_chunks(20, 1, [&](int outer, int) {
            parallel_chunks(20, 3, [&](int begin, int end) {
                for (int inner = begin; inner < end; ++inner) ++visits[20 * outer + inner];
            });
        });
        for (const auto& v : visits) ASSERT_EQ(v, 1);
    }
}

}  // namespace
}  // namespace octomatch
