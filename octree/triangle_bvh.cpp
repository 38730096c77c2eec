#include "octree/triangle_bvh.h"
