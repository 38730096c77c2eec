// What the colours of a body say.
#pragma once
#include <vector>

#include "viewer/colours.h"
#include "viewer/shape_view.h"
#include "viewer/shown.h"
#include "viewer/world_frame.h"

namespace octomatch {

/// Green's strain |F^T F - 1| / 2 at every node (Frobenius): 0 for anything that only turned.
std::vector<double> node_strains(const BodyFrame& body);

/// Per node; of what is picked its region or distances.
std::vector<Colour> node_colours(const BodyFrame& body, const ShapeView& shape, const Shown& shown);

/// Per vertex of the skin, which has the colours of the nodes that carry it.
std::vector<Colour> skin_colours(const BodyFrame& body, const ShapeView& shape, SkinColour what);

}  // namespace octomatch
