// Threads that wait for each other: flags, tickets, locks, queues, and what is easily taken for a race.
#include <cuda/atomic>

#include <algorithm>
#include <numeric>

#include "simt/tests/correct/check.hpp"

namespace {

// ---- flags ----

// The reader resets the flag before its fence: what it saw counts, not what the flag holds at the fence.
__global__ void flag_reset_before_the_fence(int* flag, int* data, int* out, int rounds) {
  volatile int* const strong = flag;
  for (int round = 0; round < rounds; ++round) {
    if (blockIdx.x == 0) {
      while (strong[0] != 0) {
      }
      __threadfence();
      *data = round + 1;
      __threadfence();
      strong[0] = 1;
    } else {
      while (strong[0] == 0) {
      }
      __threadfence();
      out[round] = *data;
      __threadfence();
      strong[0] = 0;
    }
  }
}
__global__ void mailbox(int* flag, int* data, int* out) {
  if (blockIdx.x == 0) {
    *data = 42;
    __threadfence();
    atomicExch(flag, 1);
  } else {
    while (atomicExch(flag, 0) == 0) {
    }
    __threadfence();
    *out = *data;
  }
}
// Volatile data between fences.
__global__ void volatile_data(int* flag, volatile int* data, int* out) {
  volatile int* const strong = flag;
  if (blockIdx.x == 0) {
    data[threadIdx.x] = threadIdx.x;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) *strong = 1;
  } else {
    if (threadIdx.x == 0) {
      while (*strong == 0) {
      }
    }
    __syncthreads();
    __threadfence();
    out[threadIdx.x] = data[63 - threadIdx.x];
  }
}
// Two flags of one thread, each of which is polled: no data behind them.
__global__ void two_flags(int* flags) {
  volatile int* const strong = flags;
  if (blockIdx.x == 0) {
    strong[0] = 1;
    __threadfence();
    strong[1] = 1;
  } else {
    while (strong[0] == 0) {
    }
    while (strong[1] == 0) {
    }
    strong[2] = 1;
  }
}

void flags() {
  DeviceArray<int> flag(std::vector<int>{0}), data(1), out(8);
  flag_reset_before_the_fence<<<2, 1>>>(flag.data(), data.data(), out.data(), 8);
  expect(out, table<int>(8, [](int i) { return i + 1; }));
  DeviceArray<int> one(1), zero(std::vector<int>{0});
  mailbox<<<2, 1>>>(zero.data(), data.data(), one.data());
  expect(one, {42});
  DeviceArray<int> again(std::vector<int>{0}), values(64), reversed(64);
  volatile_data<<<2, 64>>>(again.data(), values.data(), reversed.data());
  expect(reversed, table<int>(64, [](int i) { return 63 - i; }));
  DeviceArray<int> three(std::vector<int>{0, 0, 0});
  two_flags<<<2, 1>>>(three.data());
  expect(three, {1, 1, 1});
}

// ---- locks ----

// A ticket lock: the holder alone touches the sum.
__global__ void ticket_lock(int* next, int* serving, int* sum) {
  if (threadIdx.x != 0) return;
  const int mine = atomicAdd(next, 1);
  while (atomicAdd(serving, 0) != mine) {
  }
  __threadfence();
  *sum += blockIdx.x + 1;
  __threadfence();
  atomicAdd(serving, 1);
}
// A lock by compare-and-swap in shared memory. Attempts that fail only read.
__global__ void lock_in_shared_memory(int* out) {
  __shared__ int lock, sum;
  if (threadIdx.x == 0) lock = sum = 0;
  __syncthreads();
  for (bool is_done = false; !is_done;) {
    if (atomicCAS(&lock, 0, 1) != 0) continue;
    __threadfence_block();
    sum += threadIdx.x;
    __threadfence_block();
    atomicExch(&lock, 0);
    is_done = true;
  }
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
// The winner of a compare-and-swap reads the word plainly: nobody else can change it any more.
__global__ void first_come(int* out) {
  __shared__ int owner;
  if (threadIdx.x == 0) owner = -1;
  __syncthreads();
  if (atomicCAS(&owner, -1, static_cast<int>(threadIdx.x)) == -1)
    out[blockIdx.x] = owner == static_cast<int>(threadIdx.x);
}
__global__ void ordered_lock(int* lock, int* sum) {
  cuda::atomic_ref<int, cuda::thread_scope_device> word(*lock);
  if (threadIdx.x != 0) return;
  int free = 0;
  while (!word.compare_exchange_weak(free, 1, cuda::memory_order_acquire, cuda::memory_order_relaxed)) free = 0;
  *sum += 3;
  word.store(0, cuda::memory_order_release);
}
// At most two at a time, each in a slot of its own.
__global__ void semaphore(int* free_slots, int* slots, int* done) {
  if (threadIdx.x != 0) return;
  while (atomicSub(free_slots, 1) <= 0) atomicAdd(free_slots, 1);
  __threadfence();
  int slot = 0;
  while (atomicCAS(&slots[slot], 0, 1) != 0) slot = 1 - slot;
  __threadfence();
  slots[2 + slot] += 1;
  __threadfence();
  atomicExch(&slots[slot], 0);
  atomicAdd(free_slots, 1);
  atomicAdd(done, 1);
}

void locks() {
  DeviceArray<int> words(std::vector<int>{0, 0, 0});
  ticket_lock<<<8, 32>>>(words.data(), words.data() + 1, words.data() + 2);
  expect(words, {8, 8, 36});
  DeviceArray<int> sums(2);
  lock_in_shared_memory<<<2, 96>>>(sums.data());
  expect(sums, {95 * 48, 95 * 48});
  first_come<<<2, 64>>>(sums.data());
  expect(sums, {1, 1});
  DeviceArray<int> lock(std::vector<int>{0}), sum(std::vector<int>{0});
  ordered_lock<<<7, 32>>>(lock.data(), sum.data());
  expect(sum, {21});
  DeviceArray<int> free_slots(std::vector<int>{2}), slots(std::vector<int>{0, 0, 0, 0}), done(std::vector<int>{0});
  semaphore<<<6, 1>>>(free_slots.data(), slots.data(), done.data());
  expect(done, {6});
}

// ---- producers and consumers within a block ----

__global__ void warps_hand_over(int* out, const int* in, int tiles) {
  __shared__ int tile[2][32];
  __shared__ volatile int full[2];
  if (threadIdx.x < 2) full[threadIdx.x] = 0;
  __syncthreads();
  const int lane = threadIdx.x % 32;
  for (int t = 0; t < tiles; ++t) {
    const int slot = t % 2;
    if (threadIdx.x < 32) {
      while (full[slot] != 0) {
      }
      __threadfence_block();
      tile[slot][lane] = in[t * 32 + lane];
      __threadfence_block();
      __syncwarp();
      if (lane == 0) full[slot] = 1;
    } else {
      while (full[slot] == 0) {
      }
      __threadfence_block();
      out[t * 32 + lane] = tile[slot][31 - lane];
      __threadfence_block();
      __syncwarp();
      if (lane == 0) full[slot] = 0;
    }
  }
}
__global__ void double_buffer(int* out, const int* in, int tiles) {
  __shared__ int tile[2][64];
  tile[0][threadIdx.x] = in[threadIdx.x];
  int sum = 0;
  for (int t = 0; t < tiles; ++t) {
    __syncthreads();
    if (t + 1 < tiles) tile[(t + 1) % 2][threadIdx.x] = in[(t + 1) * 64 + threadIdx.x];
    sum += tile[t % 2][63 - threadIdx.x];
  }
  out[threadIdx.x] = sum;
}

void hand_over() {
  constexpr int tiles = 6;
  const auto in = numbers<int>(tiles * 64);
  DeviceArray<int> device_in(in), out(tiles * 32), sums(64);
  warps_hand_over<<<1, 64>>>(out.data(), device_in.data(), tiles);
  expect(out, table<int>(tiles * 32, [&](int i) { return in[i / 32 * 32 + 31 - i % 32]; }));
  double_buffer<<<1, 64>>>(sums.data(), device_in.data(), tiles);
  expect(sums, table<int>(64, [&](int i) {
           int sum = 0;
           for (int t = 0; t < tiles; ++t) sum += in[t * 64 + 63 - i];
           return sum;
         }));
}

// ---- volatile and warps ----

// The tail of a reduction as it was written before Volta, with the __syncwarp() that it needs since.
__global__ void volatile_tail(int* out, const int* in) {
  __shared__ volatile int s[64];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 32) {
    int sum = s[t];
    for (int reach = 32; reach > 0; reach /= 2) {
      sum += s[t + reach < 64 ? t + reach : t];
      __syncwarp();
      s[t] = sum;
      __syncwarp();
    }
  }
  if (t == 0) out[0] = s[0];
}
__global__ void volatile_with_barriers(int* out, const int* in) {
  __shared__ volatile int s[128];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int half = 64; half > 0; half /= 2) {
    if (static_cast<int>(threadIdx.x) < half) s[threadIdx.x] += s[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[0] = s[0];
}
__global__ void lanes_of_a_branch(int* out, const int* in) {
  __shared__ int s[32];
  const int lane = threadIdx.x;
  if (lane < 16) {
    s[lane] = in[lane];
    __syncwarp(0x0000ffff);
    out[lane] = s[15 - lane];
  } else {
    s[lane] = 2 * in[lane];
    __syncwarp(0xffff0000);
    out[lane] = s[47 - lane];
  }
}

void warps() {
  const auto in = numbers<int>(128);
  DeviceArray<int> device_in(in), one(1), out(32);
  volatile_with_barriers<<<1, 128>>>(one.data(), device_in.data());
  expect(one, {std::accumulate(in.begin(), in.end(), 0)});
  volatile_tail<<<1, 64>>>(one.data(), device_in.data());
  finish();
  lanes_of_a_branch<<<1, 32>>>(out.data(), device_in.data());
  expect(out, table<int>(32, [&](int i) { return i < 16 ? in[15 - i] : 2 * in[47 - i]; }));
}

// ---- graphs ----

// Shortest ways from node 0 along a ring with chords; pushed with atomicMin, until nothing changes.
__global__ void push(int* distance, int* has_changed, int nodes) {
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= nodes) return;
  const int mine = atomicAdd(&distance[v], 0);
  if (mine == 1 << 20) return;
  for (const int to : {(v + 1) % nodes, (v + 7) % nodes}) {
    if (atomicMin(&distance[to], mine + 1) > mine + 1) atomicExch(has_changed, 1);
  }
}
// Every thread appends what it finds to a list; its place is its own.
__global__ void to_worklist(int* list, int* size, const int* in, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    if (in[i] % 3 == 0) list[atomicAdd(size, 1)] = i;
  }
}
// A histogram of the block's own, added to the common one.
__global__ void private_histogram(int* bins, const int* in, int n) {
  __shared__ int mine[16];
  if (threadIdx.x < 16) mine[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&mine[in[i] % 16], 1);
  __syncthreads();
  if (threadIdx.x < 16 && mine[threadIdx.x] != 0) atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}

void graphs() {
  constexpr int nodes = 200;
  std::vector<int> start(nodes, 1 << 20);
  start[0] = 0;
  DeviceArray<int> distance(start), has_changed(1);
  for (int changed = 1; changed != 0; changed = has_changed.host()[0]) {
    require(cudaMemset(has_changed.data(), 0, sizeof(int)));
    push<<<2, 128>>>(distance.data(), has_changed.data(), nodes);
  }
  expect(distance, table<int>(nodes, [](int i) { return i / 7 + i % 7; }));
  const auto in = numbers<int>(1000);
  DeviceArray<int> device_in(in), list(1000), size(std::vector<int>{0}), bins(std::vector<int>(16, 0));
  to_worklist<<<3, 64>>>(list.data(), size.data(), device_in.data(), 1000);
  expect(size, {static_cast<int>(std::count_if(in.begin(), in.end(), [](int i) { return i % 3 == 0; }))});
  private_histogram<<<3, 64>>>(bins.data(), device_in.data(), 1000);
  std::vector<int> expected(16, 0);
  for (const int value : in) ++expected[value % 16];
  expect(bins, expected);
}

// ---- structures with padding ----

struct Record {
  float value;
  char priority;
};
struct Wide {
  char tag;
  double value;
  char end;
};
struct alignas(16) Padded {
  float x, y, z;
};
template <class T>
__global__ void reverse_records(T* out, const T* in) {
  __shared__ T tile[32];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[31 - threadIdx.x];
}
__global__ void make_records(Record* records, Wide* wide, Padded* padded) {
  __shared__ Record r[32];
  __shared__ Wide w[32];
  __shared__ Padded p[32];
  const int i = threadIdx.x;
  r[i].value = i;
  r[i].priority = static_cast<char>(i);
  w[i].tag = 1;
  w[i].value = i;
  w[i].end = 2;
  p[i].x = p[i].y = p[i].z = static_cast<float>(i);
  __syncthreads();
  records[i] = r[31 - i];
  wide[i] = w[31 - i];
  padded[i] = p[31 - i];
}

void records() {
  DeviceArray<Record> made(32), reversed(32);
  DeviceArray<Wide> wide(32), wide_reversed(32);
  DeviceArray<Padded> padded(32), padded_reversed(32);
  make_records<<<1, 32>>>(made.data(), wide.data(), padded.data());
  reverse_records<<<1, 32>>>(reversed.data(), made.data());
  reverse_records<<<1, 32>>>(wide_reversed.data(), wide.data());
  reverse_records<<<1, 32>>>(padded_reversed.data(), padded.data());
  std::vector<float> values;
  for (const Record& record : reversed.host()) values.push_back(record.value);
  expect(values, table<float>(32, [](int i) { return i; }));
}

// ---- barriers ----

// Threads beyond the end return at once: they do not count at barriers any more.
__global__ void returns_early(int* out, const int* in, int n) {
  __shared__ int s[64];
  const int i = threadIdx.x;
  if (i >= n) return;
  s[i] = in[i];
  __syncthreads();
  for (int round = 0; round < 3; ++round) {
    const int next = s[(i + 1) % n];
    __syncthreads();
    s[i] = next;
    __syncthreads();
  }
  out[i] = s[i];
}
__global__ void all_in_one_guard(int* out, const int* in, int n) {
  __shared__ int s[64];
  const int i = threadIdx.x;
  if (i < n) {
    s[i] = in[i];
    __syncthreads();
    out[i] = s[n - 1 - i];
  }
}
// The condition is the same for all threads of a block.
__global__ void barrier_in_a_uniform_branch(int* out, const int* in, int n) {
  __shared__ int s[64];
  const int i = threadIdx.x;
  s[i] = in[i];
  if (blockIdx.x == 0) __syncthreads();
  const int value = blockIdx.x == 0 ? s[63 - i] : in[i];
  if (i >= n) return;
  __syncthreads();
  out[blockIdx.x * 64 + i] = value;
}
// A barrier in a function of the program's own, between guards that ask for the same in every round.
__device__ void meet() { __syncthreads(); }
__global__ void barrier_between_equal_guards(int* out, int* between, const int* in, int n, int rounds) {
  const int i = threadIdx.x;
  for (int round = 0; round < rounds; ++round) {
    if (i < n) between[i] = (round == 0 ? in : out)[(i + 1) % n];
    meet();
    if (i < n) out[i] = between[(i + 1) % n];
    meet();
  }
}
// The last thread leaves the loop with all others.
__global__ void rounds_until_all_agree(int* out, int rounds) {
  __shared__ int reached;
  if (threadIdx.x == 0) reached = 0;
  __syncthreads();
  int mine = 0;
  while (true) {
    ++mine;
    if (threadIdx.x == 0) reached = mine;
    __syncthreads();
    const bool is_over = reached >= rounds;
    __syncthreads();
    if (is_over) break;
  }
  out[threadIdx.x] = mine;
}

void barriers() {
  const auto in = numbers<int>(64);
  DeviceArray<int> device_in(in), out(std::vector<int>(128, 0));
  returns_early<<<1, 64>>>(out.data(), device_in.data(), 40);
  all_in_one_guard<<<1, 64>>>(out.data() + 64, device_in.data(), 40);
  expect(out, table<int>(128, [&](int i) {
           if (i % 64 >= 40) return 0;
           return i < 64 ? in[(i + 3) % 40] : in[39 - i % 64];
         }));
  barrier_in_a_uniform_branch<<<2, 64>>>(out.data(), device_in.data(), 64);
  expect(out, table<int>(128, [&](int i) { return i < 64 ? in[63 - i] : in[i - 64]; }));
  barrier_between_equal_guards<<<1, 64>>>(out.data(), out.data() + 64, device_in.data(), 40, 3);
  expect(out, table<int>(128, [&](int i) {
           if (i % 64 >= 40) return i < 64 ? in[63 - i] : in[i - 64];
           return i < 64 ? in[(i + 6) % 40] : in[(i - 64 + 5) % 40];
         }));
  rounds_until_all_agree<<<1, 64>>>(out.data(), 5);
  finish();
}

}  // namespace

CORRECT_CASES({"flags", flags}, {"locks", locks}, {"hand over within a block", hand_over}, {"warps", warps},
              {"graphs", graphs}, {"structures with padding", records}, {"barriers that threads skip", barriers})
