// What the machine asks of the compiler. octree/ implements it; core knows neither cells nor grids.
#pragma once
#include <memory>
#include <vector>

#include "core/body_rest.h"
#include "core/material_point.h"
#include "core/skin.h"

namespace octomatch {

using ShapeId = Index<struct ShapeTag>;  // a compiled shape, shared by the bodies made of it

struct BodyShape {
    std::shared_ptr<const BodyRest> rest;
    std::shared_ptr<const SkinRest> skin;
};

class BodyCompiler {
public:
    virtual ~BodyCompiler() = default;

    virtual int shapes() const = 0;
    virtual const BodyShape& shape(ShapeId id) const = 0;

    /// The material nearest to a point of the rest shape, in the mesh's own coordinates; balanced.
    virtual MaterialPoint locate(ShapeId id, const Vec3d& rest_point) const = 0;
};

}  // namespace octomatch
