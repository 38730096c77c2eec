// The shapes of a world: meshes, what they were sampled into and what the machine runs.
#pragma once
#include <deque>
#include <optional>

#include "core/body_compiler.h"
#include "octree/adaptive_body.h"
#include "octree/skin_binding.h"

namespace octomatch {

class ShapeLibrary : public BodyCompiler {
public:
    /// Samples a solid and binds its surface; equal meshes with equal resolved settings are one shape. Throws
    /// InputError as make_body does. References to shapes stay valid.
    ShapeId add(const TriangleMesh& mesh, const SampleSettings& settings, const Progress& progress = {});

    int shapes() const override { return static_cast<int>(entries_.size()); }
    const BodyShape& shape(ShapeId id) const override { return entries_[id.value].shape; }
    MaterialPoint locate(ShapeId id, const Vec3d& rest_point) const override;

    const TriangleMesh& mesh(ShapeId id) const { return entries_[id.value].mesh; }
    const AdaptiveBody& body(ShapeId id) const { return entries_[id.value].body; }

private:
    struct Entry {
        Entry(const TriangleMesh& solid, const SampleSettings& settings, const Progress& progress);
        Entry(const Entry&) = delete;  // the binder knows where the body is
        Entry& operator=(const Entry&) = delete;

        TriangleMesh mesh;
        AdaptiveBody body;
        std::optional<PointBinder> binder;  // none for clusters, whose nodes are the surface
        BodyShape shape;
    };
    std::deque<Entry> entries_;
};

}  // namespace octomatch
