#include <cstdio>
__global__ void a(int* out) { out[threadIdx.x] = threadIdx.x; }
__global__ void b(int* out) { out[threadIdx.x] = 1; }
typedef void (*Kernel)(int*);
Kernel global_kernel = a;
struct Op { const char* name; int x[10]; Kernel kernel; };
static const Op ops[] = {{"a", {}, a}, {"b", {}, b}};
struct Runner {
  int pad[20];
  Kernel k;
  void run(int* out) { k<<<1, 32>>>(out); }
};
template <class F> void go(F f, int* out) { f<<<1, 32>>>(out); }
int main() {
  int* out;
  cudaMalloc(&out, 128);
  Kernel ks[] = {a, b, a};
  for (int i = 0; i < 3; ++i) ks[i]<<<1, 32>>>(out);
  for (const Op& op : ops) op.kernel<<<1, 32>>>(out);
  for (int i = 0; i < 2; ++i) ops[i].kernel<<<1, 32>>>(out);
  global_kernel<<<1, 32>>>(out);
  global_kernel = b;
  global_kernel<<<1, 32>>>(out);
  Runner runner{{}, b};
  runner.run(out);
  go(a, out);
  static Kernel st = b;
  st<<<1, 32>>>(out);
  (out ? a : b)<<<1, 32>>>(out);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(out);
}
