// continue_snapshot FILE FRAME THREADS: goes on from a snapshot in a process of its own and prints the state's hash.
#include <cstdio>
#include <cstdlib>

#include "core/hash.h"
#include "core/parallel.h"
#include "tests/io/small_run.h"

int main(int, char** arguments) {
    using namespace octomatch;
    set_thread_count(std::atoi(arguments[3]));
    RestoredWorld run = read_snapshot(arguments[1]);
    test::run_until(std::atoi(arguments[2]), run.world);
    std::puts(hex(hash(run.world)).c_str());
}
