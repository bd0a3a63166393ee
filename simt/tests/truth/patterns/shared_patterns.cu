// One store and one load of shared memory for each of patterns.hpp's shared_launches().
#include "simt/tests/truth/patterns/launches.cuh"

namespace {

template <class T>
__global__ void store_and_load(T* out, const unsigned short* element, unsigned mask) {
  extern __shared__ float4 memory[];
  T* const s = reinterpret_cast<T*>(memory);
  const unsigned lane = threadIdx.x;
  const unsigned mine = element[lane];
  const bool takes_part = (mask >> lane & 1) != 0;
  T value = out[lane];
  if (takes_part) s[mine] = value;
  __syncthreads();
  if (takes_part) value = s[mine];
  out[lane] = value;
}

template <class T>
void launch(void* out, const unsigned short* elements, unsigned mask) {
  store_and_load<T><<<1, 32, 1024 * sizeof(T)>>>(static_cast<T*>(out), elements, mask);
}

}  // namespace

int main(int, char** arguments) {
  using namespace simt::patterns;
  const auto run = [](int operation, void* out, const unsigned short* elements, unsigned mask) {
    (operation == 0 ? launch<float4> : operation == 1 ? launch<double> : launch<float>)(out, elements, mask);
  };
  return run_launches(arguments, {"16 bytes", "8 bytes", "4 bytes"}, shared_patterns(), shared_launches(), run);
}
