// CUDA's sm_61_intrinsics.h: everything is in cuda_runtime.h here.
#pragma once

#include "cuda_runtime.h"
