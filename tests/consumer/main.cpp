// Uses something of each installed library: a model (io, and Manifold behind octree), its volume (core), threads (TBB).
#include <cstdio>

#include "core/parallel.h"
#include "core/triangle_mesh.h"
#include "io/models.h"
#include "octree/triangle_bvh.h"

int main() {
    using namespace octomatch;
    const Model* model = find_model("block");
    if (!model) return 1;
    const TriangleMesh mesh = model->make();
    const double volume = signed_volume(mesh);
    const double winding = TriangleBvh(mesh).winding_number(bounding_box(mesh).centre());
    const int triangles = ordered_sum(static_cast<int>(mesh.triangles.size()), 0, [](int) { return 1; });
    std::printf("%s: %d triangles, volume %g, winding number at the centre %g\n", model->name.c_str(), triangles,
                volume, winding);
    return volume > 0 && winding > 0.5 ? 0 : 1;
}
