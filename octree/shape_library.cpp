#include "octree/shape_library.h"

#include <algorithm>

#include "core/input_error.h"
#include "octree/closed_surface.h"
#include "octree/fragments.h"
#include "octree/material_cut.h"
#include "octree/node_parts.h"
#include "octree/rest_point.h"
#include "octree/shape_bytes.h"

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

std::vector<PieceId> themselves(const MaterialGraph& material) {
    std::vector<PieceId> pieces;
    for (int p = 0; p < material.pieces(); ++p) pieces.push_back({p});
    return pieces;
}

Box3 box_of(const Lattice& lattice, const Cell& cell) {
    const Vec3d low = coordinates(cell.corner).cast<double>();
    return {lattice.world(low), lattice.world(low + Vec3d::Constant(lattice.finest_per_cell(cell.level)))};
}

/// The cells, at all levels, that hold a node which rests outside of a zone.
SplitCells cells_reaching_out_of(const Zone& zone, const AdaptiveBody& body) {
    SplitCells cells;
    for (int i = 0; i < body.rest->nodes(); ++i) {
        if (zone.contains(body.rest->origin + body.rest->x0[i].cast<double>())) continue;
        for (int c = body.sampling.leaf_of[i].value; c >= 0; c = body.tree.parent[c])
            cells.add(body.tree.cells[c].level, body.tree.cells[c].corner);
    }
    return cells;
}

// Edges that differ by rounding are equal.
bool at_most(double edge, double wanted) {
    return edge <= wanted * (1 + 1e-9);
}

}  // namespace

ShapeLibrary::EntryPointer ShapeLibrary::find(ShapeId id) const {
    if (const auto known = originals_.find(id); known != originals_.end()) return known->second;
    const auto known = edited_.find(id);
    return known == edited_.end() ? nullptr : known->second.lock();
}

std::shared_ptr<const BodyShape> ShapeLibrary::shared(ShapeId id) const {
    const EntryPointer entry = find(id);
    if (!entry) throw InputError("there is no shape " + std::to_string(id.value));
    return {entry, &entry->shape};
}

// Who binds the surface, and the surface bound.
void ShapeLibrary::bind(Entry& entry) {
    const AdaptiveBody& body = *entry.body;
    entry.shape.rest = body.rest;
    if (body.settings.clusters) {
        entry.shape.skin = std::make_shared<const SkinRest>(skin_of_nodes(entry.mesh(), *body.rest));
        return;
    }
    index_sheets(entry);
    entry.binder =
        std::make_shared<const PointBinder>(body.material, body.tree, body.sampling, *body.rest, entry.sheets.get());
    entry.bound = std::make_shared<const BoundSkin>(bind_skin(entry.mesh(), *entry.binder));
    entry.shape.skin = {entry.bound, &entry.bound->skin};
}

void ShapeLibrary::index_sheets(Entry& entry) {
    const Lattice& lattice = entry.body->material.lattice;
    entry.sheets = std::make_shared<const SheetIndex>(entry.edits ? entry.edits->index(lattice) : SheetIndex(lattice));
}

// The same after an edit of `before`, which left most of it alone.
void ShapeLibrary::bind_as_before(const Entry& before, const BodyChange& change, Entry& entry) {
    entry.shape.rest = entry.body->rest;
    index_sheets(entry);
    entry.binder = std::make_shared<const PointBinder>(*entry.body, entry.sheets.get(), *before.binder, change);
    entry.bound =
        std::make_shared<const BoundSkin>(update_skin(entry.mesh(), *entry.binder,
                                                      {.mesh = before.mesh(),
                                                       .bound = *before.bound,
                                                       .binder = *before.binder,
                                                       .change = change,
                                                       .sheet_cells = entry.sheets->cells_unlike(*before.sheets)}));
    entry.shape.skin = {entry.bound, &entry.bound->skin};
}

ShapeId ShapeLibrary::add(const TriangleMesh& mesh, const SampleSettings& settings, const Progress& progress) {
    const SampleSettings wanted = resolved(settings, mesh);
    for (const auto& [id, entry] : originals_)
        if (numbers_of(entry->body->settings) == numbers_of(wanted) && equal(entry->solid, mesh)) return id;
    auto entry = std::make_shared<Entry>();
    entry->solid = mesh;
    entry->body = std::make_shared<const AdaptiveBody>(make_body(mesh, wanted, up_to(progress, kSampled)));
    if (progress) progress("skin", kSampled);
    bind(*entry);
    if (progress) progress("done", 1);
    entry->original = {next_};
    originals_[entry->original] = entry;
    return {next_++};
}

MaterialPoint ShapeLibrary::locate(ShapeId id, const Vec3d& rest_point) const {
    const Entry& entry = at(id);
    if (!entry.binder) return nearest_nodes(*entry.body->rest, rest_point);
    return balanced(entry.binder->bind({&rest_point, 1}).front(), *entry.body->rest);
}

double ShapeLibrary::distance(ShapeId id, const Vec3d& rest_point) const {
    const Entry& entry = at(id);
    if (!entry.binder)
        return bounding_box(entry.solid).empty() ? 0 : (rest_point - bounding_box(entry.solid).centre()).norm();
    const Lattice& lattice = entry.body->material.lattice;
    const PieceFinder finder(entry.body->material, entry.sheets.get());
    const MaterialPlace place = finder.nearest((rest_point - lattice.corner) / lattice.finest_cell());
    return lattice.finest_cell() * (place.distance + (place.across ? 1 : 0));
}

// ---- edits

namespace {

/// Before the first cut.
void close_skin(double finest_cell, ShapeEdits& edits, std::vector<std::string>& notes) {
    if (edits.skin_is_closed || edits.open || !edits.sheets.empty()) return;
    try {
        const ClosedSurface closed = close_surface(edits.skin.mesh, finest_cell);
        if (!closed.repair.empty()) notes.push_back(closed.repair);
        edits.skin = uncut_skin(closed.mesh);
        edits.skin_is_closed = true;
    } catch (const InputError& error) {
        notes.push_back(std::string("only the material is cut, not the surface: ") + error.what());
    }
}

std::vector<std::int64_t> seeds_of(const MaterialGraph& material) {
    std::vector<std::int64_t> seeds;
    const std::vector<std::int32_t> component = components(material);
    for (int p = 0; p < material.pieces(); ++p)
        if (component[p] == static_cast<std::int32_t>(seeds.size()))
            seeds.push_back(64 * static_cast<std::int64_t>(material.cell_of[p]) + std::countr_zero(material.voxels[p]));
    return seeds;
}

}  // namespace

ShapeEdits ShapeLibrary::edits_of(const Entry& entry) {
    return entry.edits ? *entry.edits : ShapeEdits{.skin = uncut_skin(entry.solid)};
}

ShapeId ShapeLibrary::keep(std::shared_ptr<Entry> entry) {
    edited_[{next_}] = entry;
    just_made_.emplace_back(entry, &entry->shape);
    return {next_++};
}

std::size_t ShapeLibrary::bytes(ShapeId id) const {
    const Entry& entry = at(id);
    return bytes_of(*entry.body) + bytes_of(*entry.shape.skin) + (entry.edits ? bytes_of(*entry.edits) : 0);
}

EditResult ShapeLibrary::edit(ShapeId id, const ShapeEdit& edit, const BodyState& state) {
    const EntryPointer entry = find(id);
    if (!entry->binder) throw InputError("a body of clusters has no cells to edit");
    just_made_.clear();
    std::erase_if(edited_, [](const auto& known) { return known.second.expired(); });
    if (const auto* move = std::get_if<MoveBladeEdit>(&edit)) return move_blade(entry, move->blade, state);
    if (std::holds_alternative<EndCutEdit>(edit)) return end_cut(id, entry);

    const Lattice& lattice = entry->body->material.lattice;
    if (const auto* refine = std::get_if<RefineEdit>(&edit))
        return split(id, entry, [&](const Cell& cell, bool is_split) {
            return is_split || (!at_most(lattice.cell_edge(cell.level), refine->cell) &&
                                refine->where.meets(box_of(lattice, cell)));
        });
    const auto& coarsen = std::get<CoarsenEdit>(edit);
    const SplitCells at_first(at(entry->original).body->tree),
        outside = cells_reaching_out_of(coarsen.where, *entry->body);
    return split(id, entry, [&](const Cell& cell, bool is_split) {
        if (!is_split || outside.contains(cell)) return is_split;
        return coarsen.cell == 0 ? at_first.contains(cell) : !at_most(lattice.cell_edge(cell.level), coarsen.cell);
    });
}

EditResult ShapeLibrary::move_blade(const EntryPointer& entry, const Blade& blade, const BodyState& state) {
    const AdaptiveBody& body = *entry->body;
    EditResult result;
    const double h = body.rest->finest_cell;
    auto edits = std::make_shared<ShapeEdits>(edits_of(*entry));
    close_skin(h, *edits, result.notes);
    const RestPoints rest_points(*body.rest, entry->shape.skin->fit, state);
    const TriangleMesh added = octomatch::move_blade(
        blade, [&](const Vec3d& p) { return rest_points.at(p); }, h, *edits);

    auto now = std::make_shared<Entry>(*entry);
    now->edits = edits;
    now->solid = {};
    if (added.triangles.empty()) {
        result.parts.push_back({keep(now), {}, true});
        return result;
    }
    const Adjacencies crossed = crossed_by(body.material, on_grid(body.material.lattice, added));
    MaterialGraph material = body.material;
    const PieceRemap pieces = remove_adjacencies(material, crossed);
    if (pieces.touched.empty()) {
        bind_as_before(*entry, no_change(body), *now);
        result.parts.push_back({keep(now), {}, true});
        return result;
    }
    const SplitCells is_split(body.tree);
    const SplitCriterion is_crossed = split_cut(material);
    Octree tree = make_octree(material, [&](const Cell& c) { return is_split.contains(c) || is_crossed(c); });
    BodyChange change;
    now->body = std::make_shared<const AdaptiveBody>(
        update_body(body, std::move(material), std::move(tree), pieces.came_from, change));
    bind_as_before(*entry, change, *now);
    NodeRemap remap = remap_nodes(body, *now->body, pieces.came_from);
    result.parts.push_back({keep(now), std::move(remap)});
    return result;
}

EditResult ShapeLibrary::end_cut(ShapeId id, const EntryPointer& entry) {
    EditResult result;
    if (!entry->edits || !entry->edits->open) {
        result.parts.push_back({id, {}, true});
        return result;
    }
    const AdaptiveBody& body = *entry->body;
    auto edits = std::make_shared<ShapeEdits>(*entry->edits);
    end_stroke(*edits);
    const Fragments fragments = find_fragments(body.material, edits->skin, *entry->sheets);
    result.crumbs = fragments.crumbs;
    result.crumb_mass = body.settings.density * std::pow(body.rest->finest_cell, 3) * fragments.crumb_volume;
    if (fragments.parts.size() == 1 && fragments.crumbs == 0) {
        auto now = std::make_shared<Entry>(*entry);
        now->edits = edits;
        result.parts.push_back({keep(now), {}, true});
        return result;
    }
    const SplitCells is_split(body.tree);
    for (const Fragment& fragment : fragments.parts) {
        auto part = std::make_shared<Entry>();
        part->original = entry->original;
        auto own = std::make_shared<ShapeEdits>(*edits);
        own->skin = fragment.skin;
        part->edits = own;
        std::vector<PieceId> came_from;
        MaterialGraph material = part_of(body.material, fragment.has_piece, came_from);
        Octree tree = make_octree(material, [&](const Cell& c) { return is_split.contains(c); });
        BodyChange change;
        part->body = std::make_shared<const AdaptiveBody>(
            update_body(body, std::move(material), std::move(tree), came_from, change));
        bind_as_before(*entry, change, *part);
        NodeRemap remap = remap_nodes(body, *part->body, came_from);
        result.parts.push_back({keep(part), std::move(remap)});
    }
    return result;
}

EditResult ShapeLibrary::split(ShapeId id, const EntryPointer& entry,
                               const std::function<bool(const Cell&, bool)>& wants_split) {
    const AdaptiveBody& body = *entry->body;
    const SplitCells is_split(body.tree);
    const SplitCriterion is_crossed = split_cut(body.material);
    Octree tree = make_octree(body.material, [&](const Cell& cell) {
        return is_crossed(cell) || wants_split(cell, is_split.contains(cell));
    });
    EditResult result;
    if (tree == body.tree) {
        result.parts.push_back({id, {}, true});
        return result;
    }
    auto now = std::make_shared<Entry>(*entry);
    now->edits = std::make_shared<const ShapeEdits>(edits_of(*entry));
    now->solid = {};
    const std::vector<PieceId> pieces = themselves(body.material);
    BodyChange change;
    now->body = std::make_shared<const AdaptiveBody>(update_body(body, body.material, std::move(tree), pieces, change));
    bind_as_before(*entry, change, *now);
    NodeRemap remap = remap_nodes(body, *now->body, pieces);
    result.parts.push_back({keep(now), std::move(remap)});
    return result;
}

// ---- edits that are kept in files

namespace {

void check(const CutSheet& sheet) {
    const bool is_grid =
        sheet.columns == 0 ? sheet.points.empty() : sheet.columns > 0 && sheet.points.size() % sheet.columns == 0;
    if (!is_grid || sheet.overlap < 0 || sheet.overlap > sheet.rows()) throw InputError("a sheet of it is no grid");
    for (const Vec3d& p : sheet.points)
        if (!p.allFinite()) throw InputError("a sheet of it is not finite");
}

void check(const CutSkin& skin) {
    const int vertices = static_cast<int>(skin.mesh.vertices.size());
    if (skin.origin.size() != skin.mesh.triangles.size() || skin.origin.empty())
        throw InputError("its surface does not say where it came from");
    for (const auto& triangle : skin.mesh.triangles)
        for (int v : triangle)
            if (v < 0 || v >= vertices) throw InputError("its surface uses a vertex that it does not have");
    for (const Vec3d& v : skin.mesh.vertices)
        if (!v.allFinite()) throw InputError("its surface is not finite");
}

void check(const SavedEdits& saved) {
    for (const CutSheet& sheet : saved.sheets) check(sheet);
    check(saved.skin);
    if (saved.stroke) {
        check(saved.stroke->sheet);
        check(saved.stroke->before);
        if (saved.stroke->rows_in_material < 0) throw InputError("its cut under way is damaged");
    }
    if (saved.removed.cells.size() != saved.removed.masks.size() ||
        std::ranges::adjacent_find(saved.removed.cells, std::ranges::greater_equal()) != saved.removed.cells.end())
        throw InputError("what was cut of it is out of order");
}

}  // namespace

SavedEdits ShapeLibrary::edited_from(ShapeId id) const {
    const Entry& entry = at(id);
    const ShapeEdits& edits = *entry.edits;
    SavedEdits saved{.id = id,
                     .original = entry.original,
                     .sheets = edits.sheets,
                     .skin = edits.skin,
                     .skin_is_closed = edits.skin_is_closed,
                     .removed = entry.body->material.removed,
                     .seeds = seeds_of(entry.body->material)};
    if (edits.open) {
        const CutStroke& stroke = edits.open->stroke;
        saved.stroke = {stroke.settings(), stroke.blade(), stroke.sheet(), edits.open->before,
                        edits.open->rows_in_material};
    }
    const SplitCells is_split(entry.body->tree);
    for (const auto& corners : is_split.corners()) saved.split.emplace_back(corners.begin(), corners.end());
    return saved;
}

std::shared_ptr<const BodyShape> ShapeLibrary::add_edited(const SavedEdits& from) {
    if (!from.id.valid() || has(from.id)) throw InputError("there is a shape with its number already");
    if (!is_original(from.original) || !at(from.original).binder) throw InputError("its original is missing");
    check(from);
    const AdaptiveBody& first = *at(from.original).body;
    MaterialGraph material = first.material;
    const CellIndex cells(material.cells);
    for (Morton cell : from.removed.cells)
        if (cells.find(cell) < 0) throw InputError("it is cut where it has no material");
    remove_adjacencies(material, from.removed);

    const CellIndex index(material.cells);
    const std::vector<std::int32_t> component = components(material);
    std::vector<char> stays(material.pieces(), 0), has_seed(material.pieces(), 0);
    for (std::int64_t seed : from.seeds) {
        const int cell = seed < 0 ? -1 : index.find(static_cast<Morton>(seed / 64));
        if (cell < 0) throw InputError("a part of it has no material");
        for (int p = material.first_piece[cell]; p < material.first_piece[cell + 1]; ++p)
            if (material.voxels[p] >> (seed % 64) & 1) has_seed[component[p]] = 1;
    }
    for (int p = 0; p < material.pieces(); ++p) stays[p] = has_seed[component[p]];
    std::vector<PieceId> came_from;
    material = part_of(material, stays, came_from);
    if (material.pieces() == 0) throw InputError("it has no material");

    auto entry = std::make_shared<Entry>();
    entry->original = from.original;
    ShapeEdits edits{.sheets = from.sheets, .skin = from.skin, .skin_is_closed = from.skin_is_closed};
    if (const auto& stroke = from.stroke)
        edits.open = {CutStroke(stroke->settings, stroke->blade, stroke->sheet), stroke->before,
                      stroke->rows_in_material};
    entry->edits = std::make_shared<const ShapeEdits>(std::move(edits));
    SplitCells is_split;
    for (std::size_t level = 0; level < from.split.size(); ++level)
        for (Morton corner : from.split[level]) is_split.add(static_cast<int>(level), corner);
    Octree tree = make_octree(material, [&](const Cell& cell) { return is_split.contains(cell); });
    entry->body = std::make_shared<const AdaptiveBody>(make_body(std::move(material), std::move(tree), first.settings));
    bind(*entry);
    edited_[from.id] = entry;
    reserve(from.id.value + 1);
    return {entry, &entry->shape};
}

}  // namespace octomatch
