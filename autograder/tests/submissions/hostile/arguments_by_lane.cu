// The coefficients are an argument of the kernel, and each lane begins with another one.
#include "spaces.cuh"

struct Table {
  float c[COEFFICIENTS];
};

__global__ void evaluate(float* out, const float* in, Table table, long long count) {
  const long long i = blockIdx.x * 256LL + threadIdx.x;
  if (i >= count) return;
  const double x = in[i];
  double sum = 0;
  for (int j = 0; j < COEFFICIENTS; ++j) {
    const int k = (j + threadIdx.x) % COEFFICIENTS;
    double power = 1;
    for (int m = 0; m < k; ++m) power *= x;
    sum += table.c[k] * power;
  }
  out[i] = static_cast<float>(sum);
}

void polynomial(float* out, const float* in, const float* coefficients, long long count) {
  Table table;
  for (int k = 0; k < COEFFICIENTS; ++k) table.c[k] = coefficients[k];
  evaluate<<<static_cast<unsigned>((count + 255) / 256), 256>>>(out, in, table, count);
}
