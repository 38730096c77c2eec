// Replaces the global operator new by one that counts.
#pragma once

namespace octomatch::test {

/// Calls of operator new so far, in all threads.
long allocations();

}  // namespace octomatch::test
