#include "io/snapshot.h"

#include <algorithm>
#include <functional>
#include <new>
#include <set>

#include "core/hash.h"
#include "io/byte_layout.h"
#include "io/chunk_file.h"
#include "io/whole_file.h"

namespace octomatch {

namespace {

constexpr int kMost = 1 << 30;  // frames, that is a year of them, and bodies: counting on does not overflow

void require(bool holds, const std::string& what) {
    if (!holds) throw InputError(what);
}

std::uint64_t hash(const BodyShape& shape) {
    Hash h;
    h.add(octomatch::hash(*shape.rest));
    if (shape.skin) {
        h.add(shape.skin->vertices);
        h.add_bytes(shape.skin->triangles.data(), shape.skin->triangles.size() * sizeof shape.skin->triangles[0]);
        h.add(shape.skin->nodes.offsets);
        h.add(shape.skin->nodes.items);
        h.add(shape.skin->weights);
    }
    return h.value();
}

void check(const TriangleMesh& mesh) {
    const int count = static_cast<int>(mesh.vertices.size());
    for (const Vec3d& v : mesh.vertices) require(v.allFinite(), "its mesh has a vertex that is not finite");
    for (const auto& triangle : mesh.triangles)
        for (int corner : triangle)
            require(corner >= 0 && corner < count,
                    "its mesh uses vertex " + std::to_string(corner) + " of " + std::to_string(count));
}

// Does a member grow from element to element?
template <class T, class Member>
bool rises(const std::vector<T>& list, Member T::*member) {
    return std::ranges::adjacent_find(list, std::ranges::greater_equal(), member) == list.end();
}

// Everything a step takes for granted about a body and reads without looking.
void check(const Body& body, const ShapeLibrary& shapes) {
    require(shapes.has(body.shape), "there is no shape " + std::to_string(body.shape.value));
    const BodyRest& rest = *shapes.shape(body.shape).rest;
    const auto nodes = static_cast<std::size_t>(rest.nodes()), regions = static_cast<std::size_t>(rest.regions());
    const auto one_each = [](std::size_t size, std::size_t wanted, bool may_be_none, const char* what) {
        require(size == wanted || (may_be_none && size == 0), std::string("the number of its ") + what + " is " +
                                                                  std::to_string(size) + ", not " +
                                                                  std::to_string(wanted));
    };
    const auto per_node = [&](std::size_t size, bool may_be_none, const char* what) {
        one_each(size, nodes, may_be_none, what);
    };
    const auto is_node = [&](NodeId node) { return node.valid() && static_cast<std::size_t>(node.value) < nodes; };

    per_node(body.state.x.size(), false, "positions");
    per_node(body.state.v.size(), false, "velocities");
    const bool turns = body.material.rule == MaterialRule::equal;
    require(why_not(body.material, rest).empty(), why_not(body.material, rest));
    per_node(body.state.rotation.size(), !turns, "node rotations");
    per_node(body.state.spin.size(), !turns, "node spins");
    one_each(body.state.plastic.size(), regions, !body.material.plasticity.active(), "plastic deformations");
    one_each(body.region_stiffness.size(), regions, true, "region stiffnesses");
    for (const Pin& pin : body.pins) require(is_node(pin.node), "it pins node " + std::to_string(pin.node.value));
    for (const Grab& grab : body.grabs) {
        require(!grab.point.nodes.empty() && grab.point.nodes.size() == grab.point.weights.size(),
                "it is grabbed at a point without nodes or weights");
        for (NodeId node : grab.point.nodes)
            require(is_node(node), "it is grabbed by node " + std::to_string(node.value));
    }
    require(rises(body.pins, &Pin::node), "its pins are out of order");
    require(rises(body.grabs, &Grab::id), "its grabs are out of order");
}

void check(const std::vector<Body>& bodies, int next_body, const ShapeLibrary& shapes) {
    BodyId last;
    for (const Body& body : bodies) {
        require(last < body.id && body.id.value < next_body, "its bodies are out of order");
        last = body.id;
        try {
            check(body, shapes);
        } catch (const InputError& error) {
            throw InputError("body " + std::to_string(body.id.value) + ": " + error.what());
        }
    }
}

void check(const World::Saved& world, const ShapeLibrary& shapes) {
    for (int count : {world.frame, world.next_body})
        require(count >= 0 && count < kMost, "its frame or its body count is absurd");
    check(world.bodies, world.next_body, shapes);
    for (const auto* levels : {&world.undo, &world.redo})
        for (const UndoLevel& level : *levels) check(level.before, world.next_body, shapes);
    require(rises(world.cuts, &CutUnderWay::id), "its cuts are out of order");
}

std::vector<ShapeId> edited_shapes(const ShapeLibrary& shapes, const World::Saved& world) {
    std::set<ShapeId> ids;
    const auto add = [&](const std::vector<Body>& bodies) {
        for (const Body& body : bodies)
            if (!shapes.is_original(body.shape)) ids.insert(body.shape);
    };
    add(world.bodies);
    for (const auto* levels : {&world.undo, &world.redo})
        for (const UndoLevel& level : *levels) add(level.before);
    return {ids.begin(), ids.end()};
}

// One of `count` equal parts of the whole.
Progress part_of(const Progress& progress, std::size_t part, std::size_t count) {
    if (!progress) return {};
    return [=](std::string_view stage, double fraction) {
        progress(stage, (static_cast<double>(part) + fraction) / static_cast<double>(count));
    };
}

}  // namespace

SavedShape saved_shape(const ShapeLibrary& shapes, ShapeId id) {
    return {id, shapes.mesh(id), shapes.body(id).settings, hash(shapes.shape(id))};
}

void add_shape(const SavedShape& shape, ShapeLibrary& shapes, const Progress& progress) {
    try {
        require(shape.id.value >= shapes.shapes() && shape.id.value < kMost, "its number is taken");
        shapes.reserve(shape.id.value);
        check(shape.mesh);
        const ShapeId id = shapes.add(shape.mesh, shape.settings, progress);
        require(id == shape.id, "it equals shape " + std::to_string(id.value));
        require(hash(shapes.shape(id)) == shape.compiled,
                "this program compiles it differently from the one that saved it");
    } catch (const InputError& error) {
        throw InputError("shape " + std::to_string(shape.id.value) + ": " + error.what());
    }
}

namespace {

std::shared_ptr<const BodyShape> add_edited_shape(const SavedEditedShape& shape, ShapeLibrary& shapes) try {
    require(shape.edits.id.value < kMost, "its number is absurd");
    auto compiled = shapes.add_edited(shape.edits);
    require(hash(*compiled) == shape.compiled, "this program compiles it differently from the one that saved it");
    return compiled;
} catch (const InputError& error) {
    throw InputError("shape " + std::to_string(shape.edits.id.value) + ": " + error.what());
}

}  // namespace

Snapshot snapshot_of(const ShapeLibrary& shapes, const World& world) {
    Snapshot snapshot{.program = OCTOMATCH_VERSION, .world = world.save(), .state_hash = octomatch::hash(world)};
    for (int id = 0; id < shapes.shapes(); ++id)
        if (shapes.is_original({id})) snapshot.shapes.push_back(saved_shape(shapes, {id}));
    for (ShapeId id : edited_shapes(shapes, snapshot.world))
        snapshot.edited.push_back({shapes.edited_from(id), hash(shapes.shape(id))});
    snapshot.next_shape = shapes.shapes();
    return snapshot;
}

RestoredWorld restored(const Snapshot& snapshot, const Progress& progress) try {
    const auto shapes = std::make_shared<ShapeLibrary>();
    for (std::size_t i = 0; i < snapshot.shapes.size(); ++i)
        add_shape(snapshot.shapes[i], *shapes, part_of(progress, i, snapshot.shapes.size()));
    std::vector<std::shared_ptr<const BodyShape>> edited;  // they live as long as somebody has them
    for (const SavedEditedShape& shape : snapshot.edited) edited.push_back(add_edited_shape(shape, *shapes));
    require(snapshot.next_shape >= shapes->shapes() && snapshot.next_shape < kMost, "its number of shapes is absurd");
    shapes->reserve(snapshot.next_shape);
    check(snapshot.world, *shapes);
    RestoredWorld result{shapes, World::restored(shapes, snapshot.world)};
    for (const Body& body : result.world.bodies())
        require(static_cast<int>(body.state.matched.size()) == result.world.tables_of(body).fits(),
                "body " + std::to_string(body.id.value) + ": the number of its matched rotations is wrong");
    require(octomatch::hash(result.world) == snapshot.state_hash,
            "the restored state differs from the one that was saved");
    return result;
} catch (const InputError& error) {
    if (snapshot.program == OCTOMATCH_VERSION) throw;
    throw InputError(std::string(error.what()) + " (saved by octomatch " + snapshot.program +
                     ", this is " OCTOMATCH_VERSION ")");
}

void write_snapshot(const std::filesystem::path& file, const ShapeLibrary& shapes, const World& world) {
    write_whole_file(file, file_start("snapshot") + chunk("SNAP", to_bytes(snapshot_of(shapes, world))));
}

RestoredWorld read_snapshot(const std::filesystem::path& file, const Progress& progress) {
    try {
        const std::string bytes = read_whole_file(file);
        ChunkReader chunks("snapshot", bytes);
        const auto snapshot = read_chunk<Snapshot>("SNAP", "its content", chunks);
        require(chunks.left() == 0, "has " + std::to_string(chunks.left()) + " bytes behind its end");
        return restored(snapshot, progress);
    } catch (const InputError& error) {
        throw InputError(file.string() + ": " + error.what());
    } catch (const std::bad_alloc&) {
        throw InputError(file.string() + ": needs more memory than there is");
    }
}

}  // namespace octomatch
