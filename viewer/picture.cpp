#include "viewer/picture.h"
