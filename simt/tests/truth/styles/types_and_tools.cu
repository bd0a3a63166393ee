// Types of all sizes, classes, cooperative groups, votes and copies past the registers, as library code uses them.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

#include "simt/tests/truth/styles/style.hpp"

namespace {

namespace cg = cooperative_groups;
using namespace simt::styles;

__device__ int thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

/// A matrix that knows its width.
template <class T>
class Grid {
 public:
  __device__ Grid(T* cells, int width) : cells_(cells), width_(width) {}
  __device__ T& operator()(int y, int x) const { return cells_[y * width_ + x]; }

 private:
  T* cells_;
  int width_;
};

template <class T>
__global__ void sums_of_grid(const T* in, T* out, int n) {
  const Grid<const T> from(in, n);
  const Grid<T> to(out, n);
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x + 1 < n && y + 1 < n) to(y, x) = from(y, x) + from(y + 1, x) + from(y, x + 1);
}

__global__ void bytes_to_floats(const unsigned char* in, float* out, int n) {
  const int i = thread() * 4;
  if (i + 3 >= n) return;
  for (int k = 0; k < 4; ++k) out[i + k] = in[i + k] / 255.0f;
}

__global__ void floats_to_bytes(const float* in, unsigned char* out, int n) {
  for (int i = thread(); i < n; i += gridDim.x * blockDim.x) out[i] = static_cast<unsigned char>(in[i] * 25);
}

__global__ void shorts_in_shared(const short* in, short* out, int n) {
  __shared__ short s[256];
  const int i = thread();
  s[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  if (i < n) out[i] = s[blockDim.x - 1 - threadIdx.x];
}

__global__ void bytes_in_shared_columns(const unsigned char* in, unsigned char* out, int n) {
  __shared__ unsigned char s[32][32];
  for (int y = threadIdx.y; y < 32; y += blockDim.y) s[y][threadIdx.x] = in[y * n + threadIdx.x];
  __syncthreads();
  for (int y = threadIdx.y; y < 32; y += blockDim.y) out[y * 32 + threadIdx.x] = s[threadIdx.x][y];
}

__global__ void doubles_in_shared_columns(const double* in, double* out, int n) {
  __shared__ double s[16][16];
  s[threadIdx.y][threadIdx.x] = in[threadIdx.y * n + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 16 + threadIdx.x] = s[threadIdx.x][threadIdx.y];
}

__global__ void doubles_in_padded_columns(const double* in, double* out, int n) {
  __shared__ double s[16][17];
  s[threadIdx.y][threadIdx.x] = in[threadIdx.y * n + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 16 + threadIdx.x] = s[threadIdx.x][threadIdx.y];
}

__global__ void long_numbers(const long long* in, long long* out, int n) {
  const int i = thread();
  if (i < n) out[i] = in[i] * 3 + in[n - 1 - i];
}

__global__ void two_arrays_in_one(const float* in, float* out, int n) {
  extern __shared__ float memory[];
  float* const first = memory;
  int* const second = reinterpret_cast<int*>(memory + blockDim.x);
  const int i = thread();
  first[threadIdx.x] = i < n ? in[i] : 0;
  second[threadIdx.x] = threadIdx.x * 7 % blockDim.x;
  __syncthreads();
  if (i < n) out[i] = first[second[threadIdx.x]];
}

/// By a group of the library, whichever its width.
__device__ float sum_of_group(const cg::thread_block_tile<16>& group, float value) {
  for (int step = group.size() / 2; step > 0; step /= 2) value += group.shfl_down(value, step);
  return value;
}
__global__ void half_warps(const float* in, float* out, int n) {
  const auto group = cg::tiled_partition<16>(cg::this_thread_block());
  const int row = thread() / 16;
  if (row >= n) return;
  float sum = 0;
  for (int k = group.thread_rank(); k < 50; k += 16) sum += in[row * 50 + k];
  sum = sum_of_group(group, sum);
  if (group.thread_rank() == 0) out[row] = sum;
}

__global__ void copied_to_shared(const float* in, float* out, int n) {
  __shared__ float s[512];
  const cg::thread_block block = cg::this_thread_block();
  const int begin = blockIdx.x * 512;
  cg::memcpy_async(block, s, in + begin, sizeof(float) * 512);
  cg::wait(block);
  for (int k = block.thread_rank(); k < 512 && begin + k < n; k += block.size()) out[begin + k] = s[511 - k];
}

__global__ void positions_of_large(const float* in, int* out, int n) {
  __shared__ int counts[8];
  const int i = thread(), lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const bool large = i < n && in[i] > 5;
  const unsigned votes = __ballot_sync(~0u, large);
  if (lane == 0) counts[warp] = __popc(votes);
  __syncthreads();
  int before = 0;
  for (int w = 0; w < warp; ++w) before += counts[w];
  if (large) out[blockIdx.x * blockDim.x + before + __popc(votes & ((1u << lane) - 1))] = i;
}

__global__ void transposed_by_shuffles(const float* in, float* out, int n) {
  const int lane = threadIdx.x % 8, row = thread() / 8;
  if (row >= n) return;
  float v[8];
  for (int k = 0; k < 8; ++k) v[k] = in[row * 64 + k * 8 + lane];
  for (int k = 0; k < 8; ++k) out[row * 64 + lane * 8 + k] = v[k];
}

struct Sphere {
  float3 centre;
  float radius;
};
struct Scene {
  Sphere spheres[4];
  int count;
};
__constant__ Scene scene = {{{{1, 2, 3}, 4}, {{5, 6, 7}, 8}, {{9, 8, 7}, 6}, {{5, 4, 3}, 2}}, 4};
__global__ void distances(const float3* points, float* out, int n) {
  const int i = thread();
  if (i >= n) return;
  const float3 p = points[i];
  float least = 1e9f;
  for (int k = 0; k < scene.count; ++k) {
    const Sphere& s = scene.spheres[k];
    const float dx = p.x - s.centre.x, dy = p.y - s.centre.y, dz = p.z - s.centre.z;
    least = fminf(least, sqrtf(dx * dx + dy * dy + dz * dz) - s.radius);
  }
  out[i] = least;
}

struct alignas(16) Node {
  float key;
  int left, right, payload;
};
__global__ void search_tree(const Node* nodes, const float* keys, int* out, int n) {
  const int i = thread();
  if (i >= n) return;
  int at = 0;
  for (int depth = 0; depth < 6; ++depth) {
    const Node node = nodes[at];
    at = keys[i] < node.key ? 2 * at + 1 : 2 * at + 2;
  }
  out[i] = at;
}

__global__ void search_tree_by_members(const Node* nodes, const float* keys, int* out, int n) {
  const int i = thread();
  if (i >= n) return;
  int at = 0;
  for (int depth = 0; depth < 6; ++depth) at = 2 * at + (keys[i] < nodes[at].key ? 1 : 2);
  out[i] = at;
}

__global__ void queue_of_warps(const int* in, int* out, int n) {
  __shared__ int next;
  if (threadIdx.x == 0) next = 0;
  __syncthreads();
  int mine = thread();
  if (mine < n && in[mine] % 3 == 0) {
    const int at = atomicAdd(&next, 1);
    out[1 + blockIdx.x * blockDim.x + (at & 0)] = 1;
  }
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(&out[0], next);
}

__global__ void largest_with_place(const float* in, unsigned long long* out, int n) {
  const int i = thread();
  if (i >= n) return;
  const unsigned long long packed = (static_cast<unsigned long long>(__float_as_uint(in[i])) << 32) | i;
  atomicMax(out, packed);
}

__global__ void matrices_of_four(const float4* in, float4* out, int n) {
  const int i = thread();
  if (i >= n) return;
  float4 rows[4];
  for (int k = 0; k < 4; ++k) rows[k] = in[i * 4 + k];
  out[i * 4] = make_float4(rows[0].x, rows[1].x, rows[2].x, rows[3].x);
  out[i * 4 + 1] = make_float4(rows[0].y, rows[1].y, rows[2].y, rows[3].y);
  out[i * 4 + 2] = make_float4(rows[0].z, rows[1].z, rows[2].z, rows[3].z);
  out[i * 4 + 3] = make_float4(rows[0].w, rows[1].w, rows[2].w, rows[3].w);
}

__global__ void rows_by_float2(const float2* in, float2* out, int n) {
  __shared__ float2 s[16][17];
  s[threadIdx.y][threadIdx.x] = in[threadIdx.y * n + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 16 + threadIdx.x] = s[threadIdx.x][threadIdx.y];
}

__global__ void register_blocks(const float* in, float* out, int n) {
  __shared__ float s[8][64];
  for (int y = 0; y < 8; ++y) s[y][threadIdx.x] = in[(blockIdx.x * 8 + y) * n + threadIdx.x];
  __syncthreads();
  float sums[4] = {};
  const int column = threadIdx.x % 16 * 4, row = threadIdx.x / 16 * 2;
  for (int y = 0; y < 2; ++y) {
    for (int x = 0; x < 4; ++x) sums[x] += s[row + y][column + x];
  }
  for (int x = 0; x < 4; ++x) out[blockIdx.x * 256 + threadIdx.x * 4 + x] = sums[x];
}

__global__ void bubble_in_registers(const int* in, int* out, int n) {
  const int i = thread();
  if (i >= n) return;
  int v[5];
  for (int k = 0; k < 5; ++k) v[k] = in[i * 5 + k];
  for (int a = 0; a < 4; ++a) {
    for (int b = 0; b < 4 - a; ++b) {
      if (v[b] > v[b + 1]) {
        const int t = v[b];
        v[b] = v[b + 1];
        v[b + 1] = t;
      }
    }
  }
  for (int k = 0; k < 5; ++k) out[i * 5 + k] = v[k];
}

template <class In, class Out>
void add(List& list, const char* name, void (*kernel)(const In*, Out*, int), const std::vector<Shape>& shapes) {
  list.add(name, shapes,
           [=](const Shape& s, const Memory& m) { kernel<<<s.grid, s.block>>>(m.as<In>(), m.to<Out>(), s.n); });
}

List launches() {
  List list;
  const std::vector<Shape> two = {{3, 64, 150}, {4, 128, 500}};
  const auto squares = [](auto type) {
    using T = decltype(type);
    return [](const Shape& s, const Memory& m) { sums_of_grid<T><<<s.grid, s.block>>>(m.as<T>(), m.to<T>(), s.n); };
  };
  const std::vector<Shape> planes = {{dim3(2, 5), dim3(32, 8), 40}, {dim3(3, 3), dim3(16, 16), 41}};
  list.add("sums_of_grid<float>", planes, squares(0.0f));
  list.add("sums_of_grid<double>", planes, squares(0.0));
  list.add("sums_of_grid<short>", planes, squares(short{}));
  add(list, "bytes_to_floats", bytes_to_floats, two);
  add(list, "floats_to_bytes", floats_to_bytes, two);
  add(list, "shorts_in_shared", shorts_in_shared, two);
  add(list, "bytes_in_shared_columns", bytes_in_shared_columns, {{1, dim3(32, 8), 40}});
  add(list, "doubles_in_shared_columns", doubles_in_shared_columns, {{1, dim3(16, 16), 20}});
  add(list, "doubles_in_padded_columns", doubles_in_padded_columns, {{1, dim3(16, 16), 20}});
  add(list, "long_numbers", long_numbers, two);
  list.add("two_arrays_in_one", two, [](const Shape& s, const Memory& m) {
    two_arrays_in_one<<<s.grid, s.block, 2 * s.block.x * sizeof(float)>>>(m.values, m.to(), s.n);
  });
  add(list, "half_warps", half_warps, two);
  add(list, "copied_to_shared", copied_to_shared, {{3, 64, 1400}, {2, 128, 1024}});
  add(list, "positions_of_large", positions_of_large, two);
  add(list, "transposed_by_shuffles", transposed_by_shuffles, {{3, 64, 20}, {2, 128, 30}});
  add(list, "distances", distances, two);
  list.add("search_tree", two, [](const Shape& s, const Memory& m) {
    search_tree<<<s.grid, s.block>>>(m.as<Node>(), m.values, m.to<int>(), s.n);
  });
  list.add("search_tree_by_members", two, [](const Shape& s, const Memory& m) {
    search_tree_by_members<<<s.grid, s.block>>>(m.as<Node>(), m.values, m.to<int>(), s.n);
  });
  list.add("queue_of_warps", two,
           [](const Shape& s, const Memory& m) { queue_of_warps<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n); });
  add(list, "largest_with_place", largest_with_place, two);
  add(list, "matrices_of_four", matrices_of_four, two);
  add(list, "rows_by_float2", rows_by_float2, {{1, dim3(16, 16), 20}});
  add(list, "register_blocks", register_blocks, {{2, 64, 70}});
  list.add("bubble_in_registers", two, [](const Shape& s, const Memory& m) {
    bubble_in_registers<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n);
  });
  return list;
}

}  // namespace

SIMT_STYLE(launches)
