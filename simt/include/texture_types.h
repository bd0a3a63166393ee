// CUDA's texture_types.h: everything is in cuda_runtime.h here.
#pragma once

#include "cuda_runtime.h"
