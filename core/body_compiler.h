// What the machine asks of the compiler. octree/ implements it; core knows neither cells nor grids.
#pragma once
#include <memory>
#include <vector>

#include "core/body_rest.h"
#include "core/material_point.h"
#include "core/shape_edit.h"
#include "core/skin.h"

namespace octomatch {

struct BodyShape {
    std::shared_ptr<const BodyRest> rest;
    std::shared_ptr<const SkinRest> skin;
};

class BodyCompiler {
public:
    virtual ~BodyCompiler() = default;

    /// Ids of all shapes there were so far are smaller. Shapes that came out of an edit live as long as a body has
    /// them.
    virtual int shapes() const = 0;
    virtual bool has(ShapeId id) const { return id.value >= 0 && id.value < shapes(); }
    virtual std::shared_ptr<const BodyShape> shared(ShapeId id) const = 0;
    const BodyShape& shape(ShapeId id) const { return *shared(id); }

    /// The material nearest to a point of the rest shape, in the mesh's own coordinates; balanced.
    virtual MaterialPoint locate(ShapeId id, const Vec3d& rest_point) const = 0;
    /// How far that material is from the point, in the mesh's own unit.
    virtual double distance(ShapeId id, const Vec3d& rest_point) const = 0;

    /// Memory of a shape, and of all that is kept beside it.
    virtual std::size_t bytes(ShapeId id) const { return shape(id).rest->bytes(); }

    /// Shapes as they are after an edit of a body in the given state. Throws InputError where that makes no sense; all
    /// is as before then.
    virtual EditResult edit(ShapeId id, const ShapeEdit& edit, const BodyState& state) = 0;
};

}  // namespace octomatch
