// Posing a skin allocates nothing after the first time. counting_allocator.cpp counts every call of operator new.
#include <gtest/gtest.h>

#include "core/parallel.h"
#include "core/skin.h"
#include "tests/core/counting_allocator.h"
#include "tests/core/test_bodies.h"
#include "tests/core/test_skins.h"
#include "tests/io/test_meshes.h"

namespace octomatch {
namespace {

using namespace test;

TEST(Allocation, PosingASkinAllocatesNothingAfterTheFirstTime) {
    set_thread_count(1);
    for (int layers : {1, 5}) {  // in a sheet rotations are needed too
        const auto rest = lattice_rest({5, 5, layers}, 0.4, 1);
        const SkinRest skin_rest = skin_around(*rest, sphere(Vec3d::Zero(), 0.9, 16), 0.6);
        const BodyState state = moved(*rest, [](const Vec3d& p) -> Vec3d { return p; });
        Skin skin;
        pose_skin(*rest, skin_rest, state, skin);
        const long before = allocations();
        for (int frame = 0; frame < 10; ++frame) pose_skin(*rest, skin_rest, state, skin);
        EXPECT_EQ(allocations() - before, 0);
    }
    set_thread_count(0);
}

}  // namespace
}  // namespace octomatch
