// Numbers to be summed: integers, where sums are exact in any order, or not.
#pragma once
#include <cmath>
#include <random>
#include <vector>

namespace octomatch::test {

inline std::vector<double> random_rows(std::size_t size, unsigned seed, bool integers) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> number(-1000, 1000);
    std::vector<double> rows(size);
    for (double& x : rows) x = integers ? std::round(number(random)) : number(random);
    return rows;
}

}  // namespace octomatch::test
