// A handler of a timer's signal is host code, also where the signal comes while a kernel runs.
#include <sys/time.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "check.hpp"

volatile std::sig_atomic_t ticks = 0;
char log_of_ticks[256];
int* last_tick;

void on_tick(int) {
  ticks = ticks + 1;
  log_of_ticks[ticks % 256] = 1;
  *last_tick = ticks;
}

__global__ void count(unsigned* sums, int rounds) {
  unsigned sum = threadIdx.x;
  for (int i = 0; i < rounds; ++i) sum = sum * 5 + i;
  sums[threadIdx.x] = sum;
}

int main() {
  last_tick = static_cast<int*>(std::malloc(sizeof(int)));
  struct sigaction action {
  }, before{};
  action.sa_handler = on_tick;
  action.sa_flags = SA_RESTART;
  sigaction(SIGALRM, &action, nullptr);
  sigaction(SIGALRM, nullptr, &before);
  std::printf("%s\n", before.sa_handler == on_tick ? "the program's handler" : "another handler");
  itimerval every{{0, 2000}, {0, 2000}}, never{};
  unsigned *sums, host[32];
  CHECK(cudaMalloc(&sums, sizeof host));
  setitimer(ITIMER_REAL, &every, nullptr);
  while (ticks < 5) {
    count<<<1, 32>>>(sums, 20000);
    CHECK(cudaDeviceSynchronize());
  }
  setitimer(ITIMER_REAL, &never, nullptr);
  CHECK(cudaMemcpy(host, sums, sizeof host, cudaMemcpyDeviceToHost));
  std::printf("%s\n", host[0] != host[1] && *last_tick >= 5 ? "counted" : "not counted");
  CHECK(cudaFree(sums));
  std::free(last_tick);
}
