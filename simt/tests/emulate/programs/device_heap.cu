// malloc, free, new and delete in kernels: a list that the device builds, a buffer for each block, a heap that is used
// up.
#include "check.hpp"

struct Node {
  int value;
  Node* next;
};

__device__ Node* list;

__global__ void build(int n) {
  for (int i = 0; i < n; ++i) {
    Node* const node = static_cast<Node*>(malloc(sizeof(Node)));
    node->value = i * i;
    node->next = list;
    list = node;
  }
}

__global__ void consume(int* out) {
  int sum = 0, count = 0;
  while (list != nullptr) {
    Node* const node = list;
    list = node->next;
    sum += node->value;
    ++count;
    free(node);
  }
  out[0] = count;
  out[1] = sum;
}

// One buffer for each block, that one thread allocates and all use.
__global__ void reverse(int* out) {
  __shared__ int* buffer;
  if (threadIdx.x == 0) buffer = new int[blockDim.x];
  __syncthreads();
  if (buffer == nullptr) return;
  buffer[threadIdx.x] = threadIdx.x + 100 * blockIdx.x;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = buffer[blockDim.x - 1 - threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) delete[] buffer;
}

__global__ void use_up(int* out) { out[0] = malloc(size_t{1} << 40) == nullptr; }

int main() {
  int* out;
  int host[128];
  CHECK(cudaMalloc(&out, sizeof host));
  CHECK(cudaMemset(out, 0, sizeof host));
  build<<<1, 1>>>(20);
  CHECK_LAUNCH();
  consume<<<1, 1>>>(out);
  CHECK_LAUNCH();
  CHECK(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
  std::printf("%d nodes, sum %d\n", host[0], host[1]);
  reverse<<<4, 32>>>(out);
  CHECK_LAUNCH();
  CHECK(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
  std::printf("%d %d %d %d\n", host[0], host[31], host[32], host[127]);
  use_up<<<1, 1>>>(out);
  CHECK_LAUNCH();
  CHECK(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
  std::printf("too much: %s\n", host[0] == 1 ? "null" : "memory");
  int* const kept = static_cast<int*>(malloc(64));  // the host's
  kept[0] = 7;
  std::printf("host %d\n", kept[0]);
  free(kept);
  CHECK(cudaFree(out));
}
