#include "io/mesh_report.h"
