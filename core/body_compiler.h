// What the machine asks of the compiler. octree/ implements it; core knows neither cells nor grids.
#pragma once
#include <memory>
#include <vector>

#include "core/body_rest.h"
#include "core/skin.h"

namespace octomatch {

using ShapeId = Index<struct ShapeTag>;  // a compiled shape, shared by the bodies made of it

struct BodyShape {
    std::shared_ptr<const BodyRest> rest;
    std::shared_ptr<const SkinRest> skin;
};

/// A point of the material: where it is follows from the nodes that carry it.
struct MaterialPoint {
    Vec3 rest = Vec3::Zero();  // relative to the rest's origin
    std::vector<NodeId> nodes;
    std::vector<float> weights;  // beside nodes; positive, adding up to 1
};

class BodyCompiler {
public:
    virtual ~BodyCompiler() = default;

    virtual int shapes() const = 0;
    virtual const BodyShape& shape(ShapeId id) const = 0;

    /// The material nearest to a point of the rest shape, in the mesh's own coordinates.
    virtual MaterialPoint locate(ShapeId id, const Vec3d& rest_point) const = 0;
};

}  // namespace octomatch
