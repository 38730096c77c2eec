// The compiler from end to end: mesh -> level set -> material -> octree -> nodes and links -> regions -> BodyRest.
#pragma once
#include <memory>
#include <span>

#include "core/body_rest.h"
#include "core/progress.h"
#include "octree/sample_settings.h"

namespace octomatch {

struct SampleSeconds {
    double level_set = 0, material = 0, octree = 0, graph = 0, regions = 0, compile = 0, total = 0;
};

/// One sampled body with everything it was compiled from; of a body of clusters there is the rest alone.
struct AdaptiveBody {
    SampleSettings settings;  // resolved: base_cell and width are set
    MaterialGraph material;
    Octree tree;
    Sampling sampling;
    std::shared_ptr<const BodyRest> rest;
    SampleSeconds seconds;
};

/// `mesh` must be a solid (io/mesh_report.h checks that). Throws InputError for settings that make no sense for it.
AdaptiveBody make_body(const TriangleMesh& mesh, const SampleSettings& settings, const Progress& progress = {});

/// The material of a mesh on a lattice: the part of make_body that does not depend on how cells are split.
MaterialGraph make_material(const TriangleMesh& mesh, const Lattice& lattice, double memory_limit);

/// Material, octree, nodes and regions again, for other criteria, widths or relations; material is as given.
AdaptiveBody make_body(const TriangleMesh& mesh, MaterialGraph material, const SampleSettings& resolved,
                       const Progress& progress = {});

/// The last part of it: nodes, regions and the rest of a material whose cells are split already.
AdaptiveBody make_body(MaterialGraph material, Octree tree, const SampleSettings& resolved,
                       const Progress& progress = {});

struct BodyChange;

/// The same for an edited body, to the bit, from what it was before: regions that the edit did not come near keep their
/// lists. `came_from`: per piece now, the one before that it is or is a part of. `change` gets what was kept.
AdaptiveBody update_body(const AdaptiveBody& before, MaterialGraph material, Octree tree,
                         std::span<const PieceId> came_from, BodyChange& change);

/// Fills in what depends on the mesh (base cell, width) and checks every number. Throws InputError.
SampleSettings resolved(const SampleSettings& settings, const TriangleMesh& mesh);

}  // namespace octomatch
