// Replaces CUDA's cuda_runtime.h when code is compiled for the emulator.
#pragma once

#include "simt/api.h"
#include "simt/array_api.h"
#include "simt/device_functions.h"
#include "simt/launch.h"
#include "simt/qualifiers.h"
#include "simt/refused.h"
#include "simt/sections.h"
#include "simt/texture_functions.h"
#include "simt/thread.h"
#include "simt/typed_api.h"
#include "simt/vector_types.h"
