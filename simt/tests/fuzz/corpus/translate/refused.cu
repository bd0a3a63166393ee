asm volatile("mov.u32 %0, %smid;" : "=r"(x)); texture<float, 2> t; surf2Dwrite(v, s, x, y); child<<<1, 1, 0, cudaStreamFireAndForget>>>();
