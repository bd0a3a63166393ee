// CUDA's cuda.h: everything is in cuda_runtime.h here.
#pragma once

#include "cuda_runtime.h"

#define CUDA_VERSION 13000
