// What right programs use of the C++ and C libraries beside their kernels: all of it must be available to graded code.
#include "transpose.cuh"

#include <algorithm>
#include <array>
#include <cassert>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <iomanip>
#include <iostream>
#include <memory>
#include <numeric>
#include <optional>
#include <queue>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

namespace {

struct Shape {
  virtual ~Shape() = default;
  virtual int blocks() const = 0;
};
struct Tiles : Shape {
  int count;
  explicit Tiles(int tiles) : count(tiles) {}
  int blocks() const override { return count; }
};
struct NoTiles : std::runtime_error {
  using std::runtime_error::runtime_error;
};

std::vector<int> made_at_start(10, 3);

void containers(int n) {
  std::vector<int> numbers(n);
  std::iota(numbers.begin(), numbers.end(), 0);
  std::reverse(numbers.begin(), numbers.end());
  std::sort(numbers.begin(), numbers.end(), [](int a, int b) { return a > b; });
  std::stable_sort(numbers.begin(), numbers.end());
  std::nth_element(numbers.begin(), numbers.begin() + n / 2, numbers.end());
  std::deque<int> both_ends(numbers.begin(), numbers.end());
  both_ends.push_front(1);
  std::priority_queue<int> largest_first;
  largest_first.push(n);
  const std::array<int, 3> three{1, 2, 3};
  const std::tuple<int, float> pair{3, 4.0f};
  const std::variant<int, float> one_of{3};
  const std::optional<int> maybe = n;
  const std::function<int(int)> plus = [&](int i) { return i + n; };
  const std::unique_ptr<Shape> own = std::make_unique<Tiles>(n);
  const std::shared_ptr<Shape> shared = std::make_shared<Tiles>(n);
  std::mt19937 generator(7);
  std::normal_distribution<float> bell;
  std::uniform_real_distribution<float> even;
  const float sum = bell(generator) + even(generator) + static_cast<float>(std::rand() % 2);
  std::cout << three.at(1) << std::get<0>(pair) << std::get<int>(one_of) << maybe.value() << plus(1) << own->blocks()
            << shared->blocks() << largest_first.top() << both_ends.size() << made_at_start.size() << sum << '\n';
}

void texts(int n) {
  static const std::string made_once = "a text that is too long for a small string: " + std::to_string(n);
  std::string text = made_once + std::to_string(1.5f);
  text.replace(0, 1, "A").append(3, 'x');
  char line[200];
  std::snprintf(line, sizeof line, "%d %5.2f %s %zu", n, 1.5, text.c_str(), text.find("small"));
  std::printf("%s\n", line);
  std::fprintf(stderr, "%c %ld %p\n", 'x', 3L, static_cast<void*>(line));
  std::fflush(stdout);
  std::puts(line);
  std::cerr << std::setw(8) << std::fixed << std::setprecision(3) << 2.0f << ' ' << 3.0 << ' ' << 4ul << true
            << std::endl;
  std::clog << text << std::string_view("view") << std::strcmp(line, "y") << std::strlen(line) << "\n";
}

void exceptions(int n) {
  const std::string text = "text";
  std::vector<int> numbers(3);
  for (int i = 0; i < 6; ++i) {
    try {
      if (i == 0) numbers.at(n + 3) = 1;
      if (i == 1) throw NoTiles("none");
      if (i == 2) throw std::invalid_argument(text + " argument");
      if (i == 3) throw i;
      if (i == 4) throw text;
      if (i == 5) std::cout << text.substr(n + 4);
    } catch (const std::out_of_range& error) {
      std::cout << error.what() << '\n';
    } catch (const std::exception& error) {
      std::cout << error.what() << '\n';
    } catch (...) {
      std::cout << "something else\n";
    }
  }
}

double mathematics(double x) {
  int exponent = 0;
  double whole = 0;
  return std::sqrt(x) + std::pow(x, 0.3) + std::frexp(x, &exponent) + std::modf(x, &whole) + std::fmod(x, 0.7) +
         std::lgamma(x) + std::abs(-x) + std::hypot(x, 1.0) + static_cast<double>(std::lround(x));
}

__global__ void strided(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  assert(width > 0);
  if (x < width && y < height) out[static_cast<size_t>(x) * height + y] = in[static_cast<size_t>(y) * width + x];
}

}  // namespace

void transpose_naive(float* out, const float* in, int width, int height) {
  const auto start = std::chrono::steady_clock::now();
  containers(width);
  texts(width);
  exceptions(width);
  std::cout << mathematics(width + 0.5) << '\n';
  strided<<<dim3((width + 31) / 32, (height + 7) / 8), dim3(32, 8)>>>(out, in, width, height);
  if (cudaDeviceSynchronize() != cudaSuccess) throw std::runtime_error(cudaGetErrorString(cudaGetLastError()));
  const std::chrono::duration<double, std::milli> passed = std::chrono::steady_clock::now() - start;
  if (passed.count() < 0) std::exit(EXIT_FAILURE);
}
