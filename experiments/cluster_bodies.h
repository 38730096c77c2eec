// What the experiments on MHTG05 have in common: bodies of clusters over the surface of a box, states set by hand, and
// how far a shape is from its rest shape.
#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "core/world.h"
#include "experiments/pictures.h"
#include "octree/shape_library.h"

namespace octomatch {

/// The surface of a box about the origin, each face in squares: `cells` of them along each axis.
TriangleMesh box_mesh(const Vec3d& extent, const Vec3i& cells);

/// The edge of cubes of which `count`, each overlapping the next by `overlap` of its edge, make a row of `length`.
double edge_for(int count, double length, double overlap);

/// Bodies of clusters in a world of their own.
struct ClusterWorld {
    explicit ClusterWorld(const WorldSettings& settings);

    ShapeId add_shape(const TriangleMesh& mesh, const ClusterSettings& clusters);
    BodyId add(const CreateBody& create);
    void ask(const Request& request);
    void run(double seconds);
    /// Positions and velocities by hand.
    void change(const std::function<void(World::Saved&)>& edit);
    const BodyRest& rest_of(BodyId body) const { return *world.shape_of(*world.find(body)).rest; }
    const BodyState& state_of(BodyId body) const { return world.find(body)->state; }

    std::shared_ptr<ShapeLibrary> shapes;
    World world;
};

/// Root mean square distances, over that of the rest shape from its centre.
struct Deformation {
    double beyond_rigid = 0;      // from the nearest rigid motion of the rest shape
    double beyond_affine = 0;     // from its nearest affine image
    double beyond_quadratic = 0;  // from its nearest image under a quadratic map
};
Deformation deformation_of(const BodyRest& rest, const BodyState& state);

/// Draws the world, or notes why there is no picture.
struct ExperimentResult;
void add_picture(const std::filesystem::path& folder, const std::string& file, const std::string& caption,
                 const ClusterWorld& world, ExperimentResult& result, const Shot& shot = {});

}  // namespace octomatch
