#include "core/lattice_plan.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <tuple>
#include <unordered_map>

#include "core/link_search.h"
#include "core/parallel.h"

namespace octomatch {

namespace {

using Set = std::span<const std::int32_t>;
using Order = std::array<int, 3>;  // neighbours in this order resemble each other

/// Sets of rows, each kept once.
class DistinctSets {
public:
    /// `order` is that of whoever asks for a set first.
    int number_of(Set set, const Order& order) {
        std::int32_t* link = &first_.try_emplace(mark(set), -1).first->second;
        for (; *link >= 0; link = &next_[*link])
            if (std::ranges::equal(sets_.row(*link), set)) return *link;
        const int number = *link = sets_.rows();
        sets_.push_row(set);
        order_.push_back(order);
        next_.push_back(-1);
        return number;
    }

    struct Sorted {
        Ragged<std::int32_t> sets;
        std::vector<std::int32_t> new_number;
    };
    /// By order; rows of the level below are renumbered.
    Sorted sorted(const std::vector<std::int32_t>& new_number_below) const {
        std::vector<std::int32_t> old_number(sets_.rows());
        std::iota(old_number.begin(), old_number.end(), 0);
        std::ranges::stable_sort(old_number, {}, [&](std::int32_t k) { return order_[k]; });
        Sorted result;
        result.new_number.resize(old_number.size());
        for (std::size_t k = 0; k < old_number.size(); ++k) {
            result.new_number[old_number[k]] = static_cast<std::int32_t>(k);
            std::vector<std::int32_t> set;
            for (std::int32_t row : sets_.row(old_number[k])) set.push_back(new_number_below[row]);
            std::ranges::sort(set);
            result.sets.push_row(set);
        }
        return result;
    }

private:
    static std::uint64_t mark(Set set) {
        std::uint64_t mark = set.size();
        for (std::int32_t row : set) {
            mark = (mark ^ static_cast<std::uint64_t>(row)) * 0x9e3779b97f4a7c15u;
            mark ^= mark >> 29;
        }
        return mark;
    }

    Ragged<std::int32_t> sets_;
    std::vector<Order> order_;
    std::unordered_map<std::uint64_t, std::int32_t> first_;  // by mark; the others with that mark follow in
    std::vector<std::int32_t> next_;
};

/// Nodes in the order of bars and plates: by z, then y, then x; those of one cell by number.
struct LatticeOrder {
    explicit LatticeOrder(const std::vector<Vec3i>& place) : node_at(place.size()), rank_of(place.size()) {
        std::iota(node_at.begin(), node_at.end(), 0);
        std::ranges::stable_sort(node_at, {},
                                 [&](std::int32_t i) { return std::tuple(place[i].z(), place[i].y(), place[i].x()); });
        for (std::size_t k = 0; k < node_at.size(); ++k) rank_of[node_at[k]] = static_cast<std::int32_t>(k);
    }
    std::vector<std::int32_t> node_at, rank_of;
};

/// The first region that uses each sum.
std::vector<std::int32_t> first_regions(const BodyRest& rest) {
    std::vector<std::int32_t> first;
    for (int r = 0; r < rest.nodes(); ++r) {
        first.resize(std::max<std::size_t>(first.size(), rest.list_of[r] + 1), -1);
        if (first[rest.list_of[r]] < 0) first[rest.list_of[r]] = r;
    }
    return first;
}

/// Region by region: cut into planes, the planes into lines.
class Cutter {
public:
    Cutter(const BodyRest& rest, const LatticeOrder& order) : rest_(rest), order_(order) {}

    /// Members as ranks, sorted.
    void add_region(int centre, Set members) {
        const Vec3i& at = rest_.place[centre];
        plates_of_region_.clear();
        for (std::size_t k = 0; k < members.size();) {
            const int z = place(members[k]).z();
            bars_of_plate_.clear();
            while (k < members.size() && place(members[k]).z() == z) {
                const std::size_t begin = k;
                const int y = place(members[k]).y();
                while (k < members.size() && place(members[k]).z() == z && place(members[k]).y() == y) ++k;
                bars_of_plate_.push_back(bars.number_of(members.subspan(begin, k - begin), {z, y, at.x()}));
            }
            plates_of_region_.push_back(plates.number_of(bars_of_plate_, {z, at.x(), at.y()}));
        }
        regions.push_row(plates_of_region_);
    }

    DistinctSets bars, plates;
    Ragged<std::int32_t> regions;

private:
    const Vec3i& place(std::int32_t rank) const { return rest_.place[order_.node_at[rank]]; }

    const BodyRest& rest_;
    const LatticeOrder& order_;
    std::vector<std::int32_t> bars_of_plate_, plates_of_region_;
};

}  // namespace

LatticePlan::LatticePlan(const BodyRest& rest) {
    const LatticeOrder order(rest.place);
    const std::vector<std::int32_t> first = first_regions(rest);
    Cutter cutter(rest, order);

    // Searched in parallel, a bounded number of regions at a time, and cut in their order.
    constexpr int kBatch = 4096, kChunk = 128;
    std::vector<Ragged<std::int32_t>> found(kBatch / kChunk);
    for (std::size_t batch = 0; batch < first.size(); batch += kBatch) {
        const int count = static_cast<int>(std::min<std::size_t>(kBatch, first.size() - batch));
        parallel_chunks(count, kChunk, [&](int begin, int end) {
            LinkSearch search(rest.links);
            std::vector<std::int32_t> ranks;
            Ragged<std::int32_t>& regions = found[begin / kChunk];
            regions = {};
            for (int k = begin; k < end; ++k) {
                const int centre = first[batch + k];
                ranks.clear();
                for (NodeId i : search.within({centre}, rest.link_reach[centre]))
                    ranks.push_back(order.rank_of[i.value]);
                std::ranges::sort(ranks);
                regions.push_row(ranks);
            }
        });
        for (int k = 0; k < count; ++k) cutter.add_region(first[batch + k], found[k / kChunk].row(k % kChunk));
    }

    const auto [bars, number_of_bar] = cutter.bars.sorted(order.node_at);
    const auto [plates, number_of_plate] = cutter.plates.sorted(number_of_bar);
    for (std::int32_t& plate : cutter.regions.items) plate = number_of_plate[plate];
    for (int r = 0; r < cutter.regions.rows(); ++r) std::ranges::sort(cutter.regions.row(r));
    bars_ = SlidingSums(bars, rest.nodes());
    plates_ = SlidingSums(plates, bars.rows());
    regions_ = SlidingSums(cutter.regions, plates.rows());
}

void LatticePlan::sum(int columns, std::span<const double> of_nodes, std::span<double> of_sums,
                      std::vector<double>& scratch) const {
    const std::size_t bars = std::size_t(bars_.sums()) * columns, plates = std::size_t(plates_.sums()) * columns;
    if (scratch.size() < bars + plates) scratch.resize(bars + plates);
    const std::span<double> of_bars{scratch.data(), bars}, of_plates{scratch.data() + bars, plates};
    bars_.sum(columns, of_nodes, of_bars);
    plates_.sum(columns, of_bars, of_plates);
    regions_.sum(columns, of_plates, of_sums);
}

void LatticePlan::adjoint(int columns, std::span<const double> of_sums, std::span<double> of_nodes,
                          std::vector<double>& scratch) const {
    const std::size_t bars = std::size_t(bars_.sums()) * columns, plates = std::size_t(plates_.sums()) * columns,
                      regions = std::size_t(regions_.sums()) * columns;
    if (scratch.size() < bars + plates + regions) scratch.resize(bars + plates + regions);
    const std::span<double> of_bars{scratch.data(), bars}, of_plates{scratch.data() + bars, plates},
        of_regions{scratch.data() + bars + plates, regions};
    std::copy_n(of_sums.begin(), regions, of_regions.begin());
    regions_.adjoint(columns, of_regions, of_plates);
    plates_.adjoint(columns, of_plates, of_bars);
    bars_.adjoint(columns, of_bars, of_nodes);
}

LatticePlan::Counts LatticePlan::counts() const {
    Counts counts{.bars = bars_.sums(), .plates = plates_.sums(), .regions = regions_.sums()};
    for (const SlidingSums* level : {&bars_, &plates_, &regions_}) {
        counts.sum_additions += level->sum_additions();
        counts.adjoint_additions += level->adjoint_additions();
    }
    return counts;
}

}  // namespace octomatch
