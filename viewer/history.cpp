#include "viewer/history.h"

namespace octomatch {

Moment moment_of(const WorldFrame& frame) {
    Moment moment{.frame = frame.frame,
                  .seconds = frame.step.seconds,
                  .nodes = frame.nodes(),
                  .fits = frame.step.fits,
                  .contacts = frame.step.contacts};
    for (const BodyFrame& body : frame.bodies)
        for (int i = 0; i < body.rest().nodes(); ++i) {
            const double mass = body.rest().mass[i];
            const Vec3d v = body.body.state.v[i].cast<double>();
            moment.kinetic += 0.5 * mass * v.squaredNorm();
            moment.momentum += mass * v;
            moment.height -= mass * frame.settings.gravity.dot(body.place(body.body.state.x[i]));
        }
    return moment;
}

void History::add(const WorldFrame& frame, double draw) {
    if (!moments_.empty() && frame.frame == moments_.back().frame) return;
    if (!moments_.empty() && frame.frame < moments_.back().frame) moments_.clear();
    moments_.push_back(moment_of(frame));
    moments_.back().draw = draw;
    if (moments_.size() > kLength) moments_.pop_front();
}

}  // namespace octomatch
