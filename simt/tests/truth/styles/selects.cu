// Values that only one side of a branch needs: loaded before a branch that nvcc makes a selection of, or only where
// the branch goes. The number of the block decides, so that the requests of the other blocks tell which.
#include "simt/tests/truth/styles/style.hpp"

namespace {

using namespace simt::styles;

__device__ int thread() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ int kind() { return blockIdx.x + 2; }  // 2, 3, 4

__global__ void either_or_both(const int* in, int* out) {
  const int own = in[thread()];
  out[thread()] = kind() == 3 || (own && kind() == 2);
}

__global__ void rule_of_life(const int* in, int* out) {
  const int own = in[thread()] & 1, alive = kind();
  out[thread()] = alive == 3 || (own && alive == 2);
}

__global__ void stored_by_some(const int* in, int* out) {
  const int own = in[thread()];
  if (kind() == 3) out[thread()] = own;
}

__global__ void assigned_by_some(const int* in, int* out) {
  const int own = in[thread()];
  int result = 0;
  if (kind() == 3) result = own;
  out[thread()] = result;
}

__global__ void multiplied_by_some(const int* in, int* out) {
  const int own = in[thread()], k = kind();
  int result = 0;
  if (k == 3) result = own * 3 + k;
  out[thread()] = result;
}

__global__ void selected_or_nothing(const int* in, int* out) {
  const int own = in[thread()];
  out[thread()] = kind() == 3 ? own : 0;
}

__global__ void both_hold(const int* in, int* out) {
  const int own = in[thread()];
  out[thread()] = kind() == 3 && own > 4;
}

__global__ void read_in_the_condition(const int* in, int* out) { out[thread()] = kind() == 3 && in[thread()] > 4; }

__global__ void stored_where_both_hold(const int* in, int* out) {
  const int own = in[thread()];
  if (kind() == 3 && own > 4) out[thread()] = 2;
}

__global__ void stored_where_one_holds(const int* in, int* out) {
  const int own = in[thread()];
  if (kind() == 3 || own > 4) out[thread()] = 2;
}

__global__ void three_conditions(const int* in, int* out, int n) {
  const int own = in[thread()];
  int result = 1;
  if (kind() == 3 && n > 4 && own > 4) result = 2;
  out[thread()] = result;
}

__global__ void halved_by_some(const float* in, float* out) {
  const float own = in[thread()];
  float result = 1;
  if (kind() == 3) result = own * 0.5f;
  out[thread()] = result;
}

__global__ void divided_by_some(const float* in, float* out) {
  const float own = in[thread()];
  float result = 1;
  if (kind() == 3) result = own / 0.3f;
  out[thread()] = result;
}

__global__ void divided_by_another(const float* in, float* out) {
  const float own = in[thread()], other = in[thread() + 64];
  float result = other;
  if (kind() == 3) result = own / other;
  out[thread()] = result;
}

__global__ void rooted_by_some(const float* in, float* out) {
  const float own = in[thread()];
  float result = 1;
  if (kind() == 3) result = sqrtf(own);
  out[thread()] = result;
}

__global__ void rest_by_some(const int* in, int* out, int n) {
  const int own = in[thread()];
  int result = 1;
  if (kind() == 3) result = own % n;
  out[thread()] = result;
}

__global__ void sum_or_difference(const int* in, int* out) {
  const int own = in[thread()], other = in[thread() + 64];
  int result;
  if (kind() == 3)
    result = own + other;
  else
    result = own - other;
  out[thread()] = result;
}

__global__ void cleared_by_others(const int* in, int* out) {
  int own = in[thread()];
  if (kind() != 3) own = 0;
  out[thread()] = own;
}

__global__ void raised_by_others(const int* in, int* out) {
  int own = in[thread()];
  if (kind() != 3) own = max(own, 5);
  out[thread()] = kind() == 2 ? own : 3;
}

__global__ void clamped_to_the_edge(const int* in, int* out, int n) {
  const int i = thread();
  const int left = in[i > 0 ? i - 1 : 0], own = in[i], right = in[i < n - 1 ? i + 1 : n - 1];
  int sum = own;
  if (kind() > 2) sum += left;
  if (kind() < 4) sum += right;
  out[i] = sum;
}

__global__ void eight_guarded(const int* in, int* out, int n) {
  const int first = thread() * 8;
  int sum = 0;
  for (int i = 0; i < 8 && first + i < n; ++i) sum += in[first + i];
  out[thread()] = sum;
}

__global__ void twenty_guarded(const int* in, int* out, int n) {
  const int first = thread() * 20;
  int sum = 0;
  for (int i = 0; i < 20 && first + i < n; ++i) sum += in[first + i];
  out[thread()] = sum;
}

__global__ void twenty_four_guarded(const int* in, int* out, int n) {
  const int first = thread() * 24;
  int sum = 0;
  for (int i = first; i < first + 24 && i < n; ++i) sum += in[i];
  out[thread()] = sum;
}

__global__ void at_most_seven(const int* in, int* out, int n) {
  const int first = thread() * 7;
  int sum = 0;
  for (int i = 0; i < min(7, n - first); ++i) sum += in[first + i];
  out[thread()] = sum;
}

__global__ void at_most_thirty(const int* in, int* out, int n) {
  const int first = thread() * 30;
  int sum = 0;
  for (int i = 0; i < min(30, n - first); ++i) sum += in[first + i];
  out[thread()] = sum;
}

List selects() {
  List list;
  const std::vector<Shape> three = {{{3}, {64}, 45}, {{3}, {37}, 7}};
  const auto add = [&](const char* name, void (*kernel)(const int*, int*)) {
    list.add(name, three, [=](Shape s, Memory m) { kernel<<<s.grid, s.block>>>(m.numbers, m.to<int>()); });
  };
  const auto add_floats = [&](const char* name, void (*kernel)(const float*, float*)) {
    list.add(name, three, [=](Shape s, Memory m) { kernel<<<s.grid, s.block>>>(m.values, m.to()); });
  };
  const auto add_sized = [&](const char* name, void (*kernel)(const int*, int*, int),
                             const std::vector<Shape>& shapes) {
    list.add(name, shapes, [=](Shape s, Memory m) { kernel<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n); });
  };
  add("either_or_both", either_or_both);
  add("rule_of_life", rule_of_life);
  add("stored_by_some", stored_by_some);
  add("assigned_by_some", assigned_by_some);
  add("multiplied_by_some", multiplied_by_some);
  add("selected_or_nothing", selected_or_nothing);
  add("both_hold", both_hold);
  add("read_in_the_condition", read_in_the_condition);
  add("stored_where_both_hold", stored_where_both_hold);
  add("stored_where_one_holds", stored_where_one_holds);
  add_sized("three_conditions", three_conditions, three);
  add_floats("halved_by_some", halved_by_some);
  add_floats("divided_by_some", divided_by_some);
  add_floats("divided_by_another", divided_by_another);
  add_floats("rooted_by_some", rooted_by_some);
  add_sized("rest_by_some", rest_by_some, three);
  add("sum_or_difference", sum_or_difference);
  add("cleared_by_others", cleared_by_others);
  add("raised_by_others", raised_by_others);
  add_sized("clamped_to_the_edge", clamped_to_the_edge, three);
  add_sized("eight_guarded", eight_guarded, {{{2}, {50}, 333}, {{1}, {40}, 77}});
  add_sized("twenty_guarded", twenty_guarded, {{{2}, {50}, 1333}, {{1}, {40}, 177}});
  add_sized("twenty_four_guarded", twenty_four_guarded, {{{2}, {50}, 1333}, {{1}, {40}, 177}});
  add_sized("at_most_seven", at_most_seven, {{{2}, {50}, 333}, {{1}, {40}, 77}});
  add_sized("at_most_thirty", at_most_thirty, {{{2}, {50}, 1333}, {{1}, {40}, 177}});
  return list;
}

}  // namespace

SIMT_STYLE(selects)
