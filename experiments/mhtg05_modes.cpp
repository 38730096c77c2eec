// Question: which deformations does each match model leave to a body?
// Method: all 27 modes of the quadratic map, x = x0 + a e_row q~_column, on a cube; a mode is free if it is its own
// goal. Expected: 27 with quadratic, 9 with linear, none with rigid matches.
#include "experiments/mhtg05_modes.h"

#include "core/match.h"
#include "experiments/cluster_bodies.h"

namespace octomatch {

namespace {

constexpr double kSize = 0.1;
constexpr int kTerms = 9;

/// Displacement of the mode at a place, at most about half the cube's size times `amount`.
Vec3d displacement(int row, int column, const Vec3d& x0, double amount) {
    Eigen::Matrix<double, kTerms, 1> terms;
    const Vec3d q = x0 / kSize;
    terms << q, 2 * squares(q);
    return amount * kSize * terms[column] * Vec3d::Unit(row);
}

/// How far goals are from the mode itself, over its own size.
double pulled_back(const MatchTables& tables, int row, int column) {
    RegionMatcher<double> match;
    BodyStateOf<double> state;
    state.matched.assign(tables.fits(), BodyStateOf<double>::Quat::Identity());
    Vec3d mean = Vec3d::Zero();
    for (const Vec3& at : tables.rest->x0) {
        const Vec3d x0 = at.cast<double>(), u = displacement(row, column, x0, 0.3);
        state.x.push_back(x0 + u);
        state.v.push_back(Vec3d::Zero());
        mean += u / tables.nodes();
    }
    match.sum_regions(tables, state);
    match.match_regions(tables, {}, 0, RotationKind::reference, state);
    match.average_goals(tables, state);
    double back = 0, size = 0;
    for (int i = 0; i < tables.nodes(); ++i) {
        back += match.to_goal(i).squaredNorm();
        size += (state.x[i] - tables.rest->x0[i].cast<double>() - mean).squaredNorm();
    }
    return std::sqrt(back / size);
}

ExperimentResult run(const ExperimentRun& run) {
    const TriangleMesh mesh = box_mesh(Vec3d::Constant(kSize), Vec3i::Constant(run.quick ? 5 : 8));
    ClusterWorld scene({.gravity = Vec3d::Zero()});
    const ShapeId cube = scene.add_shape(mesh, {});
    const auto rest = scene.shapes->shape(cube).rest;
    ExperimentResult result;
    result.series.columns = {"row", "column", "pulled back, rigid", "pulled back, linear", "pulled back, quadratic"};
    std::vector<MatchTables> tables;
    for (MatchModel model : {MatchModel::rigid, MatchModel::linear, MatchModel::quadratic})
        tables.emplace_back(rest, MaterialSettings{.model = model, .beta = 1, .keep_volume = false},
                            std::span<const float>{}, PlanKind::tree);
    int free[3] = {0, 0, 0};
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < kTerms; ++column) {
            std::vector<double> numbers{double(row), double(column)};
            for (int model = 0; model < 3; ++model) {
                numbers.push_back(pulled_back(tables[model], row, column));
                free[model] += numbers.back() < 1e-9;
            }
            result.series.rows.push_back(numbers);
            scene.add({.shape = cube, .position = {2.1 * kSize * column, -1.8 * kSize * row, 0}});
        }
    scene.change([](World::Saved& saved) {
        for (std::size_t b = 0; b < saved.bodies.size(); ++b)
            for (Vec3& x : saved.bodies[b].state.x)
                x += displacement(int(b) / kTerms, int(b) % kTerms, x.cast<double>(), 0.6).cast<float>();
    });
    result.claims = {
        claim_within("free modes of a quadratic match", 27, free[2], "modes", 0, "beta 1: each is its own goal"),
        claim_within("free modes of a linear match", 9, free[1], "modes", 0, "beta 1, volume not kept"),
        claim_within("free modes of a rigid match", 0, free[0], "modes", 0, "a cube of one cluster")};
    add_picture(run.folder, "modes.png",
                "Rows: along x, y, z. Columns: x, y, z, their squares, and xy, yz, zx, as in the paper's Figure 5.",
                scene, result, frontal(1200, 460));
    return result;
}

}  // namespace

Experiment mhtg05_modes_experiment() {
    return {
        .name = "mhtg05_modes",
        .paper = "MHTG05",
        .figure = "Figure 5",
        .question = "Which deformations does each match model leave to a body?",
        .method =
            "A cube of one cluster is deformed by each of the 27 coefficients of a quadratic map. A mode is free if "
            "the goals of the match are the deformed positions themselves.",
        .seconds_quick = 3,
        .run = run};
}

}  // namespace octomatch
