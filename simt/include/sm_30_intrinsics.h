// CUDA's sm_30_intrinsics.h: everything is in cuda_runtime.h here.
#pragma once

#include "cuda_runtime.h"
