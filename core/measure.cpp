#include "core/measure.h"

#include "core/spin.h"

namespace octomatch {

template <class Real>
Motion motion_of(const BodyRest& rest, const BodyStateOf<Real>& state) {
    Motion motion;
    const auto place = [&](int i) { return Vec3d(state.origin + state.x[i].template cast<double>()); };
    for (int i = 0; i < rest.nodes(); ++i) {
        motion.mass += rest.mass[i];
        motion.centre += rest.mass[i] * place(i);
    }
    motion.centre /= motion.mass;
    for (int i = 0; i < rest.nodes(); ++i) {
        const double m = rest.mass[i];
        const Vec3d v = state.v[i].template cast<double>();
        motion.momentum += m * v;
        motion.angular += m * place(i).cross(v);
        motion.kinetic += 0.5 * m * v.squaredNorm();
        motion.speed += m * v.norm();
        if (!state.spin.empty()) {
            const Vec3d spin = state.spin[i].template cast<double>();
            const auto [axes, inverse] = principal_inertia_of(rest, i);
            const Vec3d own =
                axes.transpose() * (state.rotation[i].template cast<double>().normalized().conjugate() * spin);
            motion.angular += spin;
            motion.kinetic += 0.5 * own.dot(inverse.cwiseProduct(own));
        }
        motion.turn += m * (place(i) - motion.centre).norm() * v.norm();
    }
    return motion;
}

template Motion motion_of(const BodyRest&, const BodyStateOf<float>&);
template Motion motion_of(const BodyRest&, const BodyStateOf<double>&);

}  // namespace octomatch
