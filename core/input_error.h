// Bad input, with a message fit for one line behind "error: ". Thrown while something is made from what a user
// gave (files, settings), never by a step.
#pragma once
#include <stdexcept>

namespace octomatch {

struct InputError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

}  // namespace octomatch
