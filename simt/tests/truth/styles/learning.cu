// Layers of small neural networks, as they are written by hand: forward, backward and update steps.
#include "simt/tests/truth/styles/style.hpp"

namespace {

using namespace simt::styles;

__global__ void dense_layer(const float* in, float* out, int n) {
  const int o = blockIdx.x * blockDim.x + threadIdx.x, sample = blockIdx.y;
  if (o >= n) return;
  const float* weights = in + 4096;
  float sum = in[60000 + o];
  for (int i = 0; i < n; i++) sum += in[sample * n + i] * weights[i * n + o];
  out[sample * n + o] = sum > 0 ? sum : 0;
}

__global__ void dense_layer_transposed(const float* in, float* out, int n) {
  const int o = threadIdx.x + blockIdx.x * blockDim.x, sample = blockIdx.y;
  if (o < n) {
    float sum = 0;
    const float* row = in + 4096 + o * n;
    for (int i = 0; i < n; i++) sum += in[sample * n + i] * row[i];
    out[sample * n + o] = 1 / (1 + expf(-sum));
  }
}

__global__ void relu_backward(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] > 5 ? in[n + i] : 0;
}

__global__ void dropout(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned hash = (i * 2654435761u) >> 28;
    if (hash < 12)
      out[i] = in[i] * 1.25f;
    else
      out[i] = 0;
  }
}

__global__ void adam(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float* const w = out;
  float* const m = out + n;
  float* const v = out + 2 * n;
  const float g = in[i];
  m[i] = 0.9f * m[i] + 0.1f * g;
  v[i] = 0.999f * v[i] + 0.001f * g * g;
  w[i] -= 0.01f * m[i] / (sqrtf(v[i]) + 1e-8f);
}

__global__ void max_pool(const float* in, float* out, int width) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const int half = width / 2;
  if (x >= half || y >= half) return;
  float best = in[2 * y * width + 2 * x];
  for (int dy = 0; dy < 2; ++dy)
    for (int dx = 0; dx < 2; ++dx) best = fmaxf(best, in[(2 * y + dy) * width + 2 * x + dx]);
  out[y * half + x] = best;
}

__global__ void average_pool_of_channels(const float* in, float* out, int size) {
  __shared__ float s[128];
  float sum = 0;
  for (int i = threadIdx.x; i < size; i += blockDim.x) sum += in[blockIdx.x * size + i];
  s[threadIdx.x] = sum;
  __syncthreads();
  for (int step = blockDim.x / 2; step > 0; step >>= 1) {
    if (threadIdx.x < step) s[threadIdx.x] += s[threadIdx.x + step];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = s[0] / size;
}

__global__ void convolution_of_channels(const float* in, float* out, int width) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, c = blockIdx.z;
  if (x >= width || y >= width) return;
  const float* filter = in + 50000 + c * 27;
  float sum = 0;
  for (int k = 0; k < 3; ++k) {
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) {
        const int px = x + dx, py = y + dy;
        if (px >= 0 && px < width && py >= 0 && py < width)
          sum += in[(k * width + py) * width + px] * filter[k * 9 + (dy + 1) * 3 + dx + 1];
      }
    }
  }
  out[(c * width + y) * width + x] = sum;
}

__global__ void patches_to_columns(const float* in, float* out, int width) {
  const int p = blockIdx.x * blockDim.x + threadIdx.x;
  const int side = width - 2;
  if (p >= side * side) return;
  const int x = p % side, y = p / side;
  for (int k = 0; k < 9; ++k) out[k * side * side + p] = in[(y + k / 3) * width + x + k % 3];
}

__global__ void batch_norm(const float* in, float* out, int n) {
  const int channel = blockIdx.y;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float mean = in[60000 + channel], variance = in[60100 + channel];
  const float gamma = in[60200 + channel], beta = in[60300 + channel];
  if (i < n) {
    const float x = in[channel * n + i];
    out[channel * n + i] = (x - mean) * rsqrtf(variance + 1e-5f) * gamma + beta;
  }
}

__global__ void layer_norm(const float* in, float* out, int n) {
  const float* const row = in + blockIdx.x * n;
  float sum = 0, squares = 0;
  for (int i = threadIdx.x; i < n; i += 32) {
    const float v = row[i];
    sum += v;
    squares += v * v;
  }
  for (int o = 16; o > 0; o /= 2) {
    sum += __shfl_xor_sync(0xffffffffu, sum, o);
    squares += __shfl_xor_sync(0xffffffffu, squares, o);
  }
  const float mean = sum / n, scale = rsqrtf(squares / n - mean * mean + 1e-5f);
  for (int i = threadIdx.x; i < n; i += 32) out[blockIdx.x * n + i] = (row[i] - mean) * scale;
}

__global__ void softmax_online(const float* in, float* out, int n) {
  const int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
  float largest = -1e30f, sum = 0;
  for (int i = lane; i < n; i += 32) {
    const float v = in[row * n + i];
    const float before = largest;
    largest = fmaxf(largest, v);
    sum = sum * expf(before - largest) + expf(v - largest);
  }
  for (int o = 16; o > 0; o >>= 1) {
    const float m = __shfl_down_sync(0xffffffffu, largest, o), s = __shfl_down_sync(0xffffffffu, sum, o);
    const float both = fmaxf(largest, m);
    sum = sum * expf(largest - both) + s * expf(m - both);
    largest = both;
  }
  largest = __shfl_sync(0xffffffffu, largest, 0);
  sum = __shfl_sync(0xffffffffu, sum, 0);
  for (int i = lane; i < n; i += 32) out[row * n + i] = expf(in[row * n + i] - largest) / sum;
}

__global__ void cross_entropy(const float* in, const int* labels, float* out, int classes) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float* scores = in + i * classes;
  float largest = scores[0];
  for (int c = 1; c < classes; ++c) largest = max(largest, scores[c]);
  float sum = 0;
  for (int c = 0; c < classes; ++c) sum += expf(scores[c] - largest);
  out[i] = largest + logf(sum) - scores[labels[i] % classes];
}

__global__ void embedding(const float* table, const int* words, float* out, int size) {
  const int* word = words + blockIdx.x;
  for (int i = threadIdx.x; i < size; i += blockDim.x) out[blockIdx.x * size + i] = table[*word % 1000 * size + i];
}

__global__ void embedding_backward(const float* gradient, const int* words, float* out, int size) {
  const int word = words[blockIdx.x] % 300;
  for (int i = threadIdx.x; i < size; i += blockDim.x)
    atomicAdd(out + word * size + i, gradient[blockIdx.x * size + i]);
}

/// Scores of one head: a block has 16 queries and walks over the keys by 16.
__global__ void attention_scores(const float* in, float* out, int length) {
  __shared__ float query[16][33], key[16][33];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
  for (int d = tx; d < 32; d += 16) {
    query[ty][d] = in[row * 32 + d];
    key[ty][d] = in[20000 + (blockIdx.x * 16 + ty) * 32 + d];
  }
  __syncthreads();
  float sum = 0;
  for (int d = 0; d < 32; ++d) sum += query[ty][d] * key[tx][d];
  if (column <= row) out[row * length + column] = sum * 0.176f;
}

__global__ void bias_gelu(float4* out, const float4* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 v = in[i];
  const float4 b = in[10000 + i % 16];
  v.x += b.x;
  v.y += b.y;
  v.z += b.z;
  v.w += b.w;
  v.x = 0.5f * v.x * (1 + tanhf(0.8f * v.x));
  v.y = 0.5f * v.y * (1 + tanhf(0.8f * v.y));
  v.z = 0.5f * v.z * (1 + tanhf(0.8f * v.z));
  v.w = 0.5f * v.w * (1 + tanhf(0.8f * v.w));
  out[i] = v;
}

__global__ void rotate_positions(const float2* in, float2* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float angle = (i / 16) * 0.01f;
  const float2 v = in[i];
  out[i] = make_float2(v.x * cosf(angle) - v.y * sinf(angle), v.x * sinf(angle) + v.y * cosf(angle));
}

__global__ void heads_apart(const float* in, float* out, int length) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int d = i % 8, head = i / 8 % 4, word = i / 32;
  if (word < length) out[(head * length + word) * 8 + d] = in[i];
}

__global__ void gradient_of_weights(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, o = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= n || o >= n) return;
  float sum = 0;
  for (int sample = 0; sample < 12; ++sample) sum += in[sample * n + i] * in[5000 + sample * n + o];
  out[o * n + i] = sum;
}

__global__ void recurrent_step(const float* in, float* out, int n) {
  extern __shared__ float state[];
  const int t = threadIdx.x;
  state[t] = in[t];
  __syncthreads();
  for (int step = 0; step < 3; ++step) {
    float sum = in[1000 + step * n + t];
    for (int k = 0; k < n; ++k) sum += in[2000 + k * n + t] * state[k];
    __syncthreads();
    state[t] = tanhf(sum * 0.01f);
    __syncthreads();
    out[(blockIdx.x * 3 + step) * n + t] = state[t];
  }
}

__global__ void arg_max_of_rows(const float* in, int* out, int n) {
  __shared__ float value[64];
  __shared__ int place[64];
  float best = -1;
  int at = -1;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    if (in[blockIdx.x * n + i] > best) {
      best = in[blockIdx.x * n + i];
      at = i;
    }
  }
  value[threadIdx.x] = best;
  place[threadIdx.x] = at;
  __syncthreads();
  for (int step = blockDim.x / 2; step; step >>= 1) {
    if (threadIdx.x < step && value[threadIdx.x + step] > value[threadIdx.x]) {
      value[threadIdx.x] = value[threadIdx.x + step];
      place[threadIdx.x] = place[threadIdx.x + step];
    }
    __syncthreads();
  }
  if (!threadIdx.x) out[blockIdx.x] = place[0];
}

__global__ void quantised(const float* in, signed char* out, int n) {
  const int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i + 3 >= n) return;
  char4 packed;
  packed.x = static_cast<signed char>(in[i] * 10);
  packed.y = static_cast<signed char>(in[i + 1] * 10);
  packed.z = static_cast<signed char>(in[i + 2] * 10);
  packed.w = static_cast<signed char>(in[i + 3] * 10);
  *reinterpret_cast<char4*>(out + i) = packed;
}

__global__ void top_two(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float first = -1, second = -1;
  for (int k = 0; k < n; ++k) {
    const float v = in[k * blockDim.x * gridDim.x + i];
    if (v > first) {
      second = first;
      first = v;
    } else if (v > second) {
      second = v;
    }
  }
  out[2 * i] = first;
  out[2 * i + 1] = second;
}

List launches() {
  List list;
  const auto floats = [&](const char* name, auto* kernel, const std::vector<Shape>& shapes) {
    list.add(name, shapes,
             [=](const Shape& s, const Memory& m) { kernel<<<s.grid, s.block>>>(m.values, m.to(), s.n); });
  };
  const auto labelled = [&](const char* name, auto* kernel, const std::vector<Shape>& shapes) {
    list.add(name, shapes,
             [=](const Shape& s, const Memory& m) { kernel<<<s.grid, s.block>>>(m.values, m.numbers, m.to(), s.n); });
  };
  floats("dense_layer", dense_layer, {{dim3(2, 3), 64, 100}, {dim3(1, 4), 96, 64}});
  floats("dense_layer_transposed", dense_layer_transposed, {{dim3(2, 3), 64, 100}, {dim3(1, 4), 96, 64}});
  floats("relu_backward", relu_backward, {{4, 96, 370}, {2, 128, 256}});
  floats("dropout", dropout, {{4, 96, 370}, {2, 128, 256}});
  floats("adam", adam, {{4, 96, 370}, {2, 128, 256}});
  floats("max_pool", max_pool, {{dim3(2, 3), dim3(16, 8), 44}, {1, dim3(32, 8), 62}});
  floats("average_pool_of_channels", average_pool_of_channels, {{5, 64, 200}, {3, 128, 99}});
  floats("convolution_of_channels", convolution_of_channels, {{dim3(2, 2, 2), dim3(16, 8), 20}});
  floats("patches_to_columns", patches_to_columns, {{5, 64, 20}, {3, 128, 18}});
  floats("batch_norm", batch_norm, {{dim3(3, 4), 64, 180}});
  floats("layer_norm", layer_norm, {{5, 32, 100}, {3, 32, 64}});
  floats("softmax_online", softmax_online, {{3, 64, 100}, {2, 128, 64}});
  labelled("cross_entropy", cross_entropy, {{3, 64, 10}, {2, 96, 7}});
  labelled("embedding", embedding, {{9, 32, 48}, {5, 64, 64}});
  labelled("embedding_backward", embedding_backward, {{9, 32, 48}});
  floats("attention_scores", attention_scores, {{dim3(3, 3), dim3(16, 16), 48}});
  list.add("bias_gelu", {{4, 96, 370}, {2, 128, 256}}, [](const Shape& s, const Memory& m) {
    bias_gelu<<<s.grid, s.block>>>(m.to<float4>(), m.as<float4>(), s.n);
  });
  list.add("rotate_positions", {{4, 96, 370}, {2, 128, 256}}, [](const Shape& s, const Memory& m) {
    rotate_positions<<<s.grid, s.block>>>(m.as<float2>(), m.to<float2>(), s.n);
  });
  floats("heads_apart", heads_apart, {{4, 96, 12}, {5, 64, 9}});
  floats("gradient_of_weights", gradient_of_weights, {{dim3(3, 3), dim3(16, 16), 40}});
  list.add("recurrent_step", {{2, 64, 64}, {1, 40, 40}}, [](const Shape& s, const Memory& m) {
    recurrent_step<<<s.grid, s.block, s.n * sizeof(float)>>>(m.values, m.to(), s.n);
  });
  list.add("arg_max_of_rows", {{4, 64, 300}, {3, 32, 77}},
           [](const Shape& s, const Memory& m) { arg_max_of_rows<<<s.grid, s.block>>>(m.values, m.to<int>(), s.n); });
  list.add("quantised", {{4, 64, 1000}, {2, 128, 1024}},
           [](const Shape& s, const Memory& m) { quantised<<<s.grid, s.block>>>(m.values, m.to<signed char>(), s.n); });
  floats("top_two", top_two, {{3, 64, 9}, {2, 96, 16}});
  return list;
}

}  // namespace

SIMT_STYLE(launches)
