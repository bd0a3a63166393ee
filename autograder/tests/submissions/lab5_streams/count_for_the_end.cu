#include "streams.cuh"

// Part 5.1, pageable against pinned: what the operating system may move, no copy engine can read by itself.
void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }

void unpin(void* memory, size_t /*bytes*/) { cudaHostUnregister(memory); }

void upload(float* device, const float* host_in, int n) {
  cudaMemcpyAsync(device, host_in, n * sizeof(float), cudaMemcpyHostToDevice);
}

// For parts 5.2 to 5.6.
__global__ void process_all(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = process(in[i], rounds);
}

// Part 5.4, full duplex: a chunk on its way in, one in the making, one on its way out. Depth first, in a few streams.
struct Piece {
  int first;
  int count;
};

__global__ void process_piece(float* data, Piece piece, int rounds) {
  const int step = gridDim.x * blockDim.x;
  for (int i = piece.first + blockIdx.x * blockDim.x + threadIdx.x; i < piece.count; i += step) {  // @here
    data[i] = process(data[i], rounds);
  }
}

void pipeline(float* host_out, const float* host_in, float* device, int n, int rounds) {
  constexpr int WAYS = 5, PIECES = 40;
  static cudaStream_t way[WAYS] = {};
  for (cudaStream_t& stream : way) {
    if (stream == nullptr) cudaStreamCreate(&stream);
  }
  const int usual = n / PIECES + 1;
  for (Piece piece{0, usual}; piece.first < n; piece.first += usual) {
    if (piece.count > n - piece.first) piece.count = n - piece.first;
    const size_t bytes = piece.count * sizeof(float);
    const cudaStream_t stream = way[piece.first / usual % WAYS];
    float* const place = device + piece.first;
    cudaMemcpyAsync(place, host_in + piece.first, bytes, cudaMemcpyHostToDevice, stream);
    process_piece<<<(piece.count + 255) / 256, 256, 0, stream>>>(device, piece, rounds);
    cudaMemcpyAsync(host_out + piece.first, place, bytes, cudaMemcpyDeviceToHost, stream);
  }
}
