// Lab 7, L2 residency: the interface. Do not change it; the grader compiles with its own copy.
#pragma once

#include <cuda_runtime.h>

constexpr int WIDTH = 8;            // floats of a sample, and of a row of the table
constexpr int READING = 4 * WIDTH;  // floats of a reading: four samples
constexpr int MOST_LATE = 1024;     // a reading comes less than so many places too late

// The sensor that reading i is from: they report in turn, 0, 1, 2 … sensors - 1, 0, 1 …, more or less.
__host__ __device__ inline int sensor_of(int i, float lateness, int sensors) {
  const int late = static_cast<int>((lateness + 1) * (MOST_LATE / 2));
  return static_cast<int>((static_cast<unsigned>(i) + late) % sensors);
}

// Each function calibrates n readings: with s = sensor_of(i, lateness[i], sensors),
//   out[i] = sum over j < READING of  readings[i * READING + j] * table[s * WIDTH + j % WIDTH]
//   readings   n rows of READING floats, read once
//   lateness   n floats from -1 to below 1, read once
//   table      `sensors` rows of WIDTH floats, each read once for every reading of its sensor
//   out        n floats
// All are device memory, each at least 256-byte aligned, and do not overlap. n is from 1 to 2^25, sensors from 1 to
// 2^24. The functions launch kernels on the default stream, or on streams that wait for it and that it waits for, and
// need not wait for them. When one is called, nothing of the L2 cache is set aside, the default stream has no
// access-policy window, and no line persists; but for 7.3, see there.
extern "C" {

// Part 7.1: the table fits the part of the L2 cache that can be set aside.
void calibrate_window(float* out, const float* readings, const float* lateness, const float* table, int n, int sensors);

// Part 7.2: the table may be larger than that, and larger than a window may be.
void calibrate_ratio(float* out, const float* readings, const float* lateness, const float* table, int n, int sensors);

// Part 7.3: as 7.2; and when its work is done the device is as it was found. Something may be set aside when it is
// called: then it must be afterwards, as much as before.
void calibrate_no_trace(float* out, const float* readings, const float* lateness, const float* table, int n,
                        int sensors);
}
