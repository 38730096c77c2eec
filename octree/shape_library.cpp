#include "octree/shape_library.h"

namespace octomatch {

namespace {

constexpr double kSampled = 0.9;  // of the work

using Numbers = std::vector<double>;

void add(const Vec3d& v, Numbers& numbers) {
    numbers.insert(numbers.end(), v.begin(), v.end());
}

void add(const Shape& shape, Numbers& numbers) {
    const auto& [box, points, radius] = shape;
    add(box.low, numbers);
    add(box.high, numbers);
    numbers.push_back(static_cast<double>(points.size()));
    for (const Vec3d& p : points) add(p, numbers);
    numbers.push_back(radius);
}

// Settings are equal iff these are. All members are named, so that a new one does not compile until it is here.
Numbers numbers_of(const SampleSettings& settings) {
    const auto& [base_cell, base_cells, depth, shift, criteria, kappa, spread, field, budget, positions, links, density,
                 width, widths, regions, clusters, memory_limit] = settings;
    const auto& [epsilon, relation, symmetry] = regions;
    Numbers numbers{base_cell,      double(base_cells), double(depth),    kappa,       spread,
                    double(budget), double(positions),  double(links),    density,     width,
                    epsilon,        double(relation),   double(symmetry), memory_limit};
    add(shift, numbers);
    const auto& [edge, overlap] = clusters.value_or(ClusterSettings{.edge = -1});
    numbers.insert(numbers.end(), {edge, overlap});
    for (std::size_t size : {criteria.size(), field.size(), widths.size()})
        numbers.push_back(static_cast<double>(size));
    for (Criterion criterion : criteria) numbers.push_back(double(criterion));
    for (const auto& [where, cell] : field) {
        add(where, numbers);
        numbers.push_back(cell);
    }
    for (const auto& [where, wanted] : widths) {
        add(where, numbers);
        numbers.push_back(wanted);
    }
    return numbers;
}

bool equal(const TriangleMesh& a, const TriangleMesh& b) {
    return a.vertices == b.vertices && a.triangles == b.triangles;
}

// make_body's progress as a part of the whole.
Progress up_to(const Progress& progress, double share) {
    if (!progress) return {};
    return [&progress, share](std::string_view stage, double fraction) {
        if (fraction < 1) progress(stage, share * fraction);
    };
}

}  // namespace

ShapeLibrary::Entry::Entry(const TriangleMesh& solid, const SampleSettings& settings, const Progress& progress)
    : mesh(solid), body(make_body(mesh, settings, up_to(progress, kSampled))) {
    if (progress) progress("skin", kSampled);
    if (!settings.clusters) binder.emplace(body.material, body.tree, body.sampling, *body.rest);
    shape = {body.rest,
             std::make_shared<const SkinRest>(binder ? make_skin(mesh, *binder) : skin_of_nodes(mesh, *body.rest))};
    if (progress) progress("done", 1);
}

ShapeId ShapeLibrary::add(const TriangleMesh& mesh, const SampleSettings& settings, const Progress& progress) {
    const SampleSettings wanted = resolved(settings, mesh);
    for (int id = 0; id < shapes(); ++id)
        if (numbers_of(body({id}).settings) == numbers_of(wanted) && equal(entries_[id].mesh, mesh)) return {id};
    entries_.emplace_back(mesh, wanted, progress);
    return {shapes() - 1};
}

MaterialPoint ShapeLibrary::locate(ShapeId id, const Vec3d& rest_point) const {
    const Entry& entry = entries_[id.value];
    if (!entry.binder) return nearest_nodes(*entry.body.rest, rest_point);
    return balanced(entry.binder->bind({&rest_point, 1}).front(), *entry.body.rest);
}

}  // namespace octomatch
