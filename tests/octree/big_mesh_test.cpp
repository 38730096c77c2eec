// Big meshes and great depths: memory is asserted, time is printed.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cmath>
#include <cstdio>

#include "core/input_error.h"
#include "core/timer.h"
#include "tests/io/test_meshes.h"
#include "tests/octree/sampled_models.h"

namespace octomatch {
namespace {

using namespace test;

/// The most memory this process has used so far, in GB.
double peak_gigabytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) * 1024 * 1e-9;
}

/// A sphere with bumps of two sizes, a million triangles and a few.
TriangleMesh bumpy_sphere() {
    TriangleMesh mesh = sphere(Vec3d::Zero(), 1, 501);
    for (Vec3d& v : mesh.vertices) {
        const Vec3d n = v;
        v *= 1 + 0.08 * std::sin(9 * n.x()) * std::sin(8 * n.y()) * std::sin(7 * n.z()) +
             0.01 * std::sin(60 * n.x() + 50 * n.y());
    }
    return mesh;
}

TEST(BigMeshLong, AMillionTrianglesAreSampledInLessThanFourGigabytes) {
    const TriangleMesh mesh = canonical(bumpy_sphere());
    ASSERT_GE(mesh.triangles.size(), 1000000u);
    const Stopwatch watch;
    const AdaptiveBody body = make_body(mesh, {});
    const SampleSeconds& s = body.seconds;
    std::printf(
        "%zu triangles: %.1f s (level set %.1f, material %.1f, octree %.2f, graph %.2f, regions %.2f); peak %.2f GB; "
        "%d nodes\n",
        mesh.triangles.size(), watch.seconds(), s.level_set, s.material, s.octree, s.graph, s.regions, peak_gigabytes(),
        body.rest->nodes());
    EXPECT_LT(peak_gigabytes(), 4);
    EXPECT_EQ(connectivity(body.rest->links).components, 1);
    double mass = 0;
    for (float m : body.rest->mass) mass += m;
    EXPECT_NEAR(mass / (1000 * signed_volume(mesh)), 1, 2e-3);
}

// What is accepted stays within the limit: the estimate made beforehand is no less than what is used.
TEST(BigMeshLong, ADepthThatIsAcceptedStaysWithinTheMemoryLimit) {
    constexpr double kLimit = 1.5;  // GB
    for (const char* name : {"flower", "hand", "liver"}) {
        const TriangleMesh mesh = model_mesh(name);
        for (int depth = 12;; --depth) try {
                const Stopwatch watch;
                const AdaptiveBody body = make_body(mesh, {.depth = depth, .memory_limit = kLimit});
                const double estimate = level_set_bytes(mesh, body.material.lattice) * 1e-9;
                std::printf("%s, depth %d: estimate %.2f GB, peak %.2f GB, %.1f s, %zu finest cells, %d nodes\n", name,
                            depth, estimate, peak_gigabytes(), watch.seconds(), body.material.cells.size(),
                            body.rest->nodes());
                EXPECT_LT(peak_gigabytes(), kLimit);
                EXPECT_GE(depth, 4);
                break;
            } catch (const InputError& error) {
                EXPECT_NE(std::string(error.what()).find("more than the limit of 1.5 GB"), std::string::npos)
                    << error.what();
            }
    }
}

}  // namespace
}  // namespace octomatch
