extern __shared__ float tile[];
template <class T> __global__ void k() { extern __shared__ __align__(16) unsigned char raw[]; }
