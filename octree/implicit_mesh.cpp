#include "octree/implicit_mesh.h"
