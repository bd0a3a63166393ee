#include "backends/cuda/kernels.hpp"

#include "backends/cuda/judge_products.cuh"
#include "course/operations.hpp"

namespace backends::cuda {
namespace {

// Enough blocks to fill any GPU; each thread strides over the rest.
int blocks(std::int64_t elements) {
  const std::int64_t wanted = (elements + threads - 1) / threads;
  return static_cast<int>(wanted < 16384 ? (wanted > 0 ? wanted : 1) : 16384);
}

__global__ void fill_input_kernel(float* values, std::int64_t elements, course::Inputs inputs, int buffer) {
  for (std::int64_t i = first_element(); i < elements; i += all_threads()) {
    values[i] = inputs(buffer, i);
  }
}

__global__ void count_changed_input_kernel(const float* values, std::int64_t elements, course::Inputs inputs,
                                           int buffer, unsigned long long* changed) {
  unsigned long long mine = 0;
  for (std::int64_t i = first_element(); i < elements; i += all_threads()) {
    if (bits_of(values[i]) != bits_of(inputs(buffer, i))) ++mine;
  }
  if (mine != 0) atomicAdd(changed, mine);
}

__global__ void fill_kernel(std::uint32_t* values, std::int64_t elements, std::uint32_t bits) {
  for (std::int64_t i = first_element(); i < elements; i += all_threads()) values[i] = bits;
}

__global__ void count_changed_kernel(const float* values, std::int64_t elements, std::uint32_t bits,
                                     unsigned long long* changed) {
  unsigned long long mine = 0;
  for (std::int64_t i = first_element(); i < elements; i += all_threads()) {
    if (bits_of(values[i]) != bits) ++mine;
  }
  if (mine != 0) atomicAdd(changed, mine);
}

/// Every thread judges its elements and adds what it saw; `expected(i)` says what element i must be.
template <class ExpectedAt>
__device__ void judge_elements(const float* actual, std::int64_t elements, course::Element type, ExpectedAt expected,
                               Tally* tally) {
  Tally mine;
  for (std::int64_t i = first_element(); i < elements; i += all_threads()) {
    judge_element(actual[i], type, expected(i), i, mine);
  }
  add_up(mine, tally);
}

template <class Operation>
__global__ void judge_kernel(const float* actual, std::int64_t elements, course::Element type, course::Inputs inputs,
                             course::Size size, int output, Tally* tally) {
  const auto expected = [&](std::int64_t i) { return course::expected_element<Operation>(inputs, size, output, i); };
  judge_elements(actual, elements, type, expected, tally);
}

/// Adds all terms of a sum: in registers where there is one element, else in the block's shared memory.
template <class Operation>
__global__ void add_terms_kernel(long long* sums, std::int64_t elements, course::Inputs inputs, course::Size size) {
  __shared__ int of_block[Operation::most_elements];
  for (int i = threadIdx.x; i < elements; i += threads) of_block[i] = 0;
  __syncthreads();
  int mine = 0;
  const std::int64_t terms = Operation::terms(size);
  for (std::int64_t term = first_element(); term < terms; term += all_threads()) {
    Operation::add_term(inputs, size, term, [&](std::int64_t element, int value) {
      if constexpr (Operation::most_elements == 1) {
        mine += value;
      } else {
        atomicAdd(&of_block[element], value);
      }
    });
  }
  if (Operation::most_elements == 1) atomicAdd(&of_block[0], mine);
  __syncthreads();
  for (int i = threadIdx.x; i < elements; i += threads) {
    atomicAdd(reinterpret_cast<unsigned long long*>(&sums[i]), static_cast<unsigned long long>(of_block[i]));
  }
}

template <class Operation>
__global__ void judge_sum_kernel(const float* actual, std::int64_t elements, course::Element type,
                                 const long long* sums, Tally* tally) {
  const auto expected = [&](std::int64_t i) {
    return course::Expected{static_cast<double>(sums[i]) * Operation::unit, 0.0};
  };
  judge_elements(actual, elements, type, expected, tally);
}

template <class Operation>
void judge(const float* actual, std::int64_t elements, course::Inputs inputs, course::Size size, int output,
           long long* sums, Tally* tally) {
  constexpr course::Element type = course::operation<Operation>().output_element;
  if constexpr (course::is_sum<Operation>) {
    static_assert(Operation::most_elements <= most_sums);
    fill_kernel<<<1, threads>>>(reinterpret_cast<std::uint32_t*>(sums), 2 * elements, 0);
    add_terms_kernel<Operation><<<blocks(Operation::terms(size)), threads>>>(sums, elements, inputs, size);
    judge_sum_kernel<Operation><<<blocks(elements), threads>>>(actual, elements, type, sums, tally);
  } else if constexpr (course::is_product<Operation>) {
    static_assert(type == course::Element::f32 && Operation::output_count == 1);
    const course::MatrixProduct product = Operation::product(size);
    if (product.terms <= tile_side) {
      judge_tiles_kernel<<<blocks(elements / 4), threads>>>(actual, elements, product, inputs, tally);
    } else {
      judge_long_products_kernel<<<blocks(elements * warp_size), threads>>>(actual, elements, product, inputs, tally);
    }
  } else {
    judge_kernel<Operation><<<blocks(elements), threads>>>(actual, elements, type, inputs, size, output, tally);
  }
}

template <class Operation>
__global__ void judge_samples_kernel(const float* actual, std::int64_t elements, course::Element type,
                                     course::Inputs inputs, course::Size size, int output, std::uint64_t choice,
                                     Tally* tally) {
  const std::int64_t i = sampled_element(choice, static_cast<int>(first_element()), elements);
  bool is_wrong = bits_of(actual[i]) == course::poison_bits;
  if constexpr (!course::is_sum<Operation>) {
    is_wrong = !is_right(actual[i], type, course::expected_element<Operation>(inputs, size, output, i));
  }
  if (is_wrong) atomicAdd(&tally->wrong, 1ULL);
}

template <class Operation>
void judge_samples_of(const float* actual, std::int64_t elements, course::Inputs inputs, course::Size size, int output,
                      std::uint64_t choice, Tally* tally, cudaStream_t stream) {
  static_assert(samples_per_output % threads == 0);
  constexpr course::Element type = course::operation<Operation>().output_element;
  if constexpr (course::is_product<Operation>) {
    judge_product_samples_kernel<<<samples_per_output * warp_size / threads, threads, 0, stream>>>(
        actual, elements, Operation::product(size), inputs, choice, tally);
  } else {
    judge_samples_kernel<Operation><<<samples_per_output / threads, threads, 0, stream>>>(
        actual, elements, type, inputs, size, output, choice, tally);
  }
}

__device__ unsigned long long nanoseconds() {
  unsigned long long now = 0;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
  return now;
}

// Processes do not run on a GPU beside each other, but in turns: when another one's turn comes, this kernel is taken
// off the device like all work of the grader's, and finds that time has passed.
__global__ void watch_kernel(unsigned turn, volatile unsigned* started, const volatile unsigned* stop,
                             unsigned long long most, Gap* longest) {
  const unsigned long long first = nanoseconds();
  unsigned long long last = first;
  auto last_cycle = static_cast<unsigned long long>(clock64());
  Gap gap;
  *started = turn;
  __threadfence_system();
  while (*stop != turn) {
    const unsigned long long now = nanoseconds();
    const auto cycle = static_cast<unsigned long long>(clock64());
    if (now - last > gap.nanoseconds) gap.nanoseconds = now - last;
    if (cycle - last_cycle > gap.cycles) gap.cycles = cycle - last_cycle;
    last = now;
    last_cycle = cycle;
    if (now - first > most) {
      gap.nanoseconds = most;
      break;
    }
  }
  *longest = gap;
}

__global__ void copy_kernel(float4* to, const float4* from, std::int64_t vectors) {
  const std::int64_t i = first_element();
  if (i < vectors) to[i] = from[i];
}

template <class... Operations>
void judge_one_of(std::tuple<Operations...>* /*list*/, int id, const float* actual, std::int64_t elements,
                  course::Inputs inputs, course::Size size, int output, long long* sums, Tally* tally) {
  int position = 0;
  ((position++ == id ? judge<Operations>(actual, elements, inputs, size, output, sums, tally) : void()), ...);
}

template <class... Operations>
void judge_samples_of_one(std::tuple<Operations...>* /*list*/, int id, const float* actual, std::int64_t elements,
                          course::Inputs inputs, course::Size size, int output, std::uint64_t choice, Tally* tally,
                          cudaStream_t stream) {
  int position = 0;
  ((position++ == id ? judge_samples_of<Operations>(actual, elements, inputs, size, output, choice, tally, stream)
                     : void()),
   ...);
}

}  // namespace

void fill_input(float* values, std::int64_t elements, course::Inputs inputs, int buffer) {
  fill_input_kernel<<<blocks(elements), threads>>>(values, elements, inputs, buffer);
}

void count_changed_input(const float* values, std::int64_t elements, course::Inputs inputs, int buffer,
                         unsigned long long* changed) {
  count_changed_input_kernel<<<blocks(elements), threads>>>(values, elements, inputs, buffer, changed);
}

void fill(float* values, std::int64_t elements, std::uint32_t bits) {
  fill_kernel<<<blocks(elements), threads>>>(reinterpret_cast<std::uint32_t*>(values), elements, bits);
}

void count_changed(const float* values, std::int64_t elements, std::uint32_t bits, unsigned long long* changed) {
  count_changed_kernel<<<blocks(elements), threads>>>(values, elements, bits, changed);
}

void judge_output(int id, const float* actual, std::int64_t elements, course::Inputs inputs, course::Size size,
                  int output, long long* sums, Tally* tally) {
  judge_one_of(static_cast<course::Operations*>(nullptr), id, actual, elements, inputs, size, output, sums, tally);
}

void judge_samples(int id, const float* actual, std::int64_t elements, course::Inputs inputs, course::Size size,
                   int output, std::uint64_t choice, Tally* tally, cudaStream_t stream) {
  if (elements == 0) return;
  judge_samples_of_one(static_cast<course::Operations*>(nullptr), id, actual, elements, inputs, size, output, choice,
                       tally, stream);
}

void watch(cudaStream_t stream, unsigned turn, volatile unsigned* started, const volatile unsigned* stop,
           unsigned long long most, Gap* longest) {
  watch_kernel<<<1, 1, 0, stream>>>(turn, started, stop, most, longest);
}

void copy(float* to, const float* from, std::int64_t elements) {
  const std::int64_t vectors = elements / 4;
  const auto grid = static_cast<unsigned>((vectors + threads - 1) / threads);
  if (grid > 0)
    copy_kernel<<<grid, threads>>>(reinterpret_cast<float4*>(to), reinterpret_cast<const float4*>(from), vectors);
}

}  // namespace backends::cuda
