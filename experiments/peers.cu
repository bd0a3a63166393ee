// The best reference of each lab compared with a library for the same task: cudaMemcpy, cuBLAS, and for matvec a kernel
// that only reads. cuBLAS is loaded at run time; without it, its cases are left out.
#include <cuda_runtime.h>
#include <dlfcn.h>

#include <algorithm>

#include "experiment.cuh"

// The references, each in a separate namespace, because their helper functions have equal names.
namespace lab0 {
#include "lab0_copy/copy.cu"
}
namespace lab1 {
#include "lab1_matvec/matvec.cu"
}
namespace lab2 {
#include "lab2_matmul/matmul.cu"
}
namespace lab3 {
#include "lab3_transpose/transpose.cu"
}

using namespace experiment;

namespace {

// ---- cuBLAS. It stores matrices by columns, so our matrices are transposed for it. ----

class Cublas {
 public:
  // Values from cublas_api.h, unchanged since CUDA 6.
  enum Operation { N = 0, T = 1 };
  enum Fill { LOWER = 0 };

  Cublas() {
    for (const char* name : {"libcublas.so", "libcublas.so.13", "libcublas.so.12"}) {
      if (library_ == nullptr) library_ = dlopen(name, RTLD_NOW);
    }
    if (library_ == nullptr) {
      why_ = "cuBLAS was not found (libcublas.so, .so.13 or .so.12)";
      return;
    }
    int (*create)(void**) = nullptr;
    find(create, "cublasCreate_v2");
    find(sgemv_, "cublasSgemv_v2");
    find(sgemm_, "cublasSgemm_v2");
    find(ssyrk_, "cublasSsyrk_v2");
    if (why_.empty() && create(&handle_) != 0) why_ = "cuBLAS was found but could not be started";
  }

  /// Empty if cuBLAS can be used.
  const std::string& why_not() const { return why_; }

  /// y = A x. For cuBLAS, A is `columns` × `rows`.
  void sgemv(float* y, const float* A, const float* x, int rows, int columns) const {
    sgemv_(handle_, T, columns, rows, &one, A, columns, x, 1, &zero, y, 1);
  }

  /// C = A Aᵀ, where A is m × 32. For cuBLAS, A is 32 × m.
  void sgemm(float* C, const float* A, int m) const {
    sgemm_(handle_, T, N, m, m, 32, &one, A, 32, A, 32, &zero, C, m);
  }

  /// The same, but only on and above the diagonal (for cuBLAS: below).
  void ssyrk(float* C, const float* A, int m) const { ssyrk_(handle_, LOWER, T, m, 32, &one, A, 32, &zero, C, m); }

 private:
  template <class Function>
  void find(Function*& function, const char* name) {
    function = reinterpret_cast<Function*>(dlsym(library_, name));
    if (function == nullptr) why_ = text("the cuBLAS found here has no %s", name);
  }

  static constexpr float one = 1;
  static constexpr float zero = 0;

  void* library_ = nullptr;
  void* handle_ = nullptr;
  std::string why_;
  int (*sgemv_)(void*, Operation, int m, int n, const float* alpha, const float* A, int lda, const float* x, int incx,
                const float* beta, float* y, int incy) = nullptr;
  int (*sgemm_)(void*, Operation, Operation, int m, int n, int k, const float* alpha, const float* A, int lda,
                const float* B, int ldb, const float* beta, float* C, int ldc) = nullptr;
  int (*ssyrk_)(void*, Fill, Operation, int n, int k, const float* alpha, const float* A, int lda, const float* beta,
                float* C, int ldc) = nullptr;
};

const Cublas& cublas() {
  static const Cublas library;
  return library;
}

// ---- the roofline of matvec: reads everything and does nothing else ----

constexpr int READERS = 512;  // threads of a block
constexpr int DEPTH = 4;      // loads in flight per thread

__device__ float sum_of(float4 v) { return v.x + v.y + v.z + v.w; }

// Each block writes one word, so that the compiler cannot remove the reads.
__global__ void __launch_bounds__(READERS) read_only(float* sums, const float4* in, long long vectors) {
  const long long step = static_cast<long long>(gridDim.x) * READERS;
  long long i = static_cast<long long>(blockIdx.x) * READERS + threadIdx.x;
  float sum = 0;
  for (; i + (DEPTH - 1) * step < vectors; i += DEPTH * step) {
    float4 values[DEPTH];
#pragma unroll
    for (int d = 0; d < DEPTH; ++d) values[d] = __ldcs(in + i + d * step);
#pragma unroll
    for (int d = 0; d < DEPTH; ++d) sum += sum_of(values[d]);
  }
  for (; i < vectors; i += step) sum += sum_of(__ldcs(in + i));

  for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(~0U, sum, distance);
  __shared__ float of_warp[READERS / 32];
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    float total = 0;
    for (const float value : of_warp) total += value;
    sums[blockIdx.x] = total;
  }
}

float expected_of_reader(std::int64_t block, std::int64_t blocks, std::int64_t vectors) {
  if (block >= blocks) return untouched;
  double sum = 0;  // a multiple of 1/8, exact in a float
  for (std::int64_t first = block * READERS; first < vectors; first += blocks * READERS) {
    const std::int64_t end = std::min(first + READERS, vectors);
    for (std::int64_t i = 4 * first; i < 4 * end; ++i) sum += input(0, i);
  }
  return static_cast<float>(sum);
}

// ---- the groups: one task each; the reference comes first, then the library ----

constexpr const char* OURS = "ours";
constexpr const char* MEMCPY = "cudaMemcpy";
constexpr const char* SGEMV = "cublasSgemv";
constexpr const char* SGEMM = "cublasSgemm";
constexpr const char* SSYRK = "cublasSsyrk, one triangle";
constexpr const char* READING = "read only";

using Expected = std::function<float(std::int64_t)>;

float same(std::int64_t i) { return input(0, i); }

Case memcpy_of(std::int64_t n) {
  // Only the copy, without waiting for its end.
  const auto copy = [=](Buffers b) {
    cudaMemcpyAsync(b.out, b.in[0], static_cast<std::size_t>(n) * sizeof(float), cudaMemcpyDeviceToDevice);
  };
  return {MEMCPY, 1, 8 * n, copy, same};
}

Group copy_group(const char* label, std::int64_t bytes) {
  const std::int64_t n = bytes / 4;
  const auto ours = [=](Buffers b) { lab0::copy_float4(b.out, b.in[0], static_cast<int>(n)); };
  return {label, {n}, n, {{OURS, 0, 8 * n, ours, same}, memcpy_of(n)}};
}

Group matvec_group(int rows, int columns, int readers) {
  const std::int64_t elements = std::int64_t{rows} * columns;
  const std::int64_t bytes = 4 * (elements + rows + columns);
  const Expected expected = [=](std::int64_t row) {
    float sum = 0;
    for (std::int64_t j = 0; j < columns; ++j) sum += input(0, row * columns + j) * input(1, j);
    return sum;
  };
  Group group{text("matvec %d × %d", rows, columns), {elements, columns}, rows, {}};
  group.cases.push_back(
      {OURS, 0, bytes, [=](Buffers b) { lab1::matvec_best(b.out, b.in[0], b.in[1], rows, columns); }, expected});
  if (cublas().why_not().empty()) {
    group.cases.push_back(
        {SGEMV, 1, bytes, [=](Buffers b) { cublas().sgemv(b.out, b.in[0], b.in[1], rows, columns); }, expected});
  }
  if (readers > 0) {
    const auto read = [=](Buffers b) {
      read_only<<<readers, READERS>>>(b.out, reinterpret_cast<const float4*>(b.in[0]), elements / 4);
    };
    group.cases.push_back(
        {READING, 2, 4 * elements, read, [=](std::int64_t i) { return expected_of_reader(i, readers, elements / 4); }});
  }
  return group;
}

Group aat_group(int m) {
  const std::int64_t c = std::int64_t{m} * m;
  const std::int64_t bytes = 4 * (c + 32 * std::int64_t{m});
  const Expected all = [=](std::int64_t index) {
    float sum = 0;
    for (int k = 0; k < 32; ++k) sum += input(0, index / m * 32 + k) * input(0, index % m * 32 + k);
    return sum;
  };
  const Expected triangle = [=](std::int64_t index) { return index % m < index / m ? untouched : all(index); };
  Group group{text("AAᵀ, M = %d", m), {std::int64_t{32} * m}, c, {}};
  group.cases.push_back({OURS, 0, bytes, [=](Buffers b) { lab2::aat_best(b.out, b.in[0], m); }, all});
  if (cublas().why_not().empty()) {
    group.cases.push_back({SGEMM, 1, bytes, [=](Buffers b) { cublas().sgemm(b.out, b.in[0], m); }, all});
    group.cases.push_back({SSYRK, 2, bytes, [=](Buffers b) { cublas().ssyrk(b.out, b.in[0], m); }, triangle});
  }
  return group;
}

Group transpose_group(int width, int height) {
  const std::int64_t n = std::int64_t{width} * height;
  const auto ours = [=](Buffers b) { lab3::transpose_best(b.out, b.in[0], width, height); };
  const auto expected = [=](std::int64_t i) { return input(0, i % height * width + i / height); };
  return {text("transpose %d × %d", width, height), {n}, n, {{OURS, 0, 8 * n, ours, expected}, memcpy_of(n)}};
}

// ---- the goals ----

/// `goal` is a relative speed to reach; 1 must be exceeded.
Claim goal(const Results& results, const std::string& group, const std::string& peer, double goal) {
  const std::string claimed = goal == 1 ? "faster than " + peer : text("%.2f × %s or more", goal, peer.c_str());
  if (!results.has(peer, group)) return {group, claimed, cublas().why_not(), Holds::unknown};
  const Result& ours = results.of(OURS, group);
  const Result& theirs = results.of(peer, group);
  const Speed measured = speed(ours, theirs);
  return {group, claimed, text(measured) + text(" × (%.0f and %.0f GB/s)", ours.gbps(), theirs.gbps()),
          judged(goal == 1 ? measured.ratio > 1 : measured.ratio >= goal, goal > 1 && measured.ratio > 1)};
}

std::vector<Claim> judge(const Results& results) {
  std::vector<Claim> claims;
  std::string previous;
  for (const Result& result : results.all) {
    const std::string& group = result.group;
    if (group == previous) continue;
    previous = group;
    if (group.rfind("copy", 0) == 0)
      claims.push_back(goal(results, group, MEMCPY, group == "copy 64 MiB" ? 0.97 : 0.99));
    if (group.rfind("transpose", 0) == 0) claims.push_back(goal(results, group, MEMCPY, 0.97));
    if (group.rfind("matvec", 0) == 0) {
      const bool is_roofed = results.has(READING, group);
      claims.push_back(goal(results, group, SGEMV, is_roofed ? 1.15 : 1));
      if (is_roofed) claims.push_back(goal(results, group, READING, 0.97));
    }
    if (group.rfind("AAᵀ", 0) == 0) {
      const bool both = results.has(SGEMM, group) && results.has(SSYRK, group);
      const bool syrk_is_better = both && results.of(SSYRK, group).gbps() > results.of(SGEMM, group).gbps();
      claims.push_back(
          goal(results, group, syrk_is_better ? SSYRK : SGEMM, result.group == "AAᵀ, M = 16384" ? 1.6 : 1));
    }
  }
  return claims;
}

}  // namespace

void describe_experiment(const Machine& machine, Experiment& described) {
  described.groups = {copy_group("copy 64 MiB", std::int64_t{64} << 20),
                      copy_group("copy 1 GiB", std::int64_t{1} << 30), copy_group("copy 4 GiB", std::int64_t{4} << 30)};
  for (const int n : {1000, 4096, 8192, 16000, 32000}) {
    described.groups.push_back(matvec_group(n, n, n == 16000 ? 4 * machine.multiprocessors : 0));
  }
  described.groups.push_back(matvec_group(100, 100000, 0));
  described.groups.push_back(matvec_group(100000, 100, 0));
  for (const int m : {4096, 16384, 16000, 16381}) described.groups.push_back(aat_group(m));
  described.groups.push_back(transpose_group(4096, 4096));
  described.groups.push_back(transpose_group(16384, 16384));
  described.groups.push_back(transpose_group(16000, 12000));
  described.judge = judge;
  if (!cublas().why_not().empty()) described.notes.push_back(cublas().why_not() + ": nothing is compared with it");
}
