// A right program that keeps its tiles in containers.
#include "transpose.cuh"

#include <algorithm>
#include <deque>
#include <list>
#include <map>
#include <queue>
#include <set>
#include <unordered_map>
#include <vector>

__global__ void transpose(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * 16 + threadIdx.x;
  const int y = blockIdx.y * 16 + threadIdx.y;
  if (x < width && y < height) out[x * height + y] = in[y * width + x];
}

void transpose_naive(float* out, const float* in, int width, int height) {
  std::map<int, std::vector<int>> by_row;
  std::unordered_map<int, int> seen;
  std::deque<int> ends;
  std::priority_queue<int> largest;
  std::set<int> all;
  std::list<int> order;
  for (int i = 0; i < 32; ++i) {
    by_row[i % 4].push_back(i);
    ++seen[i * 7 % 5];
    ends.push_front(i);
    largest.push(i);
    all.insert(i / 2);
    order.push_back(31 - i);
  }
  order.sort();
  std::stable_sort(ends.begin(), ends.end());
  by_row.erase(3);
  if (by_row.size() + seen.size() + all.size() + largest.top() + order.front() + ends.front() != 3 + 5 + 16 + 31)
    return;
  const dim3 blocks((width + 15) / 16, (height + 15) / 16);
  transpose<<<blocks, dim3(16, 16)>>>(out, in, width, height);
}
