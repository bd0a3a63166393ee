#include <cuda/atomic;
k<<<1, 1>>>(
>
