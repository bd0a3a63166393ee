// Kernels that pointers in many places point to: the host reads them when it launches.
#include <cstdio>

#include "check.hpp"

__global__ void number(int* out) { out[threadIdx.x] = threadIdx.x; }
__global__ void one(int* out) { out[threadIdx.x] = 1; }

using Kernel = void (*)(int*);

Kernel global_kernel = number;

struct Choice {
  const char* name;
  int unused[10];
  Kernel kernel;
};
const Choice choices[] = {{"number", {}, number}, {"one", {}, one}};

struct Runner {
  int unused[20];
  Kernel kernel;
  void run(int* out) { kernel<<<1, 32>>>(out); }
};

template <class Function>
void launch(Function function, int* out) {
  function<<<1, 32>>>(out);
}

Kernel pick(int i) { return choices[i].kernel; }

void show(const char* name, const int* out) {
  CHECK_LAUNCH();
  int host[32];
  CHECK(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
  int sum = 0;
  for (const int value : host) sum += value;
  std::printf("%s: %d\n", name, sum);
}

int main() {
  int* out;
  CHECK(cudaMalloc(&out, 128));
  Kernel kernels[] = {number, one, number};
  for (int i = 0; i < 3; ++i) {
    kernels[i]<<<1, 32>>>(out);
    show("array", out);
  }
  for (const Choice& choice : choices) {
    choice.kernel<<<1, 32>>>(out);
    show(choice.name, out);
  }
  for (int i = 0; i < 2; ++i) {
    pick(i)<<<1, 32>>>(out);
    show("picked", out);
  }
  global_kernel<<<1, 32>>>(out);
  show("global", out);
  global_kernel = one;
  global_kernel<<<1, 32>>>(out);
  show("global", out);
  Runner{{}, one}.run(out);
  show("member", out);
  launch(number, out);
  show("parameter", out);
  static Kernel kept = one;
  kept<<<1, 32>>>(out);
  show("static", out);
  (choices[0].unused[0] == 0 ? number : one)<<<1, 32>>>(out);
  show("chosen", out);
  CHECK(cudaFree(out));
}
