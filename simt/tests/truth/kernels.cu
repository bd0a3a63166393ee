// Kernels that put one question each to the hardware: how many sectors, how many wavefronts does this access take?
// The same file runs on a GPU under the profiler (gpu_main.cu) and in the emulator (simt/tests/truth), and the counts
// must be equal. Accesses are single and not neighbours, so that no compiler merges them.
#include <cuda_runtime.h>

#include <string>
#include <utility>
#include <vector>

#include "simt/tests/cases.hpp"

namespace {

constexpr int THREADS = 128;
constexpr int BLOCKS = 4;

__device__ int thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

// ---- global memory ----

template <class T>
__global__ void copy(T* out, const T* in, int load_stride, int store_stride, int load_offset, int store_offset) {
  out[thread() * store_stride + store_offset] = in[thread() * load_stride + load_offset];
}

__global__ void one_word(float* out, const float* in) { out[thread()] = in[7]; }

__global__ void in_groups(float* out, const float* in, int group) { out[thread()] = in[thread() / group]; }

__global__ void backwards(float* out, const float* in) { out[thread()] = in[gridDim.x * blockDim.x - 1 - thread()]; }

// Fibonacci hashing (Knuth, volume 3, section 6.4): scattered, the same on every machine.
__device__ unsigned scattered(unsigned i, unsigned bits) { return i * 2654435769u >> (32 - bits); }

__global__ void scattered_load(float* out, const float* in) { out[thread()] = in[scattered(thread(), 14)]; }
__global__ void scattered_store(float* out, const float* in) { out[scattered(thread(), 14)] = in[thread()]; }

__global__ void some_lanes(float* out, const float* in, unsigned lanes) {
  if ((lanes >> (threadIdx.x % 32) & 1) != 0) out[thread()] = in[thread()];
}

__global__ void early_exit(float* out, const float* in, int elements) {
  if (thread() >= elements) return;
  out[thread()] = in[thread()];
}

__global__ void both_sides(float* out, const float* in) {
  if (threadIdx.x % 3 == 0) {
    out[thread()] = in[2 * thread()];
  } else {
    out[thread() + 4096] = in[thread() + 8192];
  }
}

__global__ void different_trip_counts(float* out, const float* in) {
  float sum = 0;
#pragma unroll 1
  for (int i = 0; i < static_cast<int>(threadIdx.x % 5); ++i) sum += in[i * 1024 + thread()];
  out[thread()] = sum;
}

__global__ void grid_stride(float* out, const float* in, int elements) {
#pragma unroll 1
  for (int i = thread(); i < elements; i += gridDim.x * blockDim.x) out[i] = in[i];
}

__global__ void two_dimensional(float* out, const float* in, int width) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  out[y * width + x] = in[y * width + x];
}

struct Three {
  float x, y, z;
};
struct Five {
  float a, b, c, d, e;
};
struct Mixed {
  float number;
  char letter;
};

__global__ void member_of_three(float* out, const Three* in) { out[thread()] = in[thread()].y; }
__global__ void member_of_five(float* out, const Five* in) { out[thread()] = in[thread()].e; }
__global__ void letter_of_mixed(char* out, const Mixed* in) { out[thread()] = in[thread()].letter; }
__global__ void number_of_mixed(Mixed* out, const float* in) { out[thread()].number = in[thread()]; }

// ---- shared memory: element i of a thread goes to s[i × stride], and comes back the same way ----

template <class T>
__global__ void through_shared(T* out, const T* in, int store_stride, int load_stride, int elements) {
  extern __shared__ float4 memory[];
  T* const s = reinterpret_cast<T*>(memory);
  for (int i = threadIdx.x; i < elements; i += blockDim.x) s[i] = T();
  __syncthreads();
  s[threadIdx.x * store_stride] = in[thread()];
  __syncthreads();
  out[thread()] = s[threadIdx.x * load_stride];
}

__global__ void shared_broadcast(float* out, const float* in, int group) {
  __shared__ float s[THREADS];
  s[threadIdx.x] = in[thread()];
  __syncthreads();
  out[thread()] = s[threadIdx.x / group];
}

__global__ void shared_scattered(float* out, const float* in) {
  __shared__ float s[1024];
  for (int i = threadIdx.x; i < 1024; i += THREADS) s[i] = 0;
  __syncthreads();
  s[scattered(threadIdx.x, 10)] = in[thread()];
  __syncthreads();
  out[thread()] = s[scattered(threadIdx.x + 77, 10)];
}

__global__ void shared_some_lanes(float* out, const float* in, unsigned lanes) {
  __shared__ float s[THREADS * 8];
  for (int i = threadIdx.x; i < THREADS * 8; i += THREADS) s[i] = 0;
  __syncthreads();
  if ((lanes >> (threadIdx.x % 32) & 1) != 0) s[threadIdx.x * 8] = in[thread()];
  __syncthreads();
  out[thread()] = s[threadIdx.x * 8];
}

template <int Pitch>
__global__ void column_of_tile(float* out, const float* in) {
  __shared__ float tile[32][Pitch];
  for (int row = threadIdx.x / 32; row < 32; row += blockDim.x / 32) tile[row][threadIdx.x % 32] = in[thread() + row];
  __syncthreads();
  out[thread()] = tile[threadIdx.x % 32][threadIdx.x / 32];
}

// ---- the list ----

using Case = simt::Case<void(char* out, const char* in)>;

template <class T>
T* as(char* memory) {
  return reinterpret_cast<T*>(memory);
}
template <class T>
const T* as(const char* memory) {
  return reinterpret_cast<const T*>(memory);
}

template <class T>
void add_copies(std::vector<Case>& cases, const std::string& type, const std::vector<int>& strides,
                const std::vector<int>& offsets) {
  const auto add = [&](const std::string& label, int load_stride, int store_stride, int load_offset, int store_offset) {
    cases.push_back({label, [=](char* out, const char* in) {
                       copy<<<BLOCKS, THREADS>>>(as<T>(out), as<T>(in), load_stride, store_stride, load_offset,
                                                 store_offset);
                     }});
  };
  for (const int stride : strides) {
    add("global load " + type + " stride " + std::to_string(stride), stride, 1, 0, 0);
    add("global store " + type + " stride " + std::to_string(stride), 1, stride, 0, 0);
  }
  for (const int offset : offsets) {
    add("global load " + type + " offset " + std::to_string(offset), 1, 1, offset, 0);
    add("global store " + type + " offset " + std::to_string(offset), 1, 1, 0, offset);
  }
}

template <class T>
void add_shared(std::vector<Case>& cases, const std::string& type, const std::vector<int>& strides) {
  for (const int stride : strides) {
    const int elements = THREADS * stride;
    const int bytes = elements * static_cast<int>(sizeof(T));
    cases.push_back({"shared store " + type + " stride " + std::to_string(stride), [=](char* out, const char* in) {
                       through_shared<<<BLOCKS, THREADS, bytes>>>(as<T>(out), as<T>(in), stride, 1, elements);
                     }});
    cases.push_back({"shared load " + type + " stride " + std::to_string(stride), [=](char* out, const char* in) {
                       through_shared<<<BLOCKS, THREADS, bytes>>>(as<T>(out), as<T>(in), 1, stride, elements);
                     }});
  }
}

std::vector<int> one_to(int n) {
  std::vector<int> numbers;
  for (int i = 1; i <= n; ++i) numbers.push_back(i);
  return numbers;
}

template <class Run>
void add(std::vector<Case>& cases, std::string label, Run run) {
  cases.push_back({std::move(label), run});
}

void add_shapes(std::vector<Case>& cases) {
  for (const int threads : {1, 31, 33, 40, 100}) {
    add(cases, "blocks of " + std::to_string(threads) + " threads",
        [=](char* out, const char* in) { copy<<<BLOCKS, threads>>>(as<float>(out), as<float>(in), 1, 1, 0, 0); });
  }
  for (const unsigned lanes : {0x1u, 0xffffu, 0xffff0000u, 0x55555555u, 0x80000001u, 0x7ffffffeu, 0xf0f0f0f0u}) {
    add(cases, "lanes " + std::to_string(lanes),
        [=](char* out, const char* in) { some_lanes<<<BLOCKS, THREADS>>>(as<float>(out), as<float>(in), lanes); });
    add(cases, "shared store, lanes " + std::to_string(lanes), [=](char* out, const char* in) {
      shared_some_lanes<<<BLOCKS, THREADS>>>(as<float>(out), as<float>(in), lanes);
    });
  }
  for (const int elements : {1, 200, 509}) {
    add(cases, "early exit at " + std::to_string(elements),
        [=](char* out, const char* in) { early_exit<<<BLOCKS, THREADS>>>(as<float>(out), as<float>(in), elements); });
  }
  for (const std::pair<int, int> shape :
       {std::pair{16, 16}, std::pair{8, 32}, std::pair{2, 64}, std::pair{32, 4}, std::pair{20, 6}}) {
    add(cases, "block of " + std::to_string(shape.first) + " x " + std::to_string(shape.second),
        [=](char* out, const char* in) {
          two_dimensional<<<dim3(2, 2), dim3(shape.first, shape.second)>>>(as<float>(out), as<float>(in),
                                                                           2 * shape.first);
        });
  }
}

std::vector<Case> make_cases() {
  std::vector<Case> cases;
  add_copies<float>(cases, "4 B", one_to(33), one_to(9));
  add_copies<char>(cases, "1 B", {1, 2, 3, 4, 8, 32, 33}, {1, 2, 3, 31, 32});
  add_copies<short>(cases, "2 B", {1, 2, 3, 16, 17}, {1, 2, 15, 16});
  add_copies<double>(cases, "8 B", {1, 2, 3, 4, 5, 16, 33}, {1, 2, 3, 4});
  add_copies<float4>(cases, "16 B", {1, 2, 3, 4, 5}, {1, 2, 3});
  add_shared<float>(cases, "4 B", one_to(33));
  add_shared<char>(cases, "1 B", {1, 2, 3, 4, 5, 8, 32, 128, 132});
  add_shared<short>(cases, "2 B", {1, 2, 3, 4, 16, 64, 66});
  add_shared<double>(cases, "8 B", {1, 2, 3, 4, 5, 8, 16, 17});
  add_shared<float4>(cases, "16 B", {1, 2, 3, 4, 5});
  add_shapes(cases);
  for (const int group : {2, 4, 8, 32}) {
    add(cases, "global load, groups of " + std::to_string(group),
        [=](char* out, const char* in) { in_groups<<<BLOCKS, THREADS>>>(as<float>(out), as<float>(in), group); });
    add(cases, "shared load, groups of " + std::to_string(group), [=](char* out, const char* in) {
      shared_broadcast<<<BLOCKS, THREADS>>>(as<float>(out), as<float>(in), group);
    });
  }
  add(cases, "one word for all",
      [](char* out, const char* in) { one_word<<<BLOCKS, THREADS>>>(as<float>(out), as<float>(in)); });
  add(cases, "backwards",
      [](char* out, const char* in) { backwards<<<BLOCKS, THREADS>>>(as<float>(out), as<float>(in)); });
  add(cases, "scattered load",
      [](char* out, const char* in) { scattered_load<<<BLOCKS, THREADS>>>(as<float>(out), as<float>(in)); });
  add(cases, "scattered store",
      [](char* out, const char* in) { scattered_store<<<BLOCKS, THREADS>>>(as<float>(out), as<float>(in)); });
  add(cases, "shared scattered",
      [](char* out, const char* in) { shared_scattered<<<BLOCKS, THREADS>>>(as<float>(out), as<float>(in)); });
  add(cases, "both sides of a branch",
      [](char* out, const char* in) { both_sides<<<BLOCKS, THREADS>>>(as<float>(out), as<float>(in)); });
  add(cases, "different trip counts",
      [](char* out, const char* in) { different_trip_counts<<<BLOCKS, THREADS>>>(as<float>(out), as<float>(in)); });
  add(cases, "grid stride",
      [](char* out, const char* in) { grid_stride<<<BLOCKS, THREADS>>>(as<float>(out), as<float>(in), 5000); });
  add(cases, "member of {x, y, z}",
      [](char* out, const char* in) { member_of_three<<<BLOCKS, THREADS>>>(as<float>(out), as<Three>(in)); });
  add(cases, "member of five floats",
      [](char* out, const char* in) { member_of_five<<<BLOCKS, THREADS>>>(as<float>(out), as<Five>(in)); });
  add(cases, "letter of {float, char}",
      [](char* out, const char* in) { letter_of_mixed<<<BLOCKS, THREADS>>>(out, as<Mixed>(in)); });
  add(cases, "number of {float, char}",
      [](char* out, const char* in) { number_of_mixed<<<BLOCKS, THREADS>>>(as<Mixed>(out), as<float>(in)); });
  add(cases, "column of a tile, pitch 32",
      [](char* out, const char* in) { column_of_tile<32><<<BLOCKS, THREADS>>>(as<float>(out), as<float>(in)); });
  add(cases, "column of a tile, pitch 33",
      [](char* out, const char* in) { column_of_tile<33><<<BLOCKS, THREADS>>>(as<float>(out), as<float>(in)); });
  return cases;
}

}  // namespace

SIMT_CASE_LIST(make_cases)

/// One launch. `in` and `out` are 1 MiB of device memory each.
extern "C" void case_run(int i, char* out, const char* in) { cases().at(static_cast<std::size_t>(i)).run(out, in); }
