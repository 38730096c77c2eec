#include "experiments/bench.h"

#include <fmt/format.h>

#include <ctime>
#include <memory>
#include <stdexcept>

#include "core/world.h"
#include "io/mesh_report.h"
#include "io/models.h"
#include "octree/material_cut.h"
#include "octree/region_update.h"
#include "octree/regions.h"
#include "octree/shape_library.h"

namespace octomatch {

namespace {

double processor_seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

template <class Work>
double seconds_of(Work&& work) {
    const double start = processor_seconds();
    work();
    return processor_seconds() - start;
}

/// `slow` and `fast` measure themselves, in seconds.
template <class Slow, class Fast>
BenchResult interleaved(int samples, const Progress& progress, Slow slow, Fast fast) {
    std::vector<double> ratios, slow_ms, fast_ms;
    for (int k = 0; k < samples; ++k) {
        if (progress) progress("samples", static_cast<double>(k) / samples);
        slow_ms.push_back(1e3 * slow());
        fast_ms.push_back(1e3 * fast());
        ratios.push_back(slow_ms.back() / fast_ms.back());
    }
    return {quantiles_of(ratios), samples,
            fmt::format("{:.1f} ms against {:.2f} ms", quantiles_of(slow_ms).median, quantiles_of(fast_ms).median)};
}

TriangleMesh solid(const char* model) {
    return check_mesh(find_model(model)->make()).mesh;
}

/// About 35,000 nodes; about 4,000 in the quick form.
SampleSettings fine_block(bool quick) {
    return {.base_cell = 0.0308, .depth = quick ? 2 : 3, .criteria = {Criterion::uniform}};
}

void require_equal(bool equal) {
    if (!equal) throw std::runtime_error("an update differs from its rebuild");
}

/// A square sheet through the middle of a block that touches at least one region in 35.
BenchResult region_update(bool quick, const Progress& progress) {
    const TriangleMesh mesh = solid("block");
    const AdaptiveBody before = make_body(mesh, fine_block(quick));
    const RegionSettings& settings = before.settings.regions;
    const double h = before.rest->finest_cell;
    AdaptiveBody after;
    BodyChange change;
    std::size_t regions = 0;
    for (double reach = 0.3 * h; regions < std::size_t(before.rest->nodes()) / 35; reach += 0.2 * h) {
        const Vec3d at = bounding_box(mesh).centre(), u(0.1 * reach, reach, 0), v(0, 0.1 * reach, reach);
        const TriangleMesh sheet{.vertices = {at - u - v, at + u - v, at + u + v, at - u + v},
                                 .triangles = {{0, 1, 2}, {0, 2, 3}}};
        MaterialGraph material = before.material;
        const PieceRemap pieces = cut_material(material, sheet);
        Octree tree = make_octree(material, split_everywhere());
        after = update_body(before, std::move(material), std::move(tree), pieces.came_from, change);
        regions = regions_to_update(settings, *before.rest, change.node_before, *after.rest).size();
    }
    BodyRest bare = *after.rest;
    bare.lists = {};
    bare.list_of = {};
    const auto timed = [&](auto&& fill) {
        BodyRest rest = bare;
        const double seconds = seconds_of([&] { fill(rest); });
        require_equal(rest.lists == after.rest->lists && rest.list_of == after.rest->list_of);
        return seconds;
    };
    BenchResult result = interleaved(
        quick ? 9 : 15, progress, [&] { return timed([&](BodyRest& rest) { add_interval_regions(settings, rest); }); },
        [&] {
            return timed(
                [&](BodyRest& rest) { update_interval_regions(settings, *before.rest, change.node_before, rest); });
        });
    result.note += fmt::format("; {} regions of {}", regions, before.rest->nodes());
    return result;
}

struct Cuttable {
    explicit Cuttable(const TriangleMesh& mesh, const SampleSettings& settings)
        : shapes(std::make_shared<ShapeLibrary>()), world(shapes) {
        const Request create = CreateBody{.shape = shapes->add(mesh, settings)};
        world.adapt({&create, 1});
    }
    void adapt(const Request& request) { world.adapt({&request, 1}); }
    int nodes() const { return static_cast<int>(world.bodies().front().state.x.size()); }

    std::shared_ptr<ShapeLibrary> shapes;
    World world;
};

/// One movement of a blade that goes a few cells deep into the block.
BenchResult cut_update(bool quick, const Progress& progress) {
    const TriangleMesh mesh = solid("block");
    const SampleSettings settings = fine_block(quick);
    const Box3 box = bounding_box(mesh);
    Cuttable cut(mesh, settings);
    const double h = cut.shapes->body({0}).rest->finest_cell;
    const int nodes = cut.nodes();
    const auto blade = [&](double height) {
        return Blade{{0.003, height, box.low.z() - h}, {0.003, height, box.high.z() + h}};
    };
    cut.adapt(MoveBlade{{0}, {0}, blade(box.high.y() + h)});
    double height = box.high.y() - h;
    BenchResult result = interleaved(
        9, progress, [&] { return seconds_of([&] { Cuttable(mesh, settings); }); },
        [&] {
            const Request move = MoveBlade{{0}, {0}, blade(height)};
            height -= h;
            return seconds_of([&] { cut.adapt(move); });
        });
    result.note += fmt::format("; {} nodes", nodes);
    return result;
}

/// A petal is touched: its cells go from the coarsest to the finest.
BenchResult lod_touch(bool quick, const Progress& progress) {
    const TriangleMesh mesh = solid("flower");
    const Box3 box = bounding_box(mesh);
    const double radius = 0.15 * box.diagonal();
    const Vec3d at(box.high.x() - radius, box.centre().y() + 0.2 * box.extent().y(), box.centre().z());
    SampleSettings coarse{.base_cells = quick ? 60 : 200, .depth = 3, .criteria = {}};
    coarse = resolved(coarse, mesh);
    coarse.base_cells = 0;
    SampleSettings refined = coarse;
    refined.field = {
        {.where = {.box = {}, .points = {at}, .radius = radius}, .cell = std::ldexp(coarse.base_cell, -coarse.depth)}};
    int nodes = 0, nodes_before = 0;
    BenchResult result = interleaved(
        9, progress, [&] { return seconds_of([&] { Cuttable(mesh, refined); }); },
        [&] {
            Cuttable touched(mesh, coarse);
            nodes_before = touched.nodes();
            const Request refine = RefineZone{{0}, {.box = {}, .points = {at}, .radius = radius}};
            const double seconds = seconds_of([&] { touched.adapt(refine); });
            nodes = touched.nodes();
            return seconds;
        });
    result.note += fmt::format("; {} nodes become {}", nodes_before, nodes);
    return result;
}

}  // namespace

const std::vector<Benchmark>& benchmarks() {
    static const std::vector<Benchmark> all{
        {"region_update_vs_rebuild", 45, "the regions near a cut, against all regions of the body", region_update},
        {"cut_update_vs_compile", 30, "one movement of a blade, against compiling the body from its mesh", cut_update},
        {"lod_touch", 10, "a flower refined by three levels where it is touched, against compiling it so", lod_touch}};
    return all;
}

}  // namespace octomatch
