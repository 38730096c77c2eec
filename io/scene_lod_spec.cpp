// The specification of levels of detail in scenes.
#include "io/scene_parts_spec.h"

namespace octomatch {

namespace {

ObjectSpec<NearLod> near_keys(const char* to_what) {
    return ObjectSpec<NearLod>()
        .required("cell", &NearLod::cell, kLength, "m", "largest edge of cells there")
        .required("within", &NearLod::within, kLength, "m", to_what);
}

ObjectSpec<LodPolicy> policy_keys() {
    const auto view = ObjectSpec<ViewLod>().key("pixels", &ViewLod::pixels, above(0, 1e4), "pixels",
                                                "how large a cell may look in an image 1080 pixels high");
    const auto strain =
        ObjectSpec<StrainLod>()
            .required("cell", &StrainLod::cell, kLength, "m", "largest edge of cells at that strain")
            .key("strain", &StrainLod::strain, above(0, 10), "", "of links; cells grow in proportion where it is less");
    const auto deviation =
        ObjectSpec<DeviationLod>()
            .required("cell", &DeviationLod::cell, kLength, "m", "largest edge of cells at that speed")
            .key("speed", &DeviationLod::speed, above(0, 1e5), "m/s",
                 "beside that of the body as a whole; cells grow in proportion where it is less");
    return ObjectSpec<LodPolicy>()
        .key("touch", &LodPolicy::touch,
             object_or_null(near_keys("from the grabbed point, at rest; cells grow in proportion farther away")),
             "fine cells near grabs; null: no")
        .key("ground", &LodPolicy::ground,
             object_or_null(near_keys("above the ground; cells grow in proportion farther away")),
             "fine cells near the ground; null: no")
        .key("view", &LodPolicy::view, object_or_null(view), "fine cells near the camera; null: no")
        .key("strain", &LodPolicy::strain, object_or_null(strain), "fine cells where a body is strained; null: no")
        .key("deviation", &LodPolicy::deviation, object_or_null(deviation),
             "fine cells where a body does not move rigidly; null: no");
}

}  // namespace

ObjectSpec<LodSettings> lod_keys() {
    return ObjectSpec<LodSettings>()
        .flat(&LodSettings::policy, policy_keys())
        .key("every", &LodSettings::every, between(1, 10000), "frames", "from one decision to the next")
        .key("hysteresis", &LodSettings::hysteresis, between(1, 100), "",
             "cells are joined where cells so many times as large would do")
        .key("budget", &LodSettings::budget, between(0, 1e9), "nodes",
             "of all bodies; 0: no bound. The greatest need comes first")
        .key("work", &LodSettings::work, between(0, 1e9), "nodes",
             "of the bodies resampled at once, one at least; 0: no bound");
}

}  // namespace octomatch
