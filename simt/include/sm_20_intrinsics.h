// CUDA's sm_20_intrinsics.h: everything is in cuda_runtime.h here.
#pragma once

#include "cuda_runtime.h"
