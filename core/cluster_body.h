// Bodies of clusters (MHTG05 4.4): nodes are arbitrary points, without any links, and regions are what lies in cubes
// that overlap. The machine runs them as it runs everything else.
#pragma once
#include <span>
#include <vector>

#include "core/material_point.h"
#include "core/skin.h"
#include "core/triangle_mesh.h"

namespace octomatch {

struct ClusterSettings {
    double edge = 0;        // of the cubes, in units of the mesh; 0: one cube around everything
    double overlap = 0.25;  // share of the edge that a cube has in common with the next one, in [0, 0.9]
};

/// One cluster for every cube with points in it, all counting alike. Throws InputError for cubes that make no sense.
BodyRest cluster_body(std::span<const Vec3d> points, std::span<const double> masses, const ClusterSettings& settings);

/// The vertices of a mesh, with the mass of the solid inside it in shares of the area around them.
BodyRest cluster_body(const TriangleMesh& mesh, double density, const ClusterSettings& settings);

/// Clusters hold together by the nodes they share: how many parts share none with each other, and will fly apart.
int loose_parts(const BodyRest& rest);

/// The mesh itself as the skin of such a body: every vertex is a node.
SkinRest skin_of_nodes(const TriangleMesh& mesh, const BodyRest& rest);

/// The node nearest to a point in the mesh's own coordinates, held together with those around it; balanced.
MaterialPoint nearest_nodes(const BodyRest& rest, const Vec3d& point);

}  // namespace octomatch
