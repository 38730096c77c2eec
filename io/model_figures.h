// The signed distances of the models that grew: bodies, organs and a flower. Negative inside, metres, y up,
// the front looks along +z.
#pragma once
#include "core/vec.h"

namespace octomatch::figures {

double hand(const Vec3d& p);
double liver(const Vec3d& p);
double flower(const Vec3d& p);
double duck(const Vec3d& p);
double head(const Vec3d& p);
double penguin(const Vec3d& p);
double stomach(const Vec3d& p);

}  // namespace octomatch::figures
