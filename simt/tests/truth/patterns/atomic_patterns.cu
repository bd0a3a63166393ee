// One atomic operation of a warp for each of patterns.hpp's atomic_launches().
#include "simt/tests/truth/patterns/launches.cuh"

namespace {

using U64 = unsigned long long;

// Each adds its own number, so that nvcc cannot count the lanes instead.
template <class T>
struct Add {
  __device__ T operator()(T* p, T mine) const { return atomicAdd(p, mine); }
};
template <class T>
struct AddOne {
  __device__ T operator()(T* p, T) const { return atomicAdd(p, T(1)); }
};
struct Sub {
  __device__ int operator()(int* p, int mine) const { return atomicSub(p, mine); }
};
template <class T>
struct Min {
  __device__ T operator()(T* p, T mine) const { return atomicMin(p, mine); }
};
template <class T>
struct Max {
  __device__ T operator()(T* p, T mine) const { return atomicMax(p, mine); }
};
struct And {
  __device__ int operator()(int* p, int mine) const { return atomicAnd(p, mine); }
};
struct Or {
  __device__ int operator()(int* p, int mine) const { return atomicOr(p, mine); }
};
struct Xor {
  __device__ int operator()(int* p, int mine) const { return atomicXor(p, mine); }
};
struct Inc {
  __device__ unsigned operator()(unsigned* p, unsigned mine) const { return atomicInc(p, mine); }
};
template <class T>
struct Exchange {
  __device__ T operator()(T* p, T mine) const { return atomicExch(p, mine); }
};
template <class T>
struct CompareAndSwap {  // succeeds where the word is still zero
  __device__ T operator()(T* p, T mine) const { return atomicCAS(p, T(0), mine); }
};

template <class T, class Operation, bool UsesResult>
__global__ void in_shared(T* out, const unsigned short* element, unsigned mask) {
  __shared__ T s[1024];
  const unsigned lane = threadIdx.x;
  const unsigned mine = element[lane];
  T value = static_cast<T>(lane + 1);
  for (unsigned i = lane; i < 1024; i += 32) s[i] = 0;
  __syncthreads();
  if ((mask >> lane & 1) != 0) {
    const T old = Operation()(&s[mine], value);
    if (UsesResult) value = old;
  }
  __syncthreads();
  out[lane] = UsesResult ? value : s[lane];
}

template <class T, class Operation, bool UsesResult>
__global__ void in_global(T* out, const unsigned short* element, unsigned mask) {
  const unsigned lane = threadIdx.x;
  const unsigned mine = element[lane];
  T* const words = out + 64;
  if ((mask >> lane & 1) != 0) {
    const T old = Operation()(&words[mine], static_cast<T>(lane + 1));
    if (UsesResult) out[lane] = old;
  }
}

using Kernel = void (*)(void*, const unsigned short*, unsigned);

struct Row {
  const char* name;
  Kernel launch;
};

template <class T, class Operation, bool UsesResult>
void shared(void* out, const unsigned short* elements, unsigned mask) {
  in_shared<T, Operation, UsesResult><<<1, 32>>>(static_cast<T*>(out), elements, mask);
}
template <class T, class Operation, bool UsesResult>
void global(void* out, const unsigned short* elements, unsigned mask) {
  in_global<T, Operation, UsesResult><<<1, 32>>>(static_cast<T*>(out), elements, mask);
}

const Row rows[] = {
    {"shared add int", shared<int, Add<int>, false>},
    {"shared add int, result used", shared<int, Add<int>, true>},
    {"shared add 1", shared<int, AddOne<int>, false>},
    {"shared add 1, result used", shared<int, AddOne<int>, true>},
    {"shared sub int", shared<int, Sub, false>},
    {"shared min int", shared<int, Min<int>, false>},
    {"shared max unsigned", shared<unsigned, Max<unsigned>, false>},
    {"shared and", shared<int, And, false>},
    {"shared or", shared<int, Or, false>},
    {"shared xor", shared<int, Xor, false>},
    {"shared inc", shared<unsigned, Inc, true>},
    {"shared exchange", shared<int, Exchange<int>, true>},
    {"shared compare and swap", shared<int, CompareAndSwap<int>, true>},
    {"shared add float", shared<float, Add<float>, false>},
    {"shared add double", shared<double, Add<double>, false>},
    {"shared add 8 bytes", shared<U64, Add<U64>, false>},
    {"shared max 8 bytes", shared<U64, Max<U64>, false>},
    {"shared exchange 8 bytes", shared<U64, Exchange<U64>, true>},
    {"shared compare and swap 8 bytes", shared<U64, CompareAndSwap<U64>, true>},
    {"global add int", global<int, Add<int>, false>},
    {"global add int, result used", global<int, Add<int>, true>},
    {"global add 1", global<int, AddOne<int>, false>},
    {"global add 1, result used", global<int, AddOne<int>, true>},
    {"global sub int", global<int, Sub, false>},
    {"global min int", global<int, Min<int>, false>},
    {"global max int, result used", global<int, Max<int>, true>},
    {"global and", global<int, And, false>},
    {"global inc", global<unsigned, Inc, false>},
    {"global exchange", global<int, Exchange<int>, false>},
    {"global exchange, result used", global<int, Exchange<int>, true>},
    {"global compare and swap", global<int, CompareAndSwap<int>, true>},
    {"global compare and swap, result unused", global<int, CompareAndSwap<int>, false>},
    {"global add float", global<float, Add<float>, false>},
    {"global add float, result used", global<float, Add<float>, true>},
    {"global add double", global<double, Add<double>, false>},
    {"global add 8 bytes", global<U64, Add<U64>, false>},
    {"global max 8 bytes", global<U64, Max<U64>, false>},
    {"global compare and swap 8 bytes", global<U64, CompareAndSwap<U64>, true>},
};

}  // namespace

int main(int, char** arguments) {
  using namespace simt::patterns;
  std::vector<std::string> names;
  for (const Row& row : rows) names.push_back(row.name);
  const auto run = [](int operation, void* out, const unsigned short* elements, unsigned mask) {
    rows[operation].launch(out, elements, mask);
  };
  return run_launches(arguments, names, atomic_patterns(), atomic_launches(static_cast<int>(names.size())), run);
}
