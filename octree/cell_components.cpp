#include "octree/cell_components.h"

#include <algorithm>

namespace octomatch {

std::vector<std::int32_t> component_of_pieces(const MaterialGraph& material, const Cell& cell) {
    std::vector<std::int32_t> component(cell.end_piece - cell.first_piece, -1);
    std::vector<int> stack;
    int count = 0;
    for (int seed = cell.first_piece; seed < cell.end_piece; ++seed) {
        if (component[seed - cell.first_piece] >= 0) continue;
        component[seed - cell.first_piece] = count;
        stack.push_back(seed);
        while (!stack.empty()) {
            const int p = stack.back();
            stack.pop_back();
            for (PieceId q : material.contacts.row(p)) {
                if (q.value < cell.first_piece || q.value >= cell.end_piece) continue;
                std::int32_t& other = component[q.value - cell.first_piece];
                if (other >= 0) continue;
                other = count;
                stack.push_back(q.value);
            }
        }
        ++count;
    }
    return component;
}

std::vector<double> component_volumes(const MaterialGraph& material, const Cell& cell) {
    const auto component = component_of_pieces(material, cell);
    std::vector<double> volumes(component.empty() ? 0 : 1 + *std::max_element(component.begin(), component.end()), 0.0);
    for (std::size_t k = 0; k < component.size(); ++k) volumes[component[k]] += material.volume[cell.first_piece + k];
    return volumes;
}

}  // namespace octomatch
