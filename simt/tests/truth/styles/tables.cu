// Kernels of databases and of sorting: filters, joins, groups, hash tables, histograms, ranks, scans with flags,
// queues, counters of several types.
#include "simt/tests/truth/styles/style.hpp"

namespace {

using namespace simt::styles;

__device__ int thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

struct Order {  // 24 bytes
  int id, customer;
  double price;
  short day;
  char status, priority;
};

/// A total and a count of the orders that fulfil three conditions, in shared memory by groups.
__global__ void orders_by_status(const Order* orders, float* totals, int* counts, int n) {
  __shared__ float group_total[6];
  __shared__ int group_count[6];
  if (threadIdx.x < 6) {
    group_total[threadIdx.x] = 0;
    group_count[threadIdx.x] = 0;
  }
  __syncthreads();
  for (int i = thread(); i < n; i += gridDim.x * blockDim.x) {
    const Order& order = orders[i];
    if (order.day < 0 || (order.status & 3) == 3) continue;
    atomicAdd(&group_count[(order.status & 7) % 6], 1);
  }
  __syncthreads();
  if (threadIdx.x < 6) {
    atomicAdd(&counts[threadIdx.x], group_count[threadIdx.x]);
    totals[blockIdx.x * 6 + threadIdx.x] = group_total[threadIdx.x] + group_count[threadIdx.x];
  }
}

/// Marks of a filter as bytes, then as bits of words.
__global__ void marks_as_bytes(const int* column, unsigned char* marks, int n) {
  const int i = thread();
  if (i < n) marks[i] = column[i] > 5000 && column[i] < 15000 && column[i] % 3 != 0;
}
__global__ void marks_as_bits(const int* column, unsigned* words, int n) {
  const int i = thread();
  const bool is_set = i < n && column[i] > 5000 && column[i] < 15000;
  const unsigned bits = __ballot_sync(__activemask(), is_set);
  if (threadIdx.x % 32 == 0 && i < n) words[i / 32] = bits;
}

/// Nested loops join: a tile of the inner table in shared memory.
__global__ void nested_join(const int* outer, const int* inner, int* matches, int n, int m) {
  __shared__ int tile[48];
  const int i = thread();
  const int key = i < n ? outer[i] % 64 : -1;
  int count = 0;
  for (int base = 0; base < m; base += 48) {
    __syncthreads();
    for (int k = threadIdx.x; k < 48; k += blockDim.x) tile[k] = base + k < m ? inner[base + k] % 64 : -2;
    __syncthreads();
    for (int k = 0; k < 48; ++k) count += tile[k] == key;
  }
  if (i < n) matches[i] = count;
}

/// Probing of a table of keys and values, a step further until the key or an empty place is found.
__global__ void probed(const int2* table, const int* keys, int* values, int n, int size) {
  const int i = thread();
  if (i >= n) return;
  const int key = keys[i];
  int at = key * 31 % size;
  int value = -1;
  for (int step = 0; step < 8; ++step) {
    const int2 entry = table[at];
    if (entry.x % 16 == key % 16) {
      value = entry.y;
      break;
    }
    if (entry.x % 16 == 0) break;
    at = at + 1 == size ? 0 : at + 1;
  }
  values[i] = value;
}

/// Maxima of groups as 64-bit keys with their places.
__global__ void latest_of_groups(const int* keys, unsigned long long* latest, int n, int groups) {
  for (int i = thread(); i < n; i += gridDim.x * blockDim.x) {
    const unsigned long long packed = static_cast<unsigned long long>(keys[i]) << 32 | static_cast<unsigned>(i);
    atomicMax(&latest[keys[i] % groups], packed);
  }
}

/// Rows are divided into partitions: each block counts in shared memory, one counter of a partition for each warp.
template <int Partitions>
__global__ void partition_sizes(const int* keys, int* sizes, int n) {
  __shared__ int counts[4][Partitions];
  const int warp = threadIdx.x / 32;
  for (int k = threadIdx.x; k < 4 * Partitions; k += blockDim.x) (&counts[0][0])[k] = 0;
  __syncthreads();
  for (int i = thread(); i < n; i += gridDim.x * blockDim.x) atomicAdd(&counts[warp][keys[i] & (Partitions - 1)], 1);
  __syncthreads();
  for (int k = threadIdx.x; k < Partitions; k += blockDim.x) {
    int sum = 0;
#pragma unroll
    for (int w = 0; w < 4; ++w) sum += counts[w][k];
    sizes[k * gridDim.x + blockIdx.x] = sum;
  }
}

/// A least-significant-digit sort of a block's keys by one bit a round, with ballots.
__global__ void sorted_by_bits(const int* in, int* out, int bits) {
  __shared__ int keys[96], ones_of_warps[3];
  const int t = threadIdx.x, warp = t / 32, lane = t % 32;
  keys[t] = in[thread()];
  for (int bit = 0; bit < bits; ++bit) {
    __syncthreads();
    const int key = keys[t];
    const bool is_one = key >> bit & 1;
    const unsigned votes = __ballot_sync(0xffffffffu, is_one);
    if (lane == 0) ones_of_warps[warp] = __popc(votes);
    __syncthreads();
    int before = __popc(votes & ((1u << lane) - 1)), all = 0;
    for (int w = 0; w < 3; ++w) {
      if (w < warp) before += ones_of_warps[w];
      all += ones_of_warps[w];
    }
    keys[is_one ? 96 - all + before : t - before] = key;
  }
  __syncthreads();
  out[thread()] = keys[t];
}

/// Shell's sort of short rows, a row for each thread, in global memory.
__global__ void rows_shell_sorted(const int* in, int* rows, int count, int length) {
  const int r = thread();
  if (r >= count) return;
  int* row = rows + r * length;
  for (int k = 0; k < length; ++k) row[k] = in[r * length + k];
  for (int gap = length / 2; gap > 0; gap /= 2) {
    for (int i = gap; i < length; ++i) {
      const int key = row[i];
      int j = i;
      for (; j >= gap && row[j - gap] > key; j -= gap) row[j] = row[j - gap];
      row[j] = key;
    }
  }
}

/// Equal neighbours: heads of runs, and each run's length by its head.
__global__ void lengths_of_runs(const int* keys, int* lengths, int n) {
  const int i = thread();
  if (i >= n) return;
  const int key = keys[i] % 4;
  if (i > 0 && keys[i - 1] % 4 == key) {
    lengths[i] = 0;
    return;
  }
  int length = 1;
  while (i + length < n && keys[i + length] % 4 == key) ++length;
  lengths[i] = length;
}

/// A scan that begins anew where a flag stands, in a warp.
__global__ void scan_with_flags(const int* values, const int* flags, int* out, int n) {
  const int i = thread(), lane = threadIdx.x % 32;
  int sum = i < n ? values[i] : 0;
  bool starts = i < n ? flags[i] % 5 == 0 : true;
#pragma unroll
  for (int step = 1; step < 32; step *= 2) {
    const int other = __shfl_up_sync(0xffffffffu, sum, step);
    const bool other_starts = __shfl_up_sync(0xffffffffu, static_cast<int>(starts), step);
    if (lane >= step) {
      if (!starts) sum += other;
      starts |= other_starts;
    }
  }
  if (i < n) out[i] = sum;
}

/// A scan of the block's sums of four neighbours, read as one vector.
__global__ void scan_of_vectors(const int4* in, int4* out, int n) {
  __shared__ int sums[64];
  const int i = thread(), t = threadIdx.x;
  int4 v = i < n ? in[i] : make_int4(0, 0, 0, 0);
  v.y += v.x;
  v.z += v.y;
  v.w += v.z;
  sums[t] = v.w;
  __syncthreads();
  for (int step = 1; step < static_cast<int>(blockDim.x); step <<= 1) {
    int add = 0;
    if (t >= step) add = sums[t - step];
    __syncthreads();
    sums[t] += add;
    __syncthreads();
  }
  const int base = t > 0 ? sums[t - 1] : 0;
  if (i < n) out[i] = make_int4(v.x + base, v.y + base, v.z + base, v.w + base);
}

/// A histogram of doubles by halving the limits, which are in shared memory.
__global__ void bins_by_halving(const float* values, const float* limits, unsigned* bins, int n) {
  __shared__ float edges[33];
  __shared__ unsigned counts[32];
  for (int k = threadIdx.x; k < 33; k += blockDim.x) edges[k] = k * 0.3125f + 0 * limits[k];
  if (threadIdx.x < 32) counts[threadIdx.x] = 0;
  __syncthreads();
  for (int i = thread(); i < n; i += gridDim.x * blockDim.x) {
    int low = 0, high = 32;
    while (high - low > 1) {
      const int middle = (low + high) / 2;
      if (values[i] < edges[middle]) {
        high = middle;
      } else {
        low = middle;
      }
    }
    atomicInc(&counts[low], 0xffffffffu);
  }
  __syncthreads();
  if (threadIdx.x < 32 && counts[threadIdx.x] != 0) atomicAdd(&bins[threadIdx.x], counts[threadIdx.x]);
}

/// A histogram of 16-bit counters, two in a word of shared memory.
__global__ void histogram_of_half_words(const unsigned char* in, unsigned* out, int n) {
  __shared__ unsigned words[128];
  for (int k = threadIdx.x; k < 128; k += blockDim.x) words[k] = 0;
  __syncthreads();
  for (int i = thread(); i < n; i += gridDim.x * blockDim.x) {
    const int bin = in[i];
    atomicAdd(&words[bin >> 1], bin & 1 ? 0x10000u : 1u);
  }
  __syncthreads();
  for (int k = threadIdx.x; k < 256; k += blockDim.x) {
    const unsigned count = k & 1 ? words[k / 2] >> 16 : words[k / 2] & 0xffffu;
    if (count > 0) atomicAdd(&out[k], count);
  }
}

/// Reservations in a queue: a warp takes as many places as it has items, the leader asks.
__global__ void places_reserved(const int* in, int* out, int* next, int n) {
  const int i = thread();
  const bool has_item = i < n && in[i] % 7 < 3;
  const unsigned voters = __ballot_sync(0xffffffffu, has_item);
  if (!has_item) return;
  const int lane = threadIdx.x % 32, leader = __ffs(voters) - 1;
  int base = 0;
  if (lane == leader) base = atomicAdd(next, __popc(voters));
  base = __shfl_sync(voters, base, leader);
  out[2048 + i] = base >= 0 ? __popc(voters & ((1u << lane) - 1)) : 0;
}

/// Largest floats of columns, by the order of their bits.
__global__ void largest_of_columns(const float* in, int* largest, int rows, int columns) {
  const int c = thread();
  if (c >= columns) return;
  float best = 0;
  for (int r = blockIdx.y; r < rows; r += gridDim.y) best = fmaxf(best, in[r * columns + c]);
  atomicMax(&largest[c], __float_as_int(best));
}

/// A Bloom filter is filled, three bits a key.
__global__ void bloom_filled(const int* keys, unsigned* filter, int n) {
  const int i = thread();
  if (i >= n) return;
  unsigned h = keys[i] * 2654435761u;
  for (int k = 0; k < 3; ++k) {
    atomicOr(&filter[(h >> 5) % 64], 1u << (h & 31));
    h = h * 1664525u + 1013904223u;
  }
}
__global__ void bloom_asked(const unsigned* filter, const int* keys, unsigned char* answers, int n) {
  const int i = thread();
  if (i >= n) return;
  unsigned h = keys[i] * 2654435761u;
  bool may_be = true;
  for (int k = 0; k < 3 && may_be; ++k) {
    may_be = filter[(h >> 5) % 64] >> (h & 31) & 1;
    h = h * 1664525u + 1013904223u;
  }
  answers[i] = may_be;
}

/// Insertion with compare and swap; a lane's own slot range keeps it the same in every run.
__global__ void own_slots_claimed(const int* keys, int* table, int n) {
  const int i = thread();
  if (i >= n) return;
  const int key = keys[i] + 1;
  int slot = i * 4 + key % 4;
  while (atomicCAS(&table[slot], 0, key) != 0) slot = i * 4 + (slot + 1) % 4;
  if (key % 2 == 0) atomicExch(&table[8192 + i], slot);
}

/// Dictionary: codes of one byte are replaced by records of 12 bytes.
struct Word {
  int length;
  float frequency;
  int next;
};
__global__ void decoded_by_dictionary(const unsigned char* codes, const Word* dictionary, Word* out, int n) {
  for (int i = thread(); i < n; i += gridDim.x * blockDim.x) out[i] = dictionary[codes[i] % 50];
}

/// Differences are added up again, a row of eight for each thread; the rows are in shared memory, padded.
__global__ void deltas_decoded(const short* deltas, int* out, int rows) {
  __shared__ short tile[64][9];
  const int first = blockIdx.x * 64;
  for (int k = threadIdx.x; k < 512; k += blockDim.x) {
    if (first + k / 8 < rows) tile[k / 8][k % 8] = deltas[first * 8 + k];
  }
  __syncthreads();
  const int r = threadIdx.x;
  if (r >= 64 || first + r >= rows) return;
  int sum = 0;
  for (int k = 0; k < 8; ++k) {
    sum += tile[r][k];
    out[(first + r) * 8 + k] = sum;
  }
}

/// Two columns are sorted by rank: a thread counts smaller keys, ties by place.
__global__ void rank_of_rows(const int* keys, const short* payload, int* sorted, short* moved, int n) {
  const int i = thread();
  if (i >= n) return;
  const int key = keys[i];
  int rank = 0;
  for (int k = 0; k < n; ++k) {
    const int other = keys[k];
    if (other < key || (other == key && k < i)) ++rank;
  }
  sorted[rank] = key;
  moved[rank] = payload[i];
}

/// A sliding maximum over a window in a ring of registers.
template <int Window>
__global__ void sliding_maximum(const int* in, int* out, int n) {
  const int first = thread() * 16;
  if (first >= n) return;
  int ring[Window];
#pragma unroll
  for (int k = 0; k < Window; ++k) ring[k] = first + k < n ? in[first + k] : 0;
  for (int i = first; i < min(first + 16, n); ++i) {
    int best = ring[0];
#pragma unroll
    for (int k = 1; k < Window; ++k) best = max(best, ring[k]);
    out[i] = best;
#pragma unroll
    for (int k = 0; k + 1 < Window; ++k) ring[k] = ring[k + 1];
    ring[Window - 1] = i + Window < n ? in[i + Window] : 0;
  }
}

/// Groups of equal keys within a warp add once, with their number.
__global__ void added_by_groups(const int* keys, int* counts, int n) {
  const int i = thread();
  const bool is_inside = i < n;
  const int key = is_inside ? keys[i] % 9 : -1;
  const unsigned same = __match_any_sync(0xffffffffu, key);
  if (is_inside && __ffs(same) - 1 == static_cast<int>(threadIdx.x % 32)) atomicAdd(&counts[key], __popc(same));
}

List tables() {
  List list;
  const std::vector<Shape> lines = {{2, 96, 180}, {3, 40, 117}, {1, 37, 40}};
  const auto ints = [&](const char* name, void (*kernel)(const int*, int*, int), const std::vector<Shape>& shapes) {
    list.add(name, shapes,
             [=](const Shape& s, const Memory& m) { kernel<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n); });
  };
  list.add("orders_by_status", {{2, 96, 500}, {3, 40, 333}}, [](const Shape& s, const Memory& m) {
    orders_by_status<<<s.grid, s.block>>>(reinterpret_cast<const Order*>(m.numbers), m.to(), m.to<int>() + 512, s.n);
  });
  list.add("marks_as_bytes", lines, [](const Shape& s, const Memory& m) {
    marks_as_bytes<<<s.grid, s.block>>>(m.numbers, m.to<unsigned char>(), s.n);
  });
  list.add("marks_as_bits", {{2, 96, 180}, {3, 64, 117}}, [](const Shape& s, const Memory& m) {
    marks_as_bits<<<s.grid, s.block>>>(m.numbers, m.to<unsigned>(), s.n);
  });
  list.add("nested_join", lines, [](const Shape& s, const Memory& m) {
    nested_join<<<s.grid, s.block>>>(m.numbers, m.numbers + 3000, m.to<int>(), s.n, 110);
  });
  list.add("probed", lines, [](const Shape& s, const Memory& m) {
    probed<<<s.grid, s.block>>>(reinterpret_cast<const int2*>(m.numbers), m.numbers + 3001, m.to<int>(), s.n, 300);
  });
  list.add("latest_of_groups", {{2, 96, 500}, {3, 40, 333}}, [](const Shape& s, const Memory& m) {
    latest_of_groups<<<s.grid, s.block>>>(m.numbers, m.to<unsigned long long>(), s.n, 10);
  });
  ints("partition_sizes<16>", partition_sizes<16>, {{2, 128, 700}, {3, 100, 333}});
  ints("partition_sizes<64>", partition_sizes<64>, {{2, 128, 700}, {3, 100, 333}});
  ints("sorted_by_bits", sorted_by_bits, {{2, 96, 6}, {1, 96, 11}});
  list.add("rows_shell_sorted", {{2, 64, 100}, {1, 45, 41}}, [](const Shape& s, const Memory& m) {
    rows_shell_sorted<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n, 11);
  });
  ints("lengths_of_runs", lengths_of_runs, lines);
  list.add("scan_with_flags", {{2, 96, 180}, {3, 64, 117}}, [](const Shape& s, const Memory& m) {
    scan_with_flags<<<s.grid, s.block>>>(m.numbers, m.numbers + 4000, m.to<int>(), s.n);
  });
  list.add("scan_of_vectors", {{2, 64, 100}, {3, 40, 117}}, [](const Shape& s, const Memory& m) {
    scan_of_vectors<<<s.grid, s.block>>>(reinterpret_cast<const int4*>(m.numbers), m.to<int4>(), s.n);
  });
  list.add("bins_by_halving", {{2, 96, 500}, {3, 40, 333}}, [](const Shape& s, const Memory& m) {
    bins_by_halving<<<s.grid, s.block>>>(m.values, m.values + 9000, m.to<unsigned>(), s.n);
  });
  list.add("histogram_of_half_words", {{2, 96, 500}, {3, 40, 333}}, [](const Shape& s, const Memory& m) {
    histogram_of_half_words<<<s.grid, s.block>>>(reinterpret_cast<const unsigned char*>(m.numbers), m.to<unsigned>(),
                                                 s.n);
  });
  list.add("places_reserved", {{2, 96, 180}, {3, 64, 117}}, [](const Shape& s, const Memory& m) {
    places_reserved<<<s.grid, s.block>>>(m.numbers, m.to<int>(), m.to<int>() + 7, s.n);
  });
  list.add("largest_of_columns", {{dim3(2, 3), 64, 100}, {dim3(1, 2), 45, 45}}, [](const Shape& s, const Memory& m) {
    largest_of_columns<<<s.grid, s.block>>>(m.values, m.to<int>(), 23, s.n);
  });
  list.add("bloom_filled", lines, [](const Shape& s, const Memory& m) {
    bloom_filled<<<s.grid, s.block>>>(m.numbers, m.to<unsigned>(), s.n);
  });
  list.add("bloom_asked", lines, [](const Shape& s, const Memory& m) {
    bloom_asked<<<s.grid, s.block>>>(reinterpret_cast<const unsigned*>(m.numbers), m.numbers + 500,
                                     m.to<unsigned char>(), s.n);
  });
  ints("own_slots_claimed", own_slots_claimed, lines);
  list.add("decoded_by_dictionary", lines, [](const Shape& s, const Memory& m) {
    decoded_by_dictionary<<<s.grid, s.block>>>(m.as<unsigned char>(), reinterpret_cast<const Word*>(m.numbers),
                                               m.to<Word>(), s.n);
  });
  list.add("deltas_decoded", {{2, 96, 110}, {1, 64, 40}}, [](const Shape& s, const Memory& m) {
    deltas_decoded<<<s.grid, s.block>>>(reinterpret_cast<const short*>(m.numbers), m.to<int>(), s.n);
  });
  list.add("rank_of_rows", {{2, 64, 100}, {1, 45, 41}}, [](const Shape& s, const Memory& m) {
    rank_of_rows<<<s.grid, s.block>>>(m.numbers, m.as<short>(), m.to<int>(), m.to<short>() + 5000, s.n);
  });
  ints("sliding_maximum<5>", sliding_maximum<5>, {{2, 32, 1000}, {1, 45, 333}});
  ints("sliding_maximum<8>", sliding_maximum<8>, {{2, 32, 1000}});
  ints("added_by_groups", added_by_groups, {{2, 96, 180}, {3, 64, 117}});
  return list;
}

}  // namespace

SIMT_STYLE(tables)
