// Lab 7, L2 residency: the interface. Do not change it; the grader compiles with its own copy.
#pragma once

#include <cuda_runtime.h>

constexpr int WIDTH = 32;  // floats of a reading, and of a row of the table
constexpr int BURST = 64;  // so many sensors report together, in turn, from any of them on

// The sensor that reading i is from. They report in turn, 0, 1, 2 … sensors - 1, 0, 1 …, but each burst begins with
// any of its own: `start`, from -1 to below 1, says with which.
__host__ __device__ inline int sensor_of(int i, float start, int sensors) {
  const int turn = static_cast<int>((start + 1) * (BURST / 2));
  return (i / BURST * BURST + (i + turn) % BURST) % sensors;
}

// Each function calibrates n readings: with s = sensor_of(i, starts[i / BURST], sensors),
//   out[i] = sum over j < WIDTH of  readings[i * WIDTH + j] * table[s * WIDTH + j]
//   readings   n rows of WIDTH floats, read once
//   starts     a float for each burst, the last of which may be shorter
//   table      `sensors` rows of WIDTH floats, each read once for every reading of its sensor
//   out        n floats
// All are device memory, each at least 256-byte aligned, and do not overlap. n is from 1 to 2^25, sensors from 1 to
// 2^24. The functions launch kernels on the default stream, or on streams that wait for it and that it waits for, and
// need not wait for them. When one is called, nothing of the L2 cache is set aside, the default stream has no
// access-policy window, and no line persists; but for 7.3, see there.
extern "C" {

// Part 7.1: the table fits the part of the L2 cache that can be set aside.
void calibrate_window(float* out, const float* readings, const float* starts, const float* table, int n, int sensors);

// Part 7.2: the table may be larger than that, and larger than a window may be.
void calibrate_ratio(float* out, const float* readings, const float* starts, const float* table, int n, int sensors);

// Part 7.3: as 7.2; and when its work is done the device is as it was found. Something may be set aside when it is
// called: then it must be afterwards, as much as before.
void calibrate_no_trace(float* out, const float* readings, const float* starts, const float* table, int n, int sensors);

// Part 7.4: as 7.2, but the table may be several times as large as the whole L2 cache.
void calibrate_best(float* out, const float* readings, const float* starts, const float* table, int n, int sensors);
}
