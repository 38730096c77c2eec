// World::adapt: cuts, refinement and coarsening.
#include <algorithm>

#include "core/adaptation.h"
#include "core/input_error.h"

namespace octomatch {

namespace {

std::string name_of(BodyId id) {
    return "body " + std::to_string(id.value);
}

/// World box around all nodes and their cells.
Box3 box_of(const Body& body) {
    const BodyRest& rest = *World::shape_of(body).rest;
    Box3 box;
    float cell = 0;
    for (int i = 0; i < rest.nodes(); ++i) {
        box.include(Vec3d(body.state.x[i].cast<double>()));
        cell = std::max(cell, rest.cell[i]);
    }
    return {box.low + body.state.origin - Vec3d::Constant(cell), box.high + body.state.origin + Vec3d::Constant(cell)};
}

bool overlap(const Box3& a, const Box3& b) {
    return (a.low.array() <= b.high.array()).all() && (b.low.array() <= a.high.array()).all();
}

Box3 swept(const Blade& from, const Blade& to) {
    Box3 box;
    for (const Vec3d& p : {from.p, from.q, to.p, to.q}) box.include(p);
    return box;
}

std::string names_of(std::span<const BodyId> bodies) {
    std::string names;
    for (std::size_t k = 0; k < bodies.size(); ++k) names += (k ? ", " : "") + std::to_string(bodies[k].value);
    return names;
}

}  // namespace

std::vector<BodyId> Adaptation::edit(BodyId id, const ShapeEdit& edit) {
    EditResult result;
    try {
        const Body& whole = *find(id);
        result = world_.compiler_->edit(whole.shape, edit, whole.state);
    } catch (const InputError& error) {
        refuse(name_of(id) + ": " + error.what());
        return {id};
    }
    report_.crumbs += result.crumbs;
    report_.crumb_mass += result.crumb_mass;
    for (const std::string& note : result.notes) report_.notes.push_back(name_of(id) + ": " + note);

    const std::size_t index = find(id) - world_.bodies_.data();
    if (result.parts.size() == 1 && result.parts[0].nodes_are_the_same) {
        Body& body = world_.bodies_[index];
        body.shape = result.parts[0].shape;
        body.form = world_.compiler_->shared(body.shape);
        return {id};
    }
    const Body& whole = world_.bodies_[index];
    std::vector<Body> parts;
    std::vector<BodyId> ids;
    for (const EditedShape& edited : result.parts) {
        ids.push_back(parts.empty() ? id : BodyId{world_.next_body_++});
        parts.push_back(part_of(whole, edited, ids.back()));
    }
    hand_over_grabs(whole, parts);
    world_.bodies_.erase(world_.bodies_.begin() + index);
    world_.workspaces_.erase(world_.workspaces_.begin() + index);
    for (Body& part : parts) {
        const auto matched = std::exchange(part.state.matched, {});
        const BodyId part_id = part.id;
        world_.insert(std::move(part));
        Body& placed = *find(part_id);
        const MatchTables& tables = world_.tables_of(placed);
        for (int fit = 0; fit < tables.fits(); ++fit) placed.state.matched[fit] = matched[tables.region_of_fit[fit]];
    }
    if (ids.size() > 1) {
        report_.created.insert(report_.created.end(), ids.begin() + 1, ids.end());
        report_.notes.push_back(name_of(id) + " falls into " + std::to_string(ids.size()) +
                                " bodies: " + names_of(ids));
    }
    return ids;
}

Body Adaptation::part_of(const Body& whole, const EditedShape& edited, BodyId id) {
    const MatchTables& tables = world_.tables_of(whole);
    NodeValues values{whole.state, whole.region_stiffness, whole.pins};
    values.state.matched.clear();
    for (int r = 0; r < tables.regions(); ++r)
        values.state.matched.push_back(whole.state.matched[tables.fit_of_region[r]]);

    Body part{.id = id, .cut_from = whole.cut_from, .cut = whole.cut, .shape = edited.shape};
    if (id != whole.id) part.cut_from.push_back(whole.id);
    part.form = world_.compiler_->shared(edited.shape);
    part.material = whole.material;
    Transferred transferred =
        transfer(edited.remap, *whole.form->rest, whole.form->skin->fit, values, *part.form->rest);
    part.state = std::move(transferred.values.state);
    part.region_stiffness = std::move(transferred.values.region_stiffness);
    part.pins = std::move(transferred.values.pins);
    return part;
}

// A grab stays with the material it holds.
void Adaptation::hand_over_grabs(const Body& whole, std::vector<Body>& parts) const {
    for (const Grab& grab : whole.grabs) {
        const Vec3d point = whole.form->rest->origin + grab.point.rest.cast<double>();
        const auto distance = [&](const Body& part) { return world_.compiler_->distance(part.shape, point); };
        Body& holder = *std::min_element(parts.begin(), parts.end(),
                                         [&](const Body& a, const Body& b) { return distance(a) < distance(b); });
        holder.grabs.push_back({grab.id, world_.compiler_->locate(holder.shape, point), grab.target, grab.rate});
    }
}

void Adaptation::operator()(const MoveBlade& move) {
    if (!move.blade.p.allFinite() || !move.blade.q.allFinite()) return refuse("a blade must be at finite points");
    auto& cuts = world_.cuts_;
    auto at = std::lower_bound(cuts.begin(), cuts.end(), move.cut,
                               [](const CutUnderWay& cut, CutId id) { return cut.id < id; });
    if (at == cuts.end() || at->id != move.cut) {
        if (move.body.valid() && family(move.body).empty()) return;
        at = cuts.insert(at, {move.cut, move.body, move.blade});
    }
    const CutUnderWay cut = *at;
    std::vector<BodyId> bodies;
    const Box3 path = swept(cut.blade, move.blade);
    for (const Body& body : world_.bodies_) {
        if (cut.body.valid() && !is_or_was(body, cut.body)) continue;
        if (body.cut == cut.id || overlap(box_of(body), path)) bodies.push_back(body.id);
    }
    for (BodyId id : bodies) this->cut(cut, move.blade, id);
    at->blade = move.blade;
}

void Adaptation::cut(const CutUnderWay& cut, const Blade& blade, BodyId id) {
    if (find(id)->cut != cut.id) {
        if (find(id)->cut.valid()) end_cut_in(id);
        keep_for_undo(cut.id, *find(id));
        find(id)->cut = cut.id;
        edit(id, MoveBladeEdit{cut.blade});
        if (cut.blade == blade) return;
    }
    edit(id, MoveBladeEdit{blade});
}

void Adaptation::operator()(const EndCut& end) {
    auto& cuts = world_.cuts_;
    if (std::erase_if(cuts, [&](const CutUnderWay& cut) { return cut.id == end.cut; }) == 0)
        return refuse("there is no cut " + std::to_string(end.cut.value));
    std::vector<BodyId> bodies;
    for (const Body& body : world_.bodies_)
        if (body.cut == end.cut) bodies.push_back(body.id);
    for (BodyId id : bodies) end_cut_in(id);
    for (UndoLevel& level : world_.undo_)
        if (level.cut == end.cut) level.cut = {};
    bound_undo();
}

void Adaptation::end_cut_in(BodyId id) {
    const CutId cut = find(id)->cut;
    const std::vector<BodyId> parts = edit(id, EndCutEdit{});
    for (BodyId part : parts) find(part)->cut = {};
    for (UndoLevel& level : world_.undo_)
        if (level.cut == cut) level.after.insert(level.after.end(), parts.begin() + 1, parts.end());
}

void Adaptation::end_cuts() {
    for (const CutUnderWay& cut : std::vector<CutUnderWay>(world_.cuts_)) (*this)(EndCut{cut.id});
}

void Adaptation::operator()(const RefineZone& refine) {
    if (!(refine.cell >= 0)) return refuse("a wanted cell must not be negative");
    for (BodyId id : family(refine.body)) edit(id, RefineEdit{refine.where, refine.cell});
}

void Adaptation::operator()(const CoarsenZone& coarsen) {
    if (!(coarsen.cell >= 0)) return refuse("a wanted cell must not be negative");
    for (BodyId id : family(coarsen.body)) edit(id, CoarsenEdit{coarsen.where, coarsen.cell});
}

}  // namespace octomatch
