#include "experiments/lattice_bodies.h"

namespace octomatch {

std::string name_of(LatticeKind kind) {
    switch (kind) {
        case LatticeKind::plain:
            return "flsm";
        case LatticeKind::contact:
            return "flsm_contact";
        case LatticeKind::octree_uniform:
            break;
    }
    return "octree_uniform";
}

SampleSettings lattice_settings(LatticeKind kind, SampleSettings settings) {
    settings.criteria = {Criterion::uniform};
    settings.field.clear();
    settings.budget = 0;
    settings.links = kind == LatticeKind::plain ? LinkRule::touching : LinkRule::contact;
    settings.regions.relation = kind == LatticeKind::octree_uniform ? RelationKind::intervals : RelationKind::links;
    return settings;
}

}  // namespace octomatch
