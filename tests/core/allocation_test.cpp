// A step allocates nothing once it has run. counting_allocator.cpp counts every call of operator new.
#include <gtest/gtest.h>

#include "core/parallel.h"
#include "tests/core/counting_allocator.h"
#include "tests/core/test_bodies.h"

namespace octomatch {
namespace {

using namespace test;

TEST(Allocation, AStepAllocatesNothingAfterTheFirst) {
    set_thread_count(1);
    for (RelationKind relation : {RelationKind::intervals, RelationKind::blocks})
        for (DampingOrder order : {DampingOrder::fused, DampingOrder::rj07}) {
            CreateBody create{.material = {.damping_order = order, .plasticity = {.yield = 0.01}}};
            World world = shaken(world_of(model_rest("comb", relation), {.ground = Ground{}}, create), 0.2);
            world.step();
            const long before = allocations();
            for (int step = 0; step < 10; ++step) world.step();
            EXPECT_EQ(allocations() - before, 0);
        }
    set_thread_count(0);
}

}  // namespace
}  // namespace octomatch
