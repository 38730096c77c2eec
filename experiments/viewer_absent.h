// What a program built without the viewer answers to everything that needs it.
#pragma once
#include "core/input_error.h"

namespace octomatch {

[[noreturn]] inline void refuse_without_viewer() {
    throw InputError("this program was built without the viewer (OCTOMATCH_VIEWER=OFF) and can not draw pictures");
}

}  // namespace octomatch
