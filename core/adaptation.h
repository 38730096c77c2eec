// How requests change a world: World::adapt from inside. What makes and holds bodies is in core/adapt.cpp, what edits
// their shapes in core/edit.cpp, what takes that back in core/undo.cpp.
#pragma once
#include "core/world.h"

namespace octomatch {

/// Carries out requests, one after the other, and reports what it could not.
class Adaptation {
public:
    Adaptation(World& world, AdaptReport& report) : world_(world), report_(report) {}

    void operator()(const CreateBody& create);
    void operator()(const RemoveBody& remove);
    void operator()(const PinZone& pin);
    void operator()(const UnpinZone& unpin);
    void operator()(const GrabPoint& grab);
    void operator()(const MoveGrab& move);
    void operator()(const ReleaseGrab& let_go);
    void operator()(const ChangeMaterial& change);
    void operator()(const ChangeRegionStiffness& change);
    void operator()(const ChangeWorld& change);

    void operator()(const MoveBlade& move);
    void operator()(const EndCut& end);
    void operator()(const UndoCut&);
    void operator()(const RedoCut&);
    void operator()(const RefineZone& refine);
    void operator()(const CoarsenZone& coarsen);

private:
    void refuse(const std::string& why) { report_.refused.push_back(why); }

    Body* find(BodyId id);
    /// The body and all that was cut off it. None is refused.
    std::vector<BodyId> family(BodyId id);
    BodyId nearest_to(const std::vector<BodyId>& bodies, const Vec3d& rest_point);

    std::vector<NodeId> nodes_in(const Body& body, const Zone& where) const;
    bool release(GrabId id);

    /// Edits the shape of a body, which becomes one body or several; the first keeps the id. Returns all of them.
    std::vector<BodyId> edit(BodyId id, const ShapeEdit& edit);
    Body part_of(const Body& whole, const EditedShape& edited, BodyId id);
    void hand_over_grabs(const Body& whole, std::vector<Body>& parts) const;

    void cut(const CutUnderWay& cut, const Blade& blade, BodyId id);
    void end_cut_in(BodyId id);
    void end_cuts();
    void keep_for_undo(CutId cut, const Body& body);
    void bound_undo();
    /// Puts bodies in the place of others; returns the level that takes that back.
    UndoLevel swap(UndoLevel level);

    World& world_;
    AdaptReport& report_;
};

}  // namespace octomatch
