// Functions of single numbers that have no name in C++.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "simt/tests/correct/check.hpp"

namespace {

constexpr int N = 256;

// Scattered over all 32 bits.
std::vector<unsigned> words() {
  auto values = numbers<unsigned>(N, 1u << 24);
  for (int i = 0; i < N; ++i) values[i] = values[i] * 2654435761u + i;
  return values;
}

__global__ void multiply(unsigned* out, const unsigned* in) {
  const unsigned i = threadIdx.x, x = in[i], y = in[N - 1 - i];
  unsigned* const mine = out + 5 * i;
  mine[0] = __umulhi(x, y);
  mine[1] = __mulhi(static_cast<int>(x), static_cast<int>(y));
  mine[2] = __umul24(x, y);
  mine[3] = static_cast<unsigned>(__umul64hi(static_cast<unsigned long long>(x) << 32 | y, y * 3ull << 20));
  mine[4] = __usad(x, y, 7) ^ __sad(static_cast<int>(x), static_cast<int>(y), 9);
}

void products() {
  const auto in = words();
  DeviceArray<unsigned> device_in(in), out(5 * N);
  multiply<<<1, N>>>(out.data(), device_in.data());
  std::vector<unsigned> expected;
  for (int i = 0; i < N; ++i) {
    const unsigned x = in[i], y = in[N - 1 - i];
    const auto signed_x = static_cast<std::int64_t>(static_cast<int>(x)),
               signed_y = static_cast<std::int64_t>(static_cast<int>(y));
    expected.push_back(static_cast<unsigned>(static_cast<std::uint64_t>(x) * y >> 32));
    expected.push_back(static_cast<unsigned>(signed_x * signed_y >> 32));
    expected.push_back((x & 0xffffff) * (y & 0xffffff));
    // Sixty-four bits times sixty-four, in halves.
    const std::uint64_t b = y * std::uint64_t{3} << 20, low = b & 0xffffffff, high = b >> 32;
    const std::uint64_t middle = y * low >> 32, left = x * low + middle, right = y * high + (left & 0xffffffff);
    expected.push_back(static_cast<unsigned>(x * high + (left >> 32) + (right >> 32)));
    expected.push_back((std::max(x, y) - std::min(x, y) + 7) ^
                       static_cast<unsigned>(std::abs(signed_x - signed_y) + 9));
  }
  expect(out, expected);
}

__global__ void shuffle_bits(unsigned* out, const unsigned* in) {
  const unsigned i = threadIdx.x, x = in[i], y = in[N - 1 - i];
  unsigned* const mine = out + 4 * i;
  mine[0] = __funnelshift_l(x, y, i);
  mine[1] = __funnelshift_r(x, y, i);
  mine[2] = __byte_perm(x, y, 0x2570);
  mine[3] = static_cast<unsigned>(__brevll(static_cast<unsigned long long>(x) << 20) >> 12);
}

void bits() {
  const auto in = words();
  DeviceArray<unsigned> device_in(in), out(4 * N);
  shuffle_bits<<<1, N>>>(out.data(), device_in.data());
  std::vector<unsigned> expected;
  for (unsigned i = 0; i < N; ++i) {
    const unsigned x = in[i], y = in[N - 1 - i], shift = i % 32;
    expected.push_back(shift == 0 ? y : y << shift | x >> (32 - shift));
    expected.push_back(shift == 0 ? x : x >> shift | y << (32 - shift));
    expected.push_back((x & 0xff) | (y >> 24) << 8 | (y >> 8 & 0xff) << 16 | (x >> 16 & 0xff) << 24);
    unsigned turned = 0;
    for (int b = 0; b < 32; ++b) turned |= (x >> b & 1) << (31 - b);
    expected.push_back(turned);
  }
  expect(out, expected);
}

__global__ void convert(int* out, const float* in) {
  const float x = in[threadIdx.x];
  int* const mine = out + 7 * threadIdx.x;
  mine[0] = __float2int_rn(x);
  mine[1] = __float2int_rd(x);
  mine[2] = __float2int_ru(x);
  mine[3] = __float2int_rz(x);
  mine[4] = static_cast<int>(__float2uint_rn(x));
  mine[5] = __double2int_rn(0.5 * x) + __double2int_rz(__longlong_as_double(__double_as_longlong(x)) / 3);
  mine[6] = static_cast<int>(__int2float_rn(mine[0]) + __uint2float_rn(threadIdx.x));
}

void conversions() {
  auto in = numbers<float>(64, 4000);
  for (float& value : in) value = value / 8 - 250;
  in[3] = 2.5f;
  in[4] = -3.5f;
  DeviceArray<float> device_in(in);
  DeviceArray<int> out(7 * 64);
  convert<<<1, 64>>>(out.data(), device_in.data());
  std::vector<int> expected;
  for (int i = 0; i < 64; ++i) {
    const float x = in[i];
    const int nearest = static_cast<int>(std::nearbyint(x));
    expected.insert(
        expected.end(),
        {nearest, static_cast<int>(std::floor(x)), static_cast<int>(std::ceil(x)), static_cast<int>(x),
         std::max(0, nearest), static_cast<int>(std::nearbyint(0.5 * x)) + static_cast<int>(x / 3.0), nearest + i});
  }
  expect(out, expected);
}

__global__ void take_apart(int* words, double* together, const double* in) {
  const double x = in[threadIdx.x], y = in[N - 1 - threadIdx.x];
  words[2 * threadIdx.x] = __double2loint(x);
  words[2 * threadIdx.x + 1] = __double2hiint(x);
  together[threadIdx.x] = __hiloint2double(__double2hiint(x), __double2loint(y));
}

// Low words of either sign, high words of either sign.
void words_of_doubles() {
  std::vector<double> in = numbers<double>(N, 1000);
  for (int i = 0; i < N; ++i) in[i] = (in[i] - 500) / 7;
  DeviceArray<double> device_in(in), together(N);
  DeviceArray<int> words(2 * N);
  take_apart<<<1, N>>>(words.data(), together.data(), device_in.data());
  std::vector<int> halves(2 * N);  // the low word comes first
  std::memcpy(halves.data(), in.data(), N * sizeof in[0]);
  expect(words, halves);
  expect(together, table<double>(N, [&](int i) {
           const int both[] = {halves[2 * (N - 1 - i)], halves[2 * i + 1]};
           double number = 0;
           std::memcpy(&number, both, sizeof number);
           return number;
         }));
}

// With these, a compiler may not make one operation of two.
__global__ void round_each(float* out, double* wide, const float* in) {
  const float x = in[threadIdx.x] + 1, y = in[threadIdx.x + 1] + 2;
  out[threadIdx.x] = __fsub_rn(__fadd_rn(__fmul_rn(x, y), __fdiv_rn(x, y)), __fsqrt_rn(__frcp_rn(y)));
  wide[threadIdx.x] = __dsub_rn(__dadd_rn(__dmul_rn(x, 0.1), __ddiv_rn(x, y)), __dsqrt_rn(__fma_rn(x, y, 0.1)));
}

void rounding() {
  auto in = numbers<float>(65);
  for (float& value : in) value *= 0.37f;
  DeviceArray<float> device_in(in), out(64);
  DeviceArray<double> wide(64);
  round_each<<<1, 64>>>(out.data(), wide.data(), device_in.data());
  // Volatile, so that the host's compiler rounds each result too.
  const auto rounded = [](auto value) {
    const volatile auto kept = value;
    return kept;
  };
  expect(out, table<float>(64, [&](int i) {
           const float x = in[i] + 1, y = in[i + 1] + 2, root = std::sqrt(rounded(1 / y));
           return rounded(rounded(x * y) + rounded(x / y)) - root;
         }));
  expect(wide, table<double>(64, [&](int i) {
           const double x = in[i] + 1, y = in[i + 1] + 2, root = std::sqrt(std::fma(x, y, 0.1));
           return rounded(rounded(x * 0.1) + rounded(x / y)) - root;
         }));
}

}  // namespace

CORRECT_CASES({"products", products}, {"bits", bits}, {"conversions", conversions},
              {"words of doubles", words_of_doubles}, {"rounding", rounding})
