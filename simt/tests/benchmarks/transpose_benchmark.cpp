// Accesses per second while a padded transpose of 1024 × 1024 floats is watched.
#include <benchmark/benchmark.h>

#include <vector>

#include "library.hpp"
#include "simt/emulator.hpp"

namespace {

using Transpose = void(float*, const float*, int, int);

constexpr int n = 1024;
constexpr int accesses_per_element = 4;  // global load, shared store, shared load, global store

void padded_transpose(benchmark::State& state, const simt::RunOptions& options) {
  static const simt::benchmarks::Library library("solutions/lab3_transpose/transpose.cu");
  auto* const padded = reinterpret_cast<Transpose*>(library.symbol("transpose_padded"));
  std::vector<float> in(n * n, 1.0f), out(n * n);
  const std::vector<simt::Allocation> lent{{in.data(), in.size() * sizeof(float), false, "input 0"},
                                           {out.data(), out.size() * sizeof(float), true, "output 0"}};
  for (auto _ : state) {
    simt::begin_run(lent, library.base(), options);
    padded(out.data(), in.data(), n, n);
    benchmark::DoNotOptimize(simt::finish_run());
  }
  state.SetItemsProcessed(state.iterations() * n * n * accesses_per_element);
}

BENCHMARK_CAPTURE(padded_transpose, bounds_only, simt::RunOptions{});
BENCHMARK_CAPTURE(padded_transpose, count_traffic, simt::RunOptions{.count_traffic = true});
BENCHMARK_CAPTURE(padded_transpose, find_races, simt::RunOptions{.find_races = true});
BENCHMARK_CAPTURE(padded_transpose, both, simt::RunOptions{.count_traffic = true, .find_races = true});

}  // namespace

BENCHMARK_MAIN();
