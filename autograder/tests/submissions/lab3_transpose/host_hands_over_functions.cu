// A right program that has functions called by others: by streams, locks, exceptions, the end of the program and the
// CUDA runtime; and calls virtual functions of the C++ library.
#include "transpose.cuh"

#include <cstdlib>
#include <exception>
#include <functional>
#include <iostream>
#include <locale>
#include <memory>
#include <mutex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

__global__ void transpose(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * 16 + threadIdx.x;
  const int y = blockIdx.y * 16 + threadIdx.y;
  if (x < width && y < height) out[x * height + y] = in[y * width + x];
}

namespace {

struct Mine : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Launcher {
  virtual ~Launcher() = default;
  virtual void launch(float* out, const float* in, int width, int height) const {
    const dim3 blocks((width + 15) / 16, (height + 15) / 16);
    transpose<<<blocks, dim3(16, 16)>>>(out, in, width, height);
  }
};

int calls = 0;
std::once_flag first;

void count(void* number) { ++*static_cast<int*>(number); }
void count_callback(cudaStream_t, cudaError_t, void* number) { count(number); }
void end() { calls = 0; }

std::string message_of(const std::exception_ptr& exception) {
  try {
    std::rethrow_exception(exception);
  } catch (const std::exception& error) {
    return error.what();
  }
}

std::string thrown() {
  try {
    throw Mine("mine");
  } catch (...) {
    const std::exception_ptr held = std::current_exception();
    const std::exception_ptr again = held;
    return message_of(again);
  }
}

}  // namespace

void transpose_naive(float* out, const float* in, int width, int height) {
  std::call_once(first, [] { std::atexit(end); });
  const std::unique_ptr<void, void (*)(void*)> memory(std::malloc(64), std::free);
  const std::shared_ptr<Launcher> launcher(new Launcher);
  const std::vector<std::function<void()>> steps{[] {}, [=] { launcher->launch(out, in, width, height); }};
  for (const auto& step : steps) step();

  int numbers[] = {2, 1};
  std::qsort(numbers, 2, sizeof(int),
             [](const void* a, const void* b) { return *static_cast<const int*>(a) - *static_cast<const int*>(b); });
  std::ostringstream text;
  const std::locale locale;
  const std::locale copy = locale;
  text.imbue(copy);
  text << std::hex << numbers[0] << ' ' << 0.5 << std::endl << thrown();
  text << std::make_error_code(std::errc::io_error).message();
  std::cout << text.str() << std::endl;

  cudaLaunchHostFunc(nullptr, count, &calls);
  cudaStreamAddCallback(nullptr, count_callback, &calls, 0);
  cudaDeviceSynchronize();
}
