// Accesses per second while a padded transpose of 1024 × 1024 floats is watched.
#include <benchmark/benchmark.h>
#include <dlfcn.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "simt/compile.hpp"
#include "simt/emulator.hpp"
#include "simt/translate/translate.hpp"

namespace {

using Transpose = void(float*, const float*, int, int);

constexpr int n = 1024;
constexpr int accesses_per_element = 4;  // global load, shared store, shared load, global store

struct Library {
  Transpose* padded = nullptr;
  std::uintptr_t base = 0;
};

std::string build_library() {
  std::ifstream file(COURSE_ROOT "/solutions/lab3_transpose/transpose.cu");
  std::ostringstream source;
  source << file.rdbuf();
  const std::string path = std::filesystem::temp_directory_path() / ("simt_benchmark_" + std::to_string(getpid()));
  std::ofstream(path + ".cpp") << simt::translate(source.str(), "transpose.cu").source;
  std::string command = "clang++ -I " COURSE_ROOT "/labs/lab3_transpose";
  for (const std::string& flag : simt::compile_flags(COURSE_ROOT "/autograder/simt/include")) command += " " + flag;
  for (const std::string& flag : simt::link_flags()) command += " " + flag;
  command += " " + path + ".cpp -o " + path + ".so";
  const int status = std::system(command.c_str());
  std::filesystem::remove(path + ".cpp");
  if (status != 0) throw std::runtime_error("the reference solution does not build");
  return path + ".so";
}

Library load_library() {
  const std::string path = build_library();
  void* const handle = dlopen(path.c_str(), RTLD_NOW);
  std::filesystem::remove(path);
  if (handle == nullptr) throw std::runtime_error(dlerror());
  void* const symbol = dlsym(handle, "transpose_padded");
  Dl_info info{};
  dladdr(symbol, &info);
  return {reinterpret_cast<Transpose*>(symbol), reinterpret_cast<std::uintptr_t>(info.dli_fbase)};
}

void padded_transpose(benchmark::State& state, const simt::RunOptions& options) {
  static const Library library = load_library();
  std::vector<float> in(n * n, 1.0f), out(n * n);
  const std::vector<simt::Allocation> lent{{in.data(), in.size() * sizeof(float), false, "input 0"},
                                           {out.data(), out.size() * sizeof(float), true, "output 0"}};
  for (auto _ : state) {
    simt::begin_run(lent, library.base, options);
    library.padded(out.data(), in.data(), n, n);
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
