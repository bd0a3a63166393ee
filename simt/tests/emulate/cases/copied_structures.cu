// Structures that are copied whole. nvcc moves one of two or four members of one size, which fill its alignment, as a
// vector, and others as words.
struct alignas(16) Box {
  int left, top, right, bottom;
};
struct alignas(4) Colour {
  unsigned char r, g, b, a;
};
struct alignas(8) Six {
  int a, b, c, d, e, f;
};
struct Four {
  int a, b, c, d;
};

__global__ void member_of_a_branch(const Box* in, int* out, int limit) {
  const Box box = in[threadIdx.x];  // @box
  if (box.left > limit) out[threadIdx.x] = box.right + box.top;
}
__global__ void replaced(const Box* in, Box* out) {
  Box box = in[threadIdx.x];  // @replaced
  box.left = 3;
  out[threadIdx.x] = box;  // @written
}
__global__ void grey(const Colour* in, int* out) {
  const Colour colour = in[threadIdx.x];  // @colour
  if (colour.r > 4) out[threadIdx.x] = colour.g + colour.b;
}
__global__ void words(const Six* in, Six* out) {
  Six six = in[threadIdx.x];  // @words
  six.a = 3;
  out[threadIdx.x] = six;  // @six
}
__global__ void three_of_four(const int4* in, int* out) {
  const int4 four = in[threadIdx.x];            // @three
  out[threadIdx.x] = four.y + four.z + four.w;  // @sum
}
__global__ void not_aligned(const Four* in, int* out, int limit) {
  const Four four = in[threadIdx.x];  // @four
  if (four.a > limit) out[threadIdx.x] = four.b;
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 1024);
  cudaMalloc(&out, 1024);
  cudaMemset(in, 0, 1024);
  member_of_a_branch<<<1, 32>>>(reinterpret_cast<Box*>(in), out, 5);
  replaced<<<1, 32>>>(reinterpret_cast<Box*>(in), reinterpret_cast<Box*>(out));
  grey<<<1, 32>>>(reinterpret_cast<Colour*>(in), out);
  words<<<1, 32>>>(reinterpret_cast<Six*>(in), reinterpret_cast<Six*>(out));
  three_of_four<<<1, 32>>>(reinterpret_cast<int4*>(in), out);
  not_aligned<<<1, 32>>>(reinterpret_cast<Four*>(in), out, 5);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
