// CUDA's device_launch_parameters.h: everything is in cuda_runtime.h here.
#pragma once

#include "cuda_runtime.h"
