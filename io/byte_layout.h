// The layout of snapshots and recordings: every type in them, member by member. Inside io only.
//
// One description per type, for both directions. A member or a value that is added elsewhere and forgotten here does
// not compile. Whatever changes here, kFormatVersion changes with it.
#pragma once
#include "io/byte_stream.h"
#include "io/recording.h"
#include "io/snapshot.h"

namespace octomatch {

inline constexpr std::uint32_t kFormatVersion = 4;

inline bool is_known(MaterialRule rule) {
    switch (rule) {
        case MaterialRule::plain:
        case MaterialRule::as_printed:
        case MaterialRule::equal:
        case MaterialRule::added:
            return true;
    }
    return false;
}
inline bool is_known(MatchModel model) {
    switch (model) {
        case MatchModel::rigid:
        case MatchModel::linear:
        case MatchModel::quadratic:
            return true;
    }
    return false;
}
inline bool is_known(StiffnessUnit unit) {
    switch (unit) {
        case StiffnessUnit::young:
        case StiffnessUnit::frequency:
        case StiffnessUnit::alpha:
            return true;
    }
    return false;
}
inline bool is_known(DampingOrder order) {
    switch (order) {
        case DampingOrder::fused:
        case DampingOrder::rj07:
            return true;
    }
    return false;
}
inline bool is_known(PlanKind plan) {
    switch (plan) {
        case PlanKind::tree:
        case PlanKind::brute_force:
            return true;
    }
    return false;
}
inline bool is_known(RotationKind rotation) {
    switch (rotation) {
        case RotationKind::kernel:
        case RotationKind::reference:
            return true;
    }
    return false;
}
inline bool is_known(Criterion criterion) {
    switch (criterion) {
        case Criterion::uniform:
        case Criterion::features:
        case Criterion::curvature:
            return true;
    }
    return false;
}
inline bool is_known(Positions positions) {
    switch (positions) {
        case Positions::mass:
        case Positions::cell_centre:
            return true;
    }
    return false;
}
inline bool is_known(LinkRule rule) {
    switch (rule) {
        case LinkRule::contact:
        case LinkRule::touching:
            return true;
    }
    return false;
}
inline bool is_known(RelationKind relation) {
    switch (relation) {
        case RelationKind::intervals:
        case RelationKind::blocks:
        case RelationKind::fractional:
        case RelationKind::links:
            return true;
    }
    return false;
}
inline bool is_known(Symmetry symmetry) {
    switch (symmetry) {
        case Symmetry::adjoint:
        case Symmetry::union_:
        case Symmetry::intersection:
            return true;
    }
    return false;
}

// Shapes.

auto fields(As<TriangleMesh> auto& mesh) {
    return all_members(mesh, mesh.vertices, mesh.triangles);
}
auto fields(As<Box3> auto& box) {
    return all_members(box, box.low, box.high);
}
auto fields(As<Shape> auto& shape) {
    return all_members(shape, shape.box, shape.points, shape.radius);
}
auto fields(As<WantedCell> auto& wanted) {
    return all_members(wanted, wanted.where, wanted.cell);
}
auto fields(As<WantedWidth> auto& wanted) {
    return all_members(wanted, wanted.where, wanted.width);
}
auto fields(As<RegionSettings> auto& s) {
    return all_members(s, s.epsilon, s.relation, s.symmetry);
}
auto fields(As<ClusterSettings> auto& clusters) {
    return all_members(clusters, clusters.edge, clusters.overlap);
}
auto fields(As<SampleSettings> auto& s) {
    return all_members(s, s.base_cell, s.base_cells, s.depth, s.shift, s.criteria, s.kappa, s.spread, s.field, s.budget,
                       s.positions, s.links, s.density, s.width, s.widths, s.regions, s.clusters, s.memory_limit);
}
auto fields(As<SavedShape> auto& shape) {
    return all_members(shape, shape.id, shape.mesh, shape.settings, shape.compiled);
}
auto fields(As<CutSheet> auto& sheet) {
    return all_members(sheet, sheet.columns, sheet.points, sheet.overlap);
}
auto fields(As<FaceOrigin> auto& origin) {
    return all_members(origin, origin.sheet, origin.triangle, origin.side);
}
auto fields(As<CutSkin> auto& skin) {
    return all_members(skin, skin.mesh, skin.origin);
}
auto fields(As<StrokeSettings> auto& s) {
    return all_members(s, s.longest, s.least_advance, s.overshoot, s.most_rows, s.most_cells);
}
auto fields(As<Blade> auto& blade) {
    return all_members(blade, blade.p, blade.q);
}
auto fields(As<SavedEdits::Stroke> auto& stroke) {
    return all_members(stroke, stroke.settings, stroke.blade, stroke.sheet, stroke.before, stroke.rows_in_material);
}
auto fields(As<Adjacencies> auto& removed) {
    return all_members(removed, removed.cells, removed.masks);
}
auto fields(As<SavedEdits> auto& edits) {
    return all_members(edits, edits.id, edits.original, edits.sheets, edits.skin, edits.skin_is_closed, edits.stroke,
                       edits.removed, edits.split, edits.seeds);
}
auto fields(As<SavedEditedShape> auto& shape) {
    return all_members(shape, shape.edits, shape.compiled);
}

// Settings.

auto fields(As<Wind> auto& wind) {
    return all_members(wind, wind.velocity, wind.coupling, wind.gust, wind.period, wind.length);
}
auto fields(As<Ground> auto& ground) {
    return all_members(ground, ground.normal, ground.offset, ground.friction, ground.restitution);
}
auto fields(As<WorldSettings> auto& s) {
    return all_members(s, s.time_step, s.substeps, s.gravity, s.wind, s.ground, s.plan, s.rotation, s.undo_levels,
                       s.undo_memory);
}
auto fields(As<Stiffness> auto& stiffness) {
    return all_members(stiffness, stiffness.unit, stiffness.value);
}
auto fields(As<Plasticity> auto& plasticity) {
    return all_members(plasticity, plasticity.yield, plasticity.creep, plasticity.maximum);
}
auto fields(As<MaterialSettings> auto& material) {
    return all_members(material, material.rule, material.stiffness, material.damping, material.damping_order,
                       material.drag, material.plasticity, material.model, material.beta, material.keep_volume);
}

// The world.

auto fields(As<MaterialPoint> auto& point) {
    return all_members(point, point.rest, point.nodes, point.weights);
}
auto fields(As<Pin> auto& pin) {
    return all_members(pin, pin.node, pin.place, pin.velocity);
}
auto fields(As<Grab> auto& grab) {
    return all_members(grab, grab.id, grab.point, grab.target, grab.rate);
}
auto fields(As<BodyState> auto& state) {
    return all_members(state, state.origin, state.x, state.v, state.rotation, state.spin, state.matched, state.plastic);
}
auto fields(As<Body> auto& body) {
    static_assert(bytes::member_count<Body>() == 10, "a member is missing");
    // Without `form`, which follows from `shape`.
    return std::tie(body.id, body.cut_from, body.cut, body.shape, body.material, body.region_stiffness, body.pins,
                    body.grabs, body.state);
}
auto fields(As<CutUnderWay> auto& cut) {
    return all_members(cut, cut.id, cut.body, cut.blade);
}
auto fields(As<UndoLevel> auto& level) {
    return all_members(level, level.cut, level.before, level.after);
}
auto fields(As<World::Saved> auto& world) {
    return all_members(world, world.settings, world.bodies, world.frame, world.next_body, world.time, world.cuts,
                       world.undo, world.redo);
}
auto fields(As<Snapshot> auto& snapshot) {
    return all_members(snapshot, snapshot.program, snapshot.shapes, snapshot.edited, snapshot.next_shape,
                       snapshot.world, snapshot.state_hash);
}

// Requests.

auto fields(As<Zone> auto& zone) {
    return all_members(zone, zone.box, zone.points, zone.radius);
}
auto fields(As<Ray> auto& ray) {
    return all_members(ray, ray.origin, ray.direction);
}
auto fields(As<CreateBody> auto& create) {
    return all_members(create, create.shape, create.material, create.position, create.rotation, create.velocity,
                       create.angular_velocity);
}
auto fields(As<RemoveBody> auto& remove) {
    return all_members(remove, remove.body);
}
auto fields(As<PinZone> auto& pin) {
    return all_members(pin, pin.body, pin.where, pin.velocity);
}
auto fields(As<UnpinZone> auto& unpin) {
    return all_members(unpin, unpin.body, unpin.where);
}
auto fields(As<GrabPoint> auto& grab_point) {
    return all_members(grab_point, grab_point.grab, grab_point.body, grab_point.point, grab_point.target,
                       grab_point.rate);
}
auto fields(As<MoveGrab> auto& move) {
    return all_members(move, move.grab, move.target);
}
auto fields(As<ReleaseGrab> auto& release) {
    return all_members(release, release.grab);
}
auto fields(As<ChangeMaterial> auto& change) {
    return all_members(change, change.body, change.material);
}
auto fields(As<ChangeRegionStiffness> auto& change) {
    return all_members(change, change.body, change.where, change.stiffness);
}
auto fields(As<ChangeWorld> auto& change) {
    return all_members(change, change.settings);
}
auto fields(As<MoveBlade> auto& move) {
    return all_members(move, move.cut, move.body, move.blade);
}
auto fields(As<EndCut> auto& end) {
    return all_members(end, end.cut);
}
auto fields(As<UndoCut> auto& undo) {
    return all_members(undo);
}
auto fields(As<RedoCut> auto& redo) {
    return all_members(redo);
}
auto fields(As<RefineZone> auto& refine) {
    return all_members(refine, refine.body, refine.where, refine.cell);
}
auto fields(As<CoarsenZone> auto& coarsen) {
    return all_members(coarsen, coarsen.body, coarsen.where, coarsen.cell);
}
auto fields(As<RecordedFrame> auto& frame) {
    return all_members(frame, frame.shapes, frame.requests, frame.state_hash);
}

}  // namespace octomatch
