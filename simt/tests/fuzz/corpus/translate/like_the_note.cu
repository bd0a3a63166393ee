// Text that looks like what the translator adds behind a program.
__attribute__((used)) static const char text[] = "a";
__global__ void k() {}
