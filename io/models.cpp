#include "io/models.h"
