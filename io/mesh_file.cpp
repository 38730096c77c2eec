#include "io/mesh_file.h"
