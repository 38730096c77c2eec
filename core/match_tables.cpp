#include "core/match_tables.h"

#include <algorithm>

#include "core/spin.h"

namespace octomatch {

namespace {

/// A region's place among the sums.
std::int32_t sum_of(const BodyRest& rest, int region) {
    return rest.list_of.empty() ? region : rest.list_of[region];
}

}  // namespace

MatchTables::MatchTables(std::shared_ptr<const BodyRest> shape, const MaterialSettings& material,
                         std::span<const float> region_stiffness, PlanKind kind)
    : rest(std::move(shape)), plan(*rest, kind) {
    const int n = rest->nodes();
    const Ragged<std::int32_t> regions_of = group_by<std::int32_t>(
        plan.sums(), rest->regions(), [&](int r) { return sum_of(*rest, r); }, [](int r) { return r; });

    const bool equal = material.rule == MaterialRule::equal;
    const bool share = !material.plasticity.active();
    const bool added = material.rule == MaterialRule::added;
    fit_of_region.resize(rest->regions());
    for (int s = 0; s < plan.sums(); ++s) {
        first_fit.push_back(static_cast<std::int32_t>(pull.size()));
        for (std::int32_t r : regions_of.row(s)) {
            if (!share || static_cast<int>(pull.size()) == first_fit.back()) {
                pull.push_back(0);
                drag_mass.push_back(0);
                region_of_fit.push_back(r);
            }
            fit_of_region[r] = static_cast<std::int32_t>(pull.size()) - 1;
            const double counts = added ? 1.0 : rest->weight_of_region(r);
            pull.back() +=
                counts * (region_stiffness.empty() ? 1.0 : region_stiffness[r]) * (equal ? rest->stiffness[r] : 1.0);
            drag_mass.back() += counts;
        }
    }
    first_fit.push_back(static_cast<std::int32_t>(pull.size()));

    std::vector<double> scratch, mass_of_sum(plan.sums(), 0.0);
    for (int s = 0; s < plan.sums(); ++s)
        for (int fit = first_fit[s]; fit < first_fit[s + 1]; ++fit) mass_of_sum[s] += drag_mass[fit];
    total.resize(n);
    plan.adjoint(1, mass_of_sum, total, scratch);
    if (added) add_up_pulls();
    fit_of_node = rest->by_clusters() ? fits_of_members() : fit_of_region;
    for (int i = 0; i < n; ++i)
        weight.push_back(material.rule == MaterialRule::as_printed ? rest->mass[i] : rest->mass[i] / total[i]);
    if (equal)
        for (int i = 0; i < n; ++i) inertia.push_back(principal_inertia_of(*rest, i));

    // The same sums as in a step, so that a body at rest has c = c0 to the bit.
    constexpr int kColumns = 13;
    std::vector<double> rows(std::size_t(n) * kColumns), sums(std::size_t(plan.sums()) * kColumns);
    for (int i = 0; i < n; ++i) {
        double* row = &rows[std::size_t(i) * kColumns];
        const Vec3d x0 = rest->x0[i].cast<double>();
        Eigen::Map<Vec3d>(row + 1) = weight[i] * x0;
        Eigen::Map<Mat3d>(row + 4) = weight[i] * Mat3d(x0 * x0.transpose());
        if (equal) Eigen::Map<Mat3d>(row + 4) += weight[i] * rest->own_moment[i].cast<double>();
        row[0] = weight[i];
    }
    plan.sum(kColumns, rows, sums, scratch);
    for (int s = 0; s < plan.sums(); ++s) {
        const double* row = &sums[std::size_t(s) * kColumns];
        mass.push_back(row[0]);
        centre.push_back(Eigen::Map<const Vec3d>(row + 1) / row[0]);
        spread.push_back(Eigen::Map<const Mat3d>(row + 4) - row[0] * Mat3d(centre.back() * centre.back().transpose()));
    }

    model = material.model;
    beta = material.beta;
    keep_volume = material.keep_volume;
    if (model == MatchModel::linear)
        for (const Mat3d& K : spread) linear.push_back(linear_fit(K));
    if (model == MatchModel::quadratic) quadratic = quadratic_fits(*rest, plan, weight, mass, centre, spread);
}

// Nothing is divided by. Damping would overshoot where rigid velocities are added up, so each region damps by its share
// of the most regions a node has; all nodes then lose momentum to regions that give it back.
void MatchTables::add_up_pulls() {
    const double most = *std::max_element(total.begin(), total.end());
    for (double& m : drag_mass) m /= most;
    for (double count : total) damped.push_back(count / most);
    total.assign(total.size(), 1.0);
}

std::vector<std::int32_t> MatchTables::fits_of_members() const {
    std::vector<std::int32_t> fits(rest->nodes());
    const Ragged<NodeId> clusters = members(*rest);
    for (int r = regions() - 1; r >= 0; --r)
        for (NodeId i : clusters.row(r)) fits[i.value] = fit_of_region[r];
    return fits;
}

std::string why_not(const MaterialSettings& material, const BodyRest& rest) {
    if (material.rule == MaterialRule::equal && rest.own_moment.empty())
        return "the rule 'equal' needs a body sampled with the relation 'fractional'";
    if (material.rule == MaterialRule::equal && material.model != MatchModel::rigid)
        return "the rule 'equal' matches rigidly: choose the model 'rigid'";
    return "";
}

}  // namespace octomatch
