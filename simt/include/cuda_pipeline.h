// Asynchronous copies into shared memory: CUDA's pipeline primitives.
#pragma once

#include "cuda_pipeline_primitives.h"
