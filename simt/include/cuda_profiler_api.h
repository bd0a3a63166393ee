// CUDA's cuda_profiler_api.h: everything is in cuda_runtime.h here.
#pragma once

#include "cuda_runtime.h"
