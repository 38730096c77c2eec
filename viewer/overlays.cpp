#include "viewer/overlays.h"

#include "core/node_ball.h"

namespace octomatch {

std::vector<Line> grab_lines(const WorldFrame& frame) {
    std::vector<Line> lines;
    for (const BodyFrame& body : frame.bodies) lines.insert(lines.end(), body.grabs.begin(), body.grabs.end());
    return lines;
}

std::vector<Line> momentum_lines(const WorldFrame& frame) {
    constexpr double kSeconds = 0.2;
    std::vector<Line> lines;
    for (const BodyFrame& body : frame.bodies) {
        double mass = 0;
        Vec3d moment = Vec3d::Zero(), momentum = Vec3d::Zero();
        for (int i = 0; i < body.rest().nodes(); ++i) {
            const double m = body.rest().mass[i];
            mass += m;
            moment += m * body.place(body.body.state.x[i]);
            momentum += m * body.body.state.v[i].cast<double>();
        }
        if (mass > 0) lines.emplace_back(moment / mass, moment / mass + kSeconds * momentum / mass);
    }
    return lines;
}

std::vector<Line> contact_lines(const WorldFrame& frame) {
    constexpr double kTouches = 0.02;  // the height of a ball at most, in its cell's edges: balls come to rest slowly
    std::vector<Line> lines;
    if (!frame.settings.ground) return lines;
    const Vec3d n = frame.settings.ground->normal.normalized(), along = n.unitOrthogonal();
    for (const BodyFrame& body : frame.bodies)
        for (int i = 0; i < body.rest().nodes(); ++i) {
            const Vec3d place = body.place(body.body.state.x[i]);
            const double radius = ball_radius(body.rest(), i), cell = body.rest().cell[i];
            const double height = n.dot(place) - frame.settings.ground->offset - radius;
            if (height > kTouches * cell) continue;
            const Vec3d foot = place - (height + radius) * n;
            lines.emplace_back(foot - 0.25 * cell * along, foot + 0.25 * cell * along);
        }
    return lines;
}

}  // namespace octomatch
