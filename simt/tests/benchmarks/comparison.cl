// What comparison.cu holds, in OpenCL: the same loads and stores in the same order, for Oclgrind.
kernel void transpose(global float* out, global const float* in, int width, int height) {
  local float tile[32][33];
  const int column = get_local_id(0), row = get_local_id(1);
  int x = get_group_id(0) * 32 + column;
  for (int j = row; j < 32; j += 8) {
    const int y = get_group_id(1) * 32 + j;
    if (x < width && y < height) tile[j][column] = in[y * width + x];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  x = get_group_id(1) * 32 + column;
  for (int j = row; j < 32; j += 8) {
    const int y = get_group_id(0) * 32 + j;
    if (x < height && y < width) out[y * height + x] = tile[column][j];
  }
}

kernel void matvec(global float* y, global const float* a, global const float* x, int n) {
  const int i = get_global_id(0);
  if (i >= n) return;
  float sum = 0;
  for (int j = 0; j < n; ++j) sum += a[i * n + j] * x[j];
  y[i] = sum;
}
