#include "io/spelling.h"

#include <algorithm>
#include <cctype>
#include <numeric>

namespace octomatch {

namespace {

// Damerau's edit distance in the form without repeated edits: insert, delete, replace, or swap two neighbours.
// Capital letters are no difference.
int edit_distance(std::string_view a, std::string_view b) {
    const auto equal = [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); };
    std::vector<int> before(b.size() + 1), previous(b.size() + 1), row(b.size() + 1);
    std::iota(row.begin(), row.end(), 0);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        before.swap(previous);
        previous.swap(row);
        row[0] = static_cast<int>(i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({previous[j] + 1, row[j - 1] + 1, previous[j - 1] + !equal(a[i - 1], b[j - 1])});
            if (i > 1 && j > 1 && equal(a[i - 1], b[j - 2]) && equal(a[i - 2], b[j - 1]))
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
    }
    return row.back();
}

}  // namespace

std::vector<std::string> closest_names(std::string_view name, const std::vector<std::string>& known) {
    constexpr std::size_t kMost = 3;
    // One error in three letters: "hnad" may mean hand, but "cat" does not mean comb.
    const int allowed = std::max(1, static_cast<int>(name.size()) / 3);
    std::vector<std::pair<int, std::string>> near;
    for (const std::string& candidate : known)
        if (const int distance = edit_distance(name, candidate); distance <= allowed)
            near.emplace_back(distance, candidate);
    std::stable_sort(near.begin(), near.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::min(kMost, near.size()); ++i) names.push_back(near[i].second);
    return names;
}

}  // namespace octomatch
