// cuda::std in kernels: arrays, tuples, pairs, optional values, limits, traits.
#include <cuda/std/array>
#include <cuda/std/cmath>
#include <cuda/std/complex>
#include <cuda/std/cstdint>
#include <cuda/std/functional>
#include <cuda/std/limits>
#include <cuda/std/optional>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>

#include "check.hpp"

template <class T>
__host__ __device__ cuda::std::tuple<T, T> extremes(const cuda::std::array<T, 4>& values) {
  T least = cuda::std::numeric_limits<T>::max(), most = cuda::std::numeric_limits<T>::lowest();
  for (const T value : values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return {least, most};
}

__device__ cuda::std::optional<int> find(const cuda::std::array<int, 4>& values, int wanted) {
  for (int i = 0; i < 4; ++i) {
    if (values[i] == wanted) return i;
  }
  return cuda::std::nullopt;
}

template <class T>
__device__ cuda::std::enable_if_t<cuda::std::is_integral_v<T>, int> kind(T) {
  return 1;
}
template <class T>
__device__ cuda::std::enable_if_t<cuda::std::is_floating_point_v<T>, int> kind(T) {
  return 2;
}

__global__ void run(cuda::std::int32_t* out) {
  const int i = threadIdx.x;
  const cuda::std::array<int, 4> values{i, 3 * i % 7, -i, i / 2};
  int least, most;
  cuda::std::tie(least, most) = extremes(values);
  const cuda::std::pair<int, float> pair = cuda::std::make_pair(i, 0.5f);
  const cuda::std::plus<int> add;
  int a = 1, b = 2;
  cuda::std::swap(a, b);
  out[8 * i] = least;
  out[8 * i + 1] = most;
  out[8 * i + 2] = find(values, 3).value_or(-1);
  out[8 * i + 3] = kind(i) * 10 + kind(pair.second);
  out[8 * i + 4] = add(pair.first, a);
  out[8 * i + 5] = static_cast<int>(cuda::std::fabs(-2.0f) + cuda::std::sqrt(16.0f) + cuda::std::fmax(1.0f, 3.0f));
  out[8 * i + 6] = static_cast<int>(values.size() + cuda::std::get<0>(extremes(values)));
  const cuda::std::complex<float> z(1, i);
  out[8 * i + 7] = static_cast<int>((z * z).real());
}

int main() {
  constexpr int n = 8;
  int *out, host[8 * n];
  CHECK(cudaMalloc(&out, sizeof host));
  run<<<1, n>>>(out);
  CHECK_LAUNCH();
  CHECK(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < 8; ++j) std::printf("%d%s", host[8 * i + j], j == 7 ? "\n" : " ");
  }
  const auto [least, most] = extremes(cuda::std::array<double, 4>{1.5, -2, 8, 0});
  std::printf("host %.1f %.1f\n", least, most);
  CHECK(cudaFree(out));
}
