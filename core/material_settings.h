// What a body is made of, as the user says it. Together with a BodyRest it is compiled into MatchTables.
#pragma once

namespace octomatch {

/// Which weights the region sums use. plain: m_i / M_i, which conserves linear and angular momentum. as_printed: m_i as
/// in FASM (6), (7), kept for reproduction; it conserves sum m_i M_i v_i instead. equal: as plain, and nodes turn with
/// their own moments, so that the material is that of the finest lattice; needs a body of the relation `fractional`.
/// added: the pulls of a node's regions are added up, not averaged (MHTG05 (14)), with weights m_i; it conserves both
/// momenta, and is stable as long as alpha times the number of regions of any node stays below 4.
enum class MaterialRule { plain, as_printed, equal, added };

/// What a region may become. rigid: only turned. linear, quadratic: also deformed, as far as beta allows (MHTG05 4.2,
/// 4.3).
enum class MatchModel { rigid, linear, quadratic };

/// young: Young's modulus in Pa. frequency: of the stiffest mode, in rad/s. alpha: share of the way to the goal in one
/// substep, as in the papers, in (0, 1]; with it the material depends on the time step.
enum class StiffnessUnit { young, frequency, alpha };

struct Stiffness {
    StiffnessUnit unit = StiffnessUnit::alpha;
    double value = 1;
};

/// fused: evaluated at the positions and velocities the match sees, so that one sweep carries both. rj07: after the
/// match has changed the velocities, by a sweep of its own.
enum class DampingOrder { fused, rj07 };

struct Plasticity {
    double yield = 0;    // strain from which a region flows, |S - I|; 0: elastic
    double creep = 1;    // share of the strain taken over per second [1/s]
    double maximum = 1;  // largest plastic deformation, |S_r - I|
    bool active() const { return yield > 0; }
};

struct MaterialSettings {
    MaterialRule rule = MaterialRule::plain;
    Stiffness stiffness;
    double damping = 2;  // of motion that is not rigid, per region [1/s]
    DampingOrder damping_order = DampingOrder::fused;
    double drag = 0.1;  // of all motion: v *= exp(-drag h) [1/s]
    Plasticity plasticity;

    MatchModel model = MatchModel::rigid;
    double beta = 0.5;  // share of the deformation in the goals; 0: as rigid, 1: no tendency back to the rest shape
    bool keep_volume = true;  // of a linear match: its determinant is brought back to 1
};

/// How a substep of `seconds` moves nodes towards their goals: alpha of FASM (2), uncapped. For `young` it is the law
/// of a uniform lattice of cells h and width w, E = (alpha / seconds^2) density w (w + h) / 3.
double alpha_for(const Stiffness& stiffness, double seconds, double density, double width, double finest_cell);

/// The fewest equal substeps of `seconds` for which alpha is at most 1; 1 for StiffnessUnit::alpha.
int substeps_for(const Stiffness& stiffness, double seconds, double density, double width, double finest_cell);

}  // namespace octomatch
