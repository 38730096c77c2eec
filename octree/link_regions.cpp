#include "octree/link_regions.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <unordered_map>

#include "core/hash.h"
#include "core/link_search.h"
#include "core/parallel.h"

namespace octomatch {

namespace {

constexpr int kChunk = 128;

std::vector<NodeId> sorted_region(LinkSearch& search, const BodyRest& rest, int r) {
    const auto found = search.within({r}, rest.link_reach[r]);
    std::vector<NodeId> nodes(found.begin(), found.end());
    std::ranges::sort(nodes);
    return nodes;
}

/// Equal regions have equal marks; different ones almost never.
std::vector<std::uint64_t> marks_of_regions(const BodyRest& rest) {
    std::vector<std::uint64_t> mark(rest.nodes());
    parallel_chunks(rest.nodes(), kChunk, [&](int begin, int end) {
        LinkSearch search(rest.links);
        for (int r = begin; r < end; ++r) {
            Hash h;
            for (NodeId i : sorted_region(search, rest, r)) h.add(i.value);
            mark[r] = h.value();
        }
    });
    return mark;
}

/// The first region with the same nodes.
std::vector<std::int32_t> first_equal(const BodyRest& rest) {
    const std::vector<std::uint64_t> mark = marks_of_regions(rest);
    std::unordered_map<std::uint64_t, std::vector<std::int32_t>> different;  // by mark: the first of each kind
    std::vector<std::int32_t> first(rest.nodes());
    LinkSearch search(rest.links);
    for (int r = 0; r < rest.nodes(); ++r) {
        auto& candidates = different[mark[r]];
        const auto equal = std::ranges::find_if(candidates, [&](std::int32_t other) {
            return sorted_region(search, rest, other) == sorted_region(search, rest, r);
        });
        first[r] = equal == candidates.end() ? r : *equal;
        if (first[r] == r) candidates.push_back(r);
    }
    return first;
}

}  // namespace

void add_link_regions(std::vector<Vec3i> place, BodyRest& rest) {
    rest.place = std::move(place);
    const std::vector<std::int32_t> first = first_equal(rest);

    std::vector<std::int32_t> distinct;
    for (int r = 0; r < rest.nodes(); ++r)
        if (first[r] == r) distinct.push_back(r);
    std::ranges::stable_sort(distinct, {}, [&](std::int32_t r) {
        const Vec3i& at = rest.place[r];
        return std::tuple(at.x(), at.y(), at.z());
    });
    rest.list_of.resize(rest.nodes());
    for (std::size_t k = 0; k < distinct.size(); ++k) rest.list_of[distinct[k]] = static_cast<std::int32_t>(k);
    for (int r = 0; r < rest.nodes(); ++r) rest.list_of[r] = rest.list_of[first[r]];
}

}  // namespace octomatch
