// The compiler from end to end: mesh -> level set -> material -> octree -> nodes and links -> regions -> BodyRest.
#pragma once
#include <memory>

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

/// Fills in what depends on the mesh (base cell, width) and checks every number. Throws InputError.
SampleSettings resolved(const SampleSettings& settings, const TriangleMesh& mesh);

}  // namespace octomatch
