// Runs a kernel of comparison.cu in the emulator, counts its traffic, searches for races, and prints the time of one
// run. For measurements/record_speed.py, which runs Oclgrind beside it.
#include <sys/resource.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <vector>

#include "library.hpp"
#include "simt/emulator.hpp"

namespace {

using Run = void(float* out, const float* matrix, const float* vector, int n);

double user_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec) + 1e-6 * static_cast<double>(usage.ru_utime.tv_usec);
}

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

simt::Allocation lend(std::vector<float>& memory, bool writable, const char* name) {
  return {memory.data(), memory.size() * sizeof(float), writable, name};
}

/// All blocks of both kernels are full, and nothing conflicts: each request, each pass of shared memory is of a warp.
long long accesses(const simt::Evidence& evidence) {
  long long requests = 0;
  for (const simt::SiteTraffic& site : evidence.traffic) {
    requests += site.space == simt::Space::global ? site.requests : site.wavefronts - site.conflicts;
  }
  return 32 * requests;
}

int usage() {
  std::fputs("simt_comparison transpose|matvec N: N × N floats, N a multiple of 128 from 128 to 8192\n", stderr);
  return 2;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) return usage();
  int n = 0;
  std::from_chars(arguments[2], arguments[2] + std::strlen(arguments[2]), n);
  if (n < 128 || n > 8192 || n % 128 != 0) return usage();
  const simt::benchmarks::Library library("simt/tests/benchmarks/comparison.cu");
  Run* const run = reinterpret_cast<Run*>(library.symbol(arguments[1]));
  if (run == nullptr) return usage();

  const auto size = static_cast<std::size_t>(n);
  std::vector<float> matrix(size * size, 1.0f), vector(size, 1.0f), out(size * size);
  const std::vector<simt::Allocation> lent{lend(matrix, false, "matrix"), lend(vector, false, "vector"),
                                           lend(out, true, "out")};
  simt::Evidence evidence;
  int runs = 0;
  const double wall = wall_seconds(), user = user_seconds();
  // Long enough for the operating system's accounting of user time, which counts clock ticks on some machines.
  while (runs == 0 || wall_seconds() - wall < 0.5) {
    simt::begin_run(lent, library.base(), {.count_traffic = true, .find_races = true});
    run(out.data(), matrix.data(), vector.data(), n);
    evidence = simt::finish_run();
    ++runs;
  }
  const double wall_each = (wall_seconds() - wall) / runs, user_each = (user_seconds() - user) / runs;
  if (!evidence.findings.empty()) {
    std::fputs("simt_comparison: the emulator complains of a correct kernel\n", stderr);
    return 1;
  }
  std::printf("{\"accesses\": %lld, \"wall_seconds\": %.6f, \"user_seconds\": %.6f}\n", accesses(evidence), wall_each,
              user_each);
}
