// S4.6: one launch with barriers (SKL) against many launches (MKL), over blocks and threads.
//   the largest of all  every thread reads all values, as for the mean of all in the source; but it takes the largest
//                       value and adds 1, which is exact and differs from stage to stage. One launch with plain loads,
//                       and one with volatile loads, which bypass the L1 cache
//   by blocks           the same largest value, but each block reads all values once, each thread a part of them: most
//                       of the time is synchronisation
//   round trips         lab 4's task: a thread reads one element, so that nearly all of the time is synchronisation.
//                       Launches are issued one by one by the host, or recorded as a graph
#include <cuda_runtime.h>

#include <algorithm>
#include <cuda/atomic>
#include <memory>
#include <stdexcept>

#include "experiment.cuh"

using namespace experiment;

namespace {

constexpr int ROUNDS = 50;
constexpr int STAGES = 2 * ROUNDS;

__device__ alignas(128) unsigned arrivals;  // only goes up
unsigned counted = 0;                       // its value after the launches so far

// `first`: the counter's value before this launch.
__device__ void wait_for_all(unsigned first) {
  __syncthreads();
  if (threadIdx.x == 0) {
    const cuda::atomic_ref<unsigned, cuda::thread_scope_device> count(arrivals);
    const unsigned ticket = count.fetch_add(1, cuda::memory_order_release) - first;
    const unsigned due = (ticket / gridDim.x + 1) * gridDim.x;
    while (count.load(cuda::memory_order_acquire) - first < due) {
    }
  }
  __syncthreads();
}

__device__ int own() { return blockIdx.x * blockDim.x + threadIdx.x; }

template <class Float>
struct LargestOfAll {
  static __device__ float of(const float* from, int n, bool) {
    Float* const values = const_cast<float*>(from);
    float largest = values[0];
    for (int i = 1; i < n; ++i) largest = fmaxf(largest, values[i]);
    return 1 + largest;
  }
};

struct LargestByBlock {
  static __device__ float of(const float* from, int n, bool) {
    __shared__ float of_warp[32];
    float largest = from[threadIdx.x];
    for (int i = threadIdx.x + blockDim.x; i < n; i += blockDim.x) largest = fmaxf(largest, from[i]);
    for (int distance = 16; distance > 0; distance /= 2) {
      largest = fmaxf(largest, __shfl_xor_sync(~0U, largest, distance));
    }
    if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = largest;
    __syncthreads();
    for (int warp = 0; warp < blockDim.x / 32; ++warp) largest = fmaxf(largest, of_warp[warp]);
    __syncthreads();  // afterwards the next stage may write
    return 1 + largest;
  }
};

struct RoundTrip {
  static __device__ float of(const float* from, int n, bool is_first) {
    const int distance = n / 2 + 1;
    const float value = from[own() < n - distance ? own() + distance : own() - (n - distance)];
    return is_first ? -value : value;
  }
};

template <class Work>
__global__ void one_stage(float* to, const float* from, int n, bool is_first) {
  to[own()] = Work::of(from, n, is_first);
}

template <class Work>
__global__ void all_stages(float* x, float* p, const float* in, int n, unsigned first) {
  const float* from = in;
  for (int round = 0; round < ROUNDS; ++round) {
    p[own()] = Work::of(from, n, true);
    wait_for_all(first);
    x[own()] = Work::of(p, n, false);
    wait_for_all(first);
    from = x;
  }
}

template <class Work>
std::function<void(Buffers)> one_launch(int blocks, int threads, std::int64_t most) {
  return [=](Buffers b) {
    all_stages<Work><<<blocks, threads>>>(b.out, b.out + most, b.in[0], blocks * threads, counted);
    counted += static_cast<unsigned>(blocks) * STAGES;
  };
}

template <class Work>
std::function<void(Buffers)> many_launches(int blocks, int threads, std::int64_t most) {
  return [=](Buffers b) {
    float *const x = b.out, *const p = b.out + most;
    for (int round = 0; round < ROUNDS; ++round) {
      one_stage<Work><<<blocks, threads>>>(p, round == 0 ? b.in[0] : x, blocks * threads, true);
      one_stage<Work><<<blocks, threads>>>(x, p, blocks * threads, false);
    }
  };
}

struct Shape {
  int blocks, threads;
};

constexpr int MOST_TRAVELLERS = 128 * 1024;
__device__ float between[2][MOST_TRAVELLERS];  // x and p inside a graph, because a graph records addresses

/// The launches of round trips, recorded as a graph. Only the first reads the given input, and only the last writes the
/// given output.
class Recorded {
 public:
  explicit Recorded(Shape shape) : shape_(shape) {
    void* x = nullptr;
    succeed(cudaGetSymbolAddress(&x, between));
    x_ = static_cast<float*>(x);
    p_ = x_ + MOST_TRAVELLERS;
    succeed(cudaGraphCreate(&graph_, 0));
    for (int stage = 0; stage < STAGES; ++stage) {
      cudaGraphNode_t node = nullptr;
      const bool is_first = stage % 2 == 0;
      with_node(is_first ? p_ : x_, is_first ? x_ : p_, is_first, [&](const cudaKernelNodeParams& parameters) {
        succeed(cudaGraphAddKernelNode(&node, graph_, &last_, stage == 0 ? 0 : 1, &parameters));
      });
      if (stage == 0) first_ = node;
      last_ = node;
    }
    succeed(cudaGraphInstantiate(&ready_, graph_, 0));
  }
  ~Recorded() {
    cudaGraphExecDestroy(ready_);
    cudaGraphDestroy(graph_);
  }
  Recorded(const Recorded&) = delete;
  Recorded& operator=(const Recorded&) = delete;

  void launch(float* x, const float* in) {
    const auto set = [&](cudaGraphNode_t node) {
      return [=](const cudaKernelNodeParams& p) { succeed(cudaGraphExecKernelNodeSetParams(ready_, node, &p)); };
    };
    with_node(p_, in, true, set(first_));
    with_node(x, p_, false, set(last_));
    succeed(cudaGraphLaunch(ready_, nullptr));
  }

 private:
  static void succeed(cudaError_t error) {
    if (error != cudaSuccess) throw std::runtime_error(text("a graph: %s", cudaGetErrorString(error)));
  }

  template <class Use>
  void with_node(float* to, const float* from, bool is_first, Use use) const {
    int n = shape_.blocks * shape_.threads;
    void* arguments[] = {&to, &from, &n, &is_first};
    cudaKernelNodeParams parameters{};
    parameters.func = reinterpret_cast<void*>(one_stage<RoundTrip>);
    parameters.gridDim = dim3(shape_.blocks);
    parameters.blockDim = dim3(shape_.threads);
    parameters.kernelParams = arguments;
    use(parameters);
  }

  Shape shape_;
  float *x_ = nullptr, *p_ = nullptr;
  cudaGraph_t graph_ = nullptr;  // owns the nodes of ready_
  cudaGraphExec_t ready_ = nullptr;
  cudaGraphNode_t first_ = nullptr, last_ = nullptr;
};

std::string label(const char* way, Shape shape) { return text("%s, %d × %d", way, shape.blocks, shape.threads); }

constexpr Shape wide[] = {{1, 32},  {2, 32},  {4, 32},  {8, 32},  {16, 32},  {32, 32},  //
                          {1, 128}, {2, 128}, {4, 128}, {8, 128}, {16, 128}, {32, 128}};
constexpr Shape diagonal[] = {{32, 32}, {16, 64}, {8, 128}, {4, 256}, {2, 512}, {1, 1024}};
constexpr Shape exchanging[] = {{1, 32},   {2, 32},   {4, 32},    {8, 32},    {16, 32},   {32, 32},
                                {64, 32},  {128, 32}, {1, 256},   {2, 256},   {4, 256},   {8, 256},
                                {16, 256}, {32, 256}, {64, 256},  {128, 256}, {1, 1024},  {2, 1024},
                                {4, 1024}, {8, 1024}, {16, 1024}, {32, 1024}, {64, 1024}, {128, 1024}};

constexpr const char* largest_of_all = "the largest of all";
constexpr const char* by_blocks = "the largest of all, by blocks";
constexpr const char* diagonal_of_all = "the largest of 1024";
constexpr const char* round_trips = "round trips";

/// The gain of one launch over many, for these blocks × threads.
double gain(const Results& results, const char* group, Shape shape) {
  return speed(results.of(label("one launch", shape), group), results.of(label("launches", shape), group)).ratio - 1;
}

double microseconds(const Results& results, const char* way, Shape shape) {
  return results.of(label(way, shape), diagonal_of_all).microseconds_a_step();
}

/// The smallest and the largest gain, and the number of gains above 0.
struct Gains {
  std::vector<double> sorted;
  int winning = 0;

  explicit Gains(std::vector<double> gains) : sorted(std::move(gains)) {
    std::sort(sorted.begin(), sorted.end());
    for (const double gain : sorted) winning += gain > 0 ? 1 : 0;
  }
  int count() const { return static_cast<int>(sorted.size()); }
  std::string range() const {
    return text("at %d of %d; %+.0f %% to %+.0f %%", winning, count(), sorted.front() * 100, sorted.back() * 100);
  }
  Holds wins_everywhere() const { return judged(winning == count(), winning * 2 > count()); }
};

Gains gains_of(const Results& results, const char* group) {
  std::vector<double> gains;
  for (const Shape& shape : wide) gains.push_back(gain(results, group, shape));
  return Gains(std::move(gains));
}

/// The gain in round trips of one launch over `other`, where the device has enough multiprocessors.
Gains gains_in_round_trips(const Results& results, const char* other) {
  std::vector<double> gains;
  for (const Shape& shape : exchanging) {
    if (!results.has(label("one launch", shape), round_trips)) continue;
    gains.push_back(
        speed(results.of(label("one launch", shape), round_trips), results.of(label(other, shape), round_trips)).ratio -
        1);
  }
  return Gains(std::move(gains));
}

std::vector<Claim> judge(const Results& results) {
  const Gains gains = gains_of(results, largest_of_all), gains_by_blocks = gains_of(results, by_blocks);
  const Gains over_launches = gains_in_round_trips(results, "launches");
  const Gains over_graphs = gains_in_round_trips(results, "graph");
  const double median = gains.sorted[gains.sorted.size() / 2];
  const double few = gain(results, largest_of_all, {2, 128}), many = gain(results, largest_of_all, {32, 128});
  const double finest = gain(results, diagonal_of_all, {32, 32});
  // From the coarsest split to finer ones.
  const double one_1 = microseconds(results, "one launch", {1, 1024}),
               one_2 = microseconds(results, "one launch", {2, 512}),
               one_8 = microseconds(results, "one launch", {8, 128});
  const double all_1 = microseconds(results, "launches", {1, 1024}),
               all_2 = microseconds(results, "launches", {2, 512}), all_8 = microseconds(results, "launches", {8, 128});
  const Shape shape{32, 128};
  const Speed of_volatile = speed(results.of(label("one launch, volatile", shape), largest_of_all),
                                  results.of(label("one launch", shape), largest_of_all));
  return {
      {"S4.6", "one launch wins nearly everywhere, slightly",
       text("at %d of %d; %+.0f %% in the middle", gains.winning, gains.count(), median * 100),
       judged(gains.winning * 10 >= gains.count() * 8 && median<0.2, gains.winning * 2> gains.count())},
      {"S4.6", "less with more blocks", text("%+.0f %% with 2 blocks of 128, %+.0f %% with 32", few * 100, many * 100),
       judged(many < few, many < few)},
      {"S4.6", "and loses with 32", text("%+.0f %%", many * 100), judged(many < 0, many < few)},
      {"S4.6", "1024 threads: from the coarsest split on, both get faster as it gets finer, at first",
       text("1, 2 and 8 blocks: %.2f, %.2f and %.2f µs a stage in one launch, %.2f, %.2f and %.2f in many", one_1,
            one_2, one_8, all_1, all_2, all_8),
       judged(one_2 < one_1 && one_8 < one_2 && all_2 < all_1 && all_8 < all_2, one_8 < one_1 || all_8 < all_1)},
      {"S4.6", "1024 threads: one launch loses with the finest split", text("%+.0f %% with 32 × 32", finest * 100),
       judged(finest < 0, finest < gain(results, diagonal_of_all, {8, 128}))},
      {"by blocks", "one launch wins wherever all blocks are resident", gains_by_blocks.range(),
       gains_by_blocks.wins_everywhere()},
      {"round trips", "one launch wins wherever all blocks are resident", over_launches.range(),
       over_launches.wins_everywhere()},
      {"round trips", "also over a graph of the launches", over_graphs.range(), over_graphs.wins_everywhere()},
      {"volatile", "loads that are volatile lose what a cache would give",
       text("%.3f ± %.1f %% × as fast as plain ones", of_volatile.ratio, of_volatile.ci95 * 100),
       judged(of_volatile.ratio < 0.95, of_volatile.ratio < 1)},
  };
}

float largest_input(int n) {
  float largest = input(0, 0);
  for (int i = 1; i < n; ++i) largest = std::max(largest, input(0, i));
  return largest;
}

/// The expected output: x, and from index `most` on p.
std::function<float(std::int64_t)> expected_of_largest(int n, std::int64_t most) {
  const float end = largest_input(n) + STAGES;
  return [=](std::int64_t i) {
    if (i < n) return end;
    return i >= most && i < most + n ? end - 1 : untouched;
  };
}

std::function<float(std::int64_t)> expected_of_trips(int n, std::int64_t most) {
  return [=](std::int64_t i) {
    const bool is_p = i >= most;
    const std::int64_t j = is_p ? i - most : i;
    if (j >= n) return untouched;
    const std::int64_t distance = n / 2 + 1;
    // p has had one stage less, and the last stage does not negate.
    const float value = input(0, (j + (STAGES - (is_p ? 1 : 0)) * distance) % n);
    return ROUNDS % 2 == 0 ? value : -value;
  };
}

template <class Work, class Expected>
void add(Group& group, const char* way, Shape shape, bool is_one_launch, Expected expected) {
  const int n = shape.blocks * shape.threads;
  const std::int64_t most = group.output / 2;
  group.cases.push_back({label(way, shape), static_cast<double>(shape.blocks), std::int64_t{8} * n * STAGES,
                         is_one_launch ? one_launch<Work>(shape.blocks, shape.threads, most)
                                       : many_launches<Work>(shape.blocks, shape.threads, most),
                         expected(n, most), STAGES});
}

/// The values of p are not checked.
void add_graph(Group& group, Shape shape) {
  const int n = shape.blocks * shape.threads;
  const auto recorded = std::make_shared<std::unique_ptr<Recorded>>();
  const auto launch = [=](Buffers b) {
    if (!*recorded) *recorded = std::make_unique<Recorded>(shape);
    (*recorded)->launch(b.out, b.in[0]);
  };
  const auto of_x = expected_of_trips(n, MOST_TRAVELLERS);
  const auto expected = [=](std::int64_t i) { return i < MOST_TRAVELLERS ? of_x(i) : untouched; };
  group.cases.push_back({label("graph", shape), static_cast<double>(shape.blocks), std::int64_t{8} * n * STAGES, launch,
                         expected, STAGES});
}

}  // namespace

void describe_experiment(const Machine& machine, Experiment& described) {
  using Plain = LargestOfAll<float>;
  using Volatile = LargestOfAll<volatile float>;
  Group surface{largest_of_all, {32 * 128}, 2 * 32 * 128, {}};
  for (const Shape& shape : wide) {
    add<Plain>(surface, "one launch", shape, true, expected_of_largest);
    add<Plain>(surface, "launches", shape, false, expected_of_largest);
    if (shape.threads == 128) add<Volatile>(surface, "one launch, volatile", shape, true, expected_of_largest);
  }
  Group once{by_blocks, {32 * 128}, 2 * 32 * 128, {}};
  for (const Shape& shape : wide) {
    add<LargestByBlock>(once, "one launch", shape, true, expected_of_largest);
    add<LargestByBlock>(once, "launches", shape, false, expected_of_largest);
  }
  Group split{diagonal_of_all, {1024}, 2 * 1024, {}};
  for (const Shape& shape : diagonal) {
    add<Plain>(split, "one launch", shape, true, expected_of_largest);
    add<Plain>(split, "launches", shape, false, expected_of_largest);
  }
  Group trips{round_trips, {MOST_TRAVELLERS}, 2 * MOST_TRAVELLERS, {}};
  for (const Shape& shape : exchanging) {
    if (shape.blocks > machine.multiprocessors) continue;
    add<RoundTrip>(trips, "one launch", shape, true, expected_of_trips);
    add<RoundTrip>(trips, "launches", shape, false, expected_of_trips);
    add_graph(trips, shape);
  }
  described.axis = "blocks";
  described.groups = {surface, once, split, trips};
  described.judge = judge;
  described.notes = {"a step is a stage: half a round trip, with the barrier or the launch that ends it"};
}
