#include "io/spelling.h"
