// How many rows the regions of a body sum, how many nodes they hold, and how many of them differ.
#pragma once
#include "core/body_rest.h"

namespace octomatch {

struct RegionStatistics {
    int count = 0;
    double mean_summation_entries = 0;  // rows read per region; by links: additions per region
    double mean_members = 0;
    int distinct = 0;  // regions that differ in their rows (lists) or in their nodes (blocks)
};

RegionStatistics region_statistics(const BodyRest& rest);

}  // namespace octomatch
