// How large regions are and which nodes belong to them. These settings change the material of a body.
#pragma once

namespace octomatch {

/// intervals: each region chooses its summation rows (FASM 4.2). blocks: pairs of rows choose each other (dual tree).
/// fractional: coarse cells belong in part, as the finest cells in them would (octree/fractional.h).
/// links: all nodes at most w / h links away, at least one link [RJ07]; for uniform bodies.
enum class RelationKind { intervals, blocks, fractional, links };

/// What becomes of members that do not have each other. adjoint: nothing; goals use the transposed sums, which is
/// stable and conserves momentum without symmetry. union_, intersection: two readings of FASM 4.2 step 3.
enum class Symmetry { adjoint, union_, intersection };

struct RegionSettings {
    double epsilon = 0.5;  // members up to w always, beyond (1 + epsilon) w never (FASM's value)
    RelationKind relation = RelationKind::intervals;
    Symmetry symmetry = Symmetry::adjoint;
};

}  // namespace octomatch
