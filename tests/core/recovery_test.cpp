// Bodies come back from whatever happened to them.
#include <gtest/gtest.h>

#include "core/cluster_body.h"
#include "core/rotation.h"
#include "tests/core/model_bodies.h"

namespace octomatch {
namespace {

using namespace test;

constexpr const char* kStarts[] = {"squeezed flat", "inverted", "at one point", "random"};

template <class Vec>
void spoil(const std::string& start, double size, std::vector<Vec>& places) {
    std::mt19937 random(5);
    std::normal_distribution<double> normal;
    for (Vec& x : places) {
        if (start == "squeezed flat") x.y() = 0;
        if (start == "inverted") x.x() *= -1;
        if (start == "at one point") x.setZero();
        if (start == "random")
            x = (size * Vec3d{normal(random), normal(random), normal(random)}).cast<typename Vec::Scalar>();
    }
}

TEST(Recovery, DegenerateRegionsStayFiniteAndRecover) {
    const std::vector<std::pair<std::string, std::vector<Vec3d>>> cases = {
        {"one node", {{0, 0, 0}}},
        {"two nodes", {{0, 0, 0}, {1, 0, 0}}},
        {"three nodes", {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}},
        {"collinear", {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}}},
        {"planar", {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {2, 1, 0}}},
        {"corners of a cube", {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}}},
        {"solid", {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}}}};
    for (const auto& [name, places] : cases)
        for (MatchModel model : kModels)
            for (const char* start : kStarts) {
                SCOPED_TRACE(name + ", " + name_of(model) + ", " + start);
                MaterialSettings material;
                material.model = model;
                material.damping = 20;
                const std::vector<double> masses(places.size(), 1.0);
                DoubleBody body(std::make_shared<const BodyRest>(cluster_body(places, masses, {})), material, 0.02);
                spoil(start, 1, body.state.x);
                body.run(600);
                for (std::size_t i = 0; i < places.size(); ++i)
                    for (std::size_t j = 0; j < i; ++j)
                        EXPECT_NEAR((body.state.x[i] - body.state.x[j]).norm(), (places[i] - places[j]).norm(), 2e-3);
            }
}

/// How far a shape is from the rest shape, as the best rigid motion leaves it, over its size.
double distortion(const BodyRest& rest, const BodyState& state) {
    double M = 0;
    Vec3d c = Vec3d::Zero();
    for (int i = 0; i < rest.nodes(); ++i) c += rest.mass[i] * state.x[i].cast<double>(), M += rest.mass[i];
    c /= M;  // c0 = 0
    Mat3d A = Mat3d::Zero();
    for (int i = 0; i < rest.nodes(); ++i)
        A += rest.mass[i] * (state.x[i].cast<double>() - c) * rest.x0[i].cast<double>().transpose();
    const Mat3d R = reference_rotation(A, Eigen::Quaterniond::Identity()).toRotationMatrix();
    double most = 0;
    for (int i = 0; i < rest.nodes(); ++i)
        most = std::max(most, (state.x[i].cast<double>() - c - R * rest.x0[i].cast<double>()).norm());
    return most / size_of(rest);
}

TEST(Recovery, SqueezedInvertedAndCollapsedDucksRecover) {
    for (const ClusterSettings& settings : {ClusterSettings{}, {.edge = 0.1, .overlap = 0.5}}) {
        const auto rest = clusters("duck", 20, settings);
        for (MatchModel model : kModels)
            for (const char* start : kStarts) {
                SCOPED_TRACE(std::string(name_of(model)) + ", " + start + ", " + std::to_string(rest->regions()) +
                             " clusters");
                World world = world_of(rest, empty_space(), {.material = {.damping = 10, .model = model, .beta = 0.5}});
                World::Saved saved = world.save();
                spoil(start, 0.05, saved.bodies[0].state.x);
                world = World::restored(std::make_shared<FixedShapes>(std::vector{rest}), saved);
                for (int frame = 0; frame < 300; ++frame) world.step();
                EXPECT_LT(distortion(*rest, world.bodies()[0].state), 0.01);
            }
    }
}

}  // namespace
}  // namespace octomatch
