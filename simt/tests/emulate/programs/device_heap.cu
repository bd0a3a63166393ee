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

struct alignas(128) Line {
  int words[32];
};

__global__ void aligned(int* out) {
  Line* const one = new Line;
  Line* const more = new Line[2];
  one->words[0] = 3;
  more[1].words[31] = 4;
  out[0] = one->words[0] + more[1].words[31];
  out[1] = reinterpret_cast<size_t>(one) % alignof(Line);
  delete one;
  delete[] more;
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
  aligned<<<1, 1>>>(out);
  CHECK_LAUNCH();
  CHECK(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
  std::printf("aligned: %d %d\n", host[0], host[1]);
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
