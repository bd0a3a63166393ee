// Lab 8, memory spaces: the interface. Do not change it; the grader compiles with its own copy.
#pragma once

#include <cuda_runtime.h>

constexpr int COEFFICIENTS = 16;  // of the polynomial in 8.3
constexpr int TABLE = 256;        // floats in the table of 8.5

// One copy to be made in part 8.5. What a situation does not need is 0. All counts are of floats, rows and slices; only
// pitches are in bytes.
struct CopyJob {
  float* to;          // the first float that is written
  const float* from;  // the first float of the image or volume that is read from
  size_t to_pitch;    // bytes from a row of `to` to the next
  size_t from_pitch;  // bytes from a row of `from` to the next
  size_t to_rows;     // rows from a slice of `to` to the next
  size_t from_rows;   // rows from a slice of `from` to the next
  size_t x;           // column where the piece to be copied begins in `from`
  size_t y;           // its row
  size_t z;           // its slice
  size_t width;       // floats in a row of the piece
  size_t height;      // rows of the piece
  size_t depth;       // slices of the piece
};

// Every function works on the default stream. Device memory begins at a multiple of 512 bytes; nothing overlaps.
// Extents are any numbers from 1 on. What is not named as written stays as it is.
extern "C" {

// 8.1  `in` and `out` are images in device memory, `height` rows of `width` floats, with `pitch` BYTES from a row to
//      the next. The pitch is what cudaMallocPitch gives: a multiple of 512, at least 4 * width.
//        out(x, y) = in(x - 1, y) + in(x + 1, y) + in(x, y - 1) + in(x, y + 1) - 4 * in(x, y)
//      where in(…) is 0 outside the image. The padding of a row, from `width` on, holds anything in `in`, and must not
//      be written in `out`.
void stencil_pitched(float* out, const float* in, size_t pitch, int width, int height);

// 8.2  The same in a volume: `in` and `out` as cudaMalloc3D gives them, in device memory. Row y of slice z begins
//      ptr + (z * height + y) * pitch, in BYTES; the pitch as in 8.1, the same for both.
//        out(x, y, z) = sum of the six neighbours' in(…) - 6 * in(x, y, z), and in(…) is 0 outside the volume
void stencil_volume(cudaPitchedPtr out, cudaPitchedPtr in, int width, int height, int depth);

// 8.3  out[i] = coefficients[0] + coefficients[1] * in[i] + … + coefficients[15] * in[i]^15,  for i < count.
//      `coefficients` is HOST memory, COEFFICIENTS floats, others in each call; `in` and `out` are device memory.
void polynomial(float* out, const float* in, const float* coefficients, long long count);

// 8.4  `in` and `out` are images in device memory, `height` rows of `width` floats without padding (pitch 4 * width).
//        out(x, y) = in(x - 1, y - 1) + in(x + 1, y - 1) + in(x - 1, y + 1) + in(x + 1, y + 1) - 4 * in(x, y)
//      where in(…) outside the image is the nearest pixel inside. At most 65536 rows.
void stencil_texture(float* out, const float* in, int width, int height);

// 8.5  Makes one copy, complete when later work of the default stream begins, and in host memory when the function
//      returns. `situation`, and what `from` and `to` are:
//         1  host       → device      `width` floats in a row
//         2  device     → host        `width` floats in a row
//         3  device     → device      `width` floats in a row
//         4  host image → pitched     `height` rows of `width`; both have a pitch
//         5  pitched    → host image  the rectangle of `width` × `height` at (x, y) of `from`
//         6  3-D        → 3-D         the box of `width` × `height` × `depth` at (x, y, z) of `from`; device memory
//         7  host       → symbol      `width` floats, at most TABLE: the beginning of an array of yours, __device__ or
//                                     __constant__; `to` is null
//         8  symbol     → host        `width` floats of that array, from number x on; `from` is null
//         9  host image → pitched     as 4, by way of a cudaArray of `width` × `height` floats that you make and free
//        10  (fill)     → pitched     `height` rows of `width` floats become 0; `from` is null
void make_copy(int situation, const CopyJob* job);

// 8.6  `in` and `out` are volumes in device memory without padding: element (x, y, z) is number
//      (z * height + y) * width + x.
//        out(x, y, z) = sum of in(…) at the eight corners (x ± 1, y ± 1, z ± 1) - 8 * in(x, y, z)
//      where in(…) outside the volume is the nearest element inside.
void stencil_volume_texture(float* out, const float* in, int width, int height, int depth);

// 8.7  Blurs an image, first along x and then along y; `in`, `out`, `pitch`, `width` and `height` as in 8.1.
//        across(x, y) = (in(x - 2, y) + 4 * in(x - 1, y) + 6 * in(x, y) + 4 * in(x + 1, y) + in(x + 2, y)) / 16
//        out(x, y)    = (across(x, y - 2) + 4 * across(x, y - 1) + 6 * across(x, y) + 4 * across(x, y + 1) +
//                        across(x, y + 2)) / 16
//      where in(…) and across(…) outside the image are those of the nearest pixel inside.
void blur(float* out, const float* in, size_t pitch, int width, int height);
}
