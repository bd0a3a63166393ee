// Replaces CUDA's cuda_runtime.h when code is compiled for the emulator.
#pragma once

// What code tests of the compiler, the version and the headers' include guards: nvcc's of CUDA 13.0.
#define __NVCC__ 1
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 88
#define CUDART_VERSION 13000
#define __CUDART_API_VERSION CUDART_VERSION
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __DRIVER_TYPES_H__
#define __VECTOR_TYPES_H__
#define __DEVICE_LAUNCH_PARAMETERS_H__

#include "simt/language.h"
//
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
// Last, since it defines macros with names that the headers above use.
#include "simt/host_builtins.h"
