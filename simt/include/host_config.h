// CUDA's host_config.h: everything is in cuda_runtime.h here.
#pragma once

#include "cuda_runtime.h"
