#include "octree/criteria.h"

#include <Eigen/Eigenvalues>
#include <cmath>
#include <memory>
#include <numeric>
#include <unordered_map>

#include "octree/cell_components.h"
#include "octree/cell_index.h"

namespace octomatch {

namespace {

constexpr double kSeparateVolume = 0.25;  // h^3: smaller components do not count as separate
constexpr double kThinVolume = 2.0;       // h^3 of thin material that justify a split
constexpr double kReach = 1.5;            // in rho: how far thick material reaches; 2 misses ears, 1.25 costs more
// Voxels are material up to kMaterialBelow outside the surface: so much deeper is a piece in the material, in h.
constexpr double kRim = double{kMaterialBelow} / kVoxels;

// Per level, the pieces that are thin at it.
std::vector<std::vector<char>> thin_pieces(const MaterialGraph& material, double kappa) {
    std::vector<std::vector<char>> thin(material.lattice.depth);
    for (int level = 0; level < material.lattice.depth; ++level) {
        const double rho = material.lattice.finest_per_cell(level) / (2 * kappa);  // in h
        std::vector<PieceId> thick;
        for (int p = 0; p < material.pieces(); ++p)
            if (material.depth[p] + kRim >= rho) thick.push_back({p});
        const auto hops = hops_from(material, thick, static_cast<int>(std::floor(kReach * rho)));
        thin[level].resize(material.pieces());
        for (int p = 0; p < material.pieces(); ++p) thin[level][p] = hops[p] < 0;
    }
    return thin;
}

double thin_volume(const MaterialGraph& material, const std::vector<char>& thin, const Cell& cell) {
    double volume = 0;
    for (int p = cell.first_piece; p < cell.end_piece; ++p)
        if (thin[p]) volume += material.volume[p];
    return volume;
}

int separate_components(const MaterialGraph& material, const Cell& cell) {
    int separate = 0;
    for (double volume : component_volumes(material, cell)) separate += volume >= kSeparateVolume;
    return separate;
}

Box3 box_of(const Lattice& lattice, const Cell& cell) {
    const Vec3d low = coordinates(cell.corner).cast<double>();
    return {lattice.world(low), lattice.world(low + Vec3d::Constant(lattice.finest_per_cell(cell.level)))};
}

// sum(area n n^T) of the surface per finest cell with material; triangles are cut into parts of about half a cell.
std::unordered_map<Morton, Mat3d> normal_tensors(const Lattice& lattice, const TriangleMesh& mesh) {
    std::unordered_map<Morton, Mat3d> tensors;
    const double h = lattice.finest_cell();
    for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
        const auto [a, b, c] = mesh.corners(t);
        const Vec3d normal = (b - a).cross(c - a);
        const double longest = std::max({(b - a).norm(), (c - b).norm(), (a - c).norm()});
        if (normal.norm() == 0) continue;
        const int parts = std::max(1, static_cast<int>(std::ceil(2 * longest / h)));
        const Mat3d part = normal * normal.transpose() / (2 * normal.norm() * parts * parts);
        for (int i = 0; i < parts; ++i)
            for (int j = 0; j < 2 * (parts - i) - 1; ++j) {  // upright and upside-down parts of row i alternate
                const double u = (i + (j % 2 ? 2.0 : 1.0) / 3) / parts, v = (j / 2 + (j % 2 ? 2.0 : 1.0) / 3) / parts;
                const Vec3d at = (a + u * (b - a) + v * (c - a) - lattice.corner) / h;
                tensors.try_emplace(morton(at.array().floor().cast<int>().matrix()), Mat3d::Zero()).first->second +=
                    part;
            }
    }
    return tensors;
}

}  // namespace

bool Shape::meets(const Box3& other) const {
    if (points.empty())
        return (box.low.array() <= other.high.array()).all() && (other.low.array() <= box.high.array()).all();
    for (const Vec3d& p : points)
        if ((p.cwiseMax(other.low).cwiseMin(other.high) - p).norm() <= radius) return true;
    return false;
}

SplitCriterion split_everywhere() {
    return [](const Cell&) { return true; };
}

SplitCriterion split_features(const MaterialGraph& material, double kappa) {
    return [&material, thin = thin_pieces(material, kappa)](const Cell& cell) {
        return thin_volume(material, thin[cell.level], cell) >= kThinVolume || separate_components(material, cell) > 1;
    };
}

std::function<double(const Cell&)> feature_need(const MaterialGraph& material, double kappa) {
    return [&material, thin = thin_pieces(material, kappa)](const Cell& cell) {
        return std::max(0, separate_components(material, cell) - 1) +
               thin_volume(material, thin[cell.level], cell) / kThinVolume;
    };
}

SplitCriterion split_curved(const MaterialGraph& material, const TriangleMesh& mesh, double spread) {
    const auto tensors = normal_tensors(material.lattice, mesh);
    std::vector<Mat3d> of_piece(material.pieces(), Mat3d::Zero());  // of its cell, on the cell's first piece
    for (std::size_t c = 0; c < material.cells.size(); ++c)
        if (const auto at = tensors.find(material.cells[c]); at != tensors.end())
            of_piece[material.first_piece[c]] = at->second;
    return [of_piece = std::move(of_piece), spread](const Cell& cell) {
        Mat3d sum = Mat3d::Zero();
        for (int p = cell.first_piece; p < cell.end_piece; ++p) sum += of_piece[p];
        if (sum.trace() == 0) return false;
        const auto eigenvalues = Eigen::SelfAdjointEigenSolver<Mat3d>(sum, Eigen::EigenvaluesOnly).eigenvalues();
        return 1 - eigenvalues.maxCoeff() / sum.trace() > spread;
    };
}

SplitCriterion split_field(const MaterialGraph& material, std::vector<WantedCell> field) {
    return [lattice = material.lattice, field = std::move(field)](const Cell& cell) {
        const Box3 box = box_of(lattice, cell);
        for (const WantedCell& wanted : field)
            // A wanted size between two levels takes the finer one; the factor forgives rounding of exact powers.
            if (lattice.cell_edge(cell.level) > wanted.cell * (1 + 1e-9) && wanted.where.meets(box)) return true;
        return false;
    };
}

SplitCriterion split_cut(const MaterialGraph& material) {
    return [&material](const Cell& cell) {
        const auto& crossed = material.removed.cells;
        const auto first = std::lower_bound(crossed.begin(), crossed.end(), cell.corner);
        return first != crossed.end() &&
               *first < cell.corner + (Morton{1} << 3 * (material.lattice.depth - cell.level));
    };
}

SplitCriterion any_of(std::vector<SplitCriterion> criteria) {
    return [criteria = std::move(criteria)](const Cell& cell) {
        for (const SplitCriterion& wants_split : criteria)
            if (wants_split(cell)) return true;
        return false;
    };
}

}  // namespace octomatch
