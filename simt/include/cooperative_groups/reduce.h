// CUDA's cooperative_groups/reduce.h: everything is in cooperative_groups.h here.
#pragma once

#include "../cooperative_groups.h"
