// Managed memory: a linked list that the host builds and a kernel walks, a __managed__ variable, and atomics.
#include "check.hpp"

struct Node {
  int value;
  Node* next;
};

__managed__ int histogram[8];

__global__ void walk(const Node* node, int* sum, int* length) {
  int total = 0, nodes = 0;
  for (; node != nullptr; node = node->next) {
    total += node->value;
    ++nodes;
  }
  *sum = total;
  *length = nodes;
}

__global__ void double_values(Node* nodes, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) nodes[i].value *= 2;
}

__global__ void count(const Node* nodes, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&histogram[nodes[i].value % 8], 1);
}

int main() {
  constexpr int n = 300;
  Node* nodes;
  int* results;
  CHECK(cudaMallocManaged(&nodes, n * sizeof(Node)));
  CHECK(cudaMallocManaged(&results, 2 * sizeof(int)));
  // Every seventh node is the next one in the list.
  for (int i = 0; i < n; ++i) {
    nodes[i].value = i % 13;
    nodes[i * 7 % n].next = i + 1 < n ? &nodes[(i + 1) * 7 % n] : nullptr;
  }
  const Node* const first = &nodes[0];

  walk<<<1, 1>>>(first, &results[0], &results[1]);
  CHECK_LAUNCH();
  CHECK(cudaDeviceSynchronize());
  std::printf("sum %d of %d nodes\n", results[0], results[1]);

  double_values<<<3, 128>>>(nodes, n);
  CHECK_LAUNCH();
  walk<<<1, 1>>>(first, &results[0], &results[1]);
  CHECK_LAUNCH();
  CHECK(cudaDeviceSynchronize());
  std::printf("doubled: sum %d of %d nodes\n", results[0], results[1]);

  for (int i = 0; i < 8; ++i) histogram[i] = 1000 * i;
  count<<<3, 128>>>(nodes, n);
  CHECK_LAUNCH();
  CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < 8; ++i) std::printf("histogram[%d] = %d\n", i, histogram[i]);

  CHECK(cudaFree(nodes));
  CHECK(cudaFree(results));
  return 0;
}
