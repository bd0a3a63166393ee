kernel<T, 32><<<dim3(a<b, (c>>2)), dim3(32, 8), n * sizeof(float), stream>>>(p, q[i<j], f<int>(x));
