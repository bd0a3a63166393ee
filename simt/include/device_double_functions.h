// CUDA's device_double_functions.h: everything is in cuda_runtime.h here.
#pragma once

#include "cuda_runtime.h"
