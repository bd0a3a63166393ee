// CUDA's cooperative_groups/scan.h: everything is in cooperative_groups.h here.
#pragma once

#include "../cooperative_groups.h"
