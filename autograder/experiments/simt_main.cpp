// Runs an experiment in the emulator and writes its counters.
//   experiment-simt LIBRARY DEVICE FILE     DEVICE describes the chip (simt/devices/*.toml);
//                                           status 0: FILE is written; 1: not written, reason on stderr
//   experiment-simt --predict LIBRARY …     predicts the time of each case at the size that a GPU has, too
#include <dlfcn.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <stdexcept>

#include "experiments/results.hpp"
#include "simt/simt.hpp"

namespace {

using namespace experiment;

constexpr std::size_t page = 4096;  // alignment: counts must not depend on a buffer's address

struct Free {
  void operator()(float* memory) const { std::free(memory); }
};
using HostArray = std::unique_ptr<float[], Free>;

HostArray allocate(std::int64_t elements) {
  const std::size_t bytes = static_cast<std::size_t>(elements) * sizeof(float);
  HostArray memory(static_cast<float*>(std::aligned_alloc(page, (bytes + page - 1) / page * page)));
  if (!memory) throw std::bad_alloc();
  return memory;
}

Counts counts_of(const simt::Evidence& evidence) {
  Counts counts;
  for (const simt::SiteTraffic& site : evidence.traffic) {
    if (site.space == simt::Space::shared && site.access == simt::Access::atomic) continue;
    if (site.space != simt::Space::global) {
      counts.wavefronts += site.wavefronts;
      counts.conflicts += site.conflicts;
    } else if (site.access == simt::Access::load) {
      counts.load_requests += site.requests;
      counts.load_sectors += site.sectors;
    } else if (site.access == simt::Access::store) {
      counts.store_requests += site.requests;
      counts.store_sectors += site.sectors;
    } else {
      counts.atomic_requests += site.requests;
      counts.atomic_sectors += site.sectors;
    }
  }
  return counts;
}

/// The memory of one group.
class Bench {
 public:
  explicit Bench(const Group& group) : group_(group), output_(allocate(group.output)) {
    for (std::size_t i = 0; i < group.inputs.size(); ++i) {
      inputs_.push_back(allocate(group.inputs[i]));
      for (std::int64_t j = 0; j < group.inputs[i]; ++j) inputs_[i][j] = input(static_cast<int>(i), j);
      lent_.push_back({inputs_[i].get(), bytes(group.inputs[i]), false, "the input"});
      buffers_.in[i] = inputs_[i].get();
    }
    lent_.push_back({output_.get(), bytes(group.output), true, "the output"});
    buffers_.out = output_.get();
  }

  simt::Evidence run(const Case& counted, std::uintptr_t library_base, const simt::memory::Device& device,
                     bool is_predicted) {
    std::fill_n(output_.get(), group_.output, untouched);
    simt::begin_run(lent_, library_base,
                    {.count_traffic = true,
                     .model_caches = is_predicted,
                     .gather_work = is_predicted,
                     .find_races = false,
                     .device = device});
    counted.launch(buffers_);
    const simt::Evidence evidence = simt::finish_run();
    if (!evidence.findings.empty()) {
      throw std::runtime_error(text("%s: the emulator stopped it in %s (%s)", counted.label.c_str(),
                                    evidence.findings[0].kernel, simt::subject(evidence.findings[0]).c_str()));
    }
    check(counted);
    return evidence;
  }

  /// What the case of a GPU's size launches. Its kernels do not run, so its buffers may be these.
  std::vector<simt::memory::Work> grids(const Case& large, std::uintptr_t library_base,
                                        const simt::memory::Device& device) {
    simt::begin_run(lent_, library_base, {.count_traffic = true, .only_grids = true, .device = device});
    large.launch(buffers_);
    return simt::finish_run().work;
  }

 private:
  static std::size_t bytes(std::int64_t elements) { return static_cast<std::size_t>(elements) * sizeof(float); }

  void check(const Case& checked) const {
    const std::vector<std::int64_t> indices = elements_to_check(group_.output);
    std::vector<float> values;
    for (const std::int64_t index : indices) values.push_back(output_[index]);
    const std::string mismatch = first_mismatch(checked, indices, values);
    if (!mismatch.empty()) throw std::runtime_error(checked.label + " is wrong: " + mismatch);
  }

  const Group& group_;
  std::vector<HostArray> inputs_;
  HostArray output_;
  std::vector<simt::Allocation> lent_;
  Buffers buffers_{};
};

using Describe = void(const Machine&, Experiment&);

struct Loaded {
  Describe* describe;
  std::uintptr_t base;
};

Loaded load(const char* library) {
  void* const handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  void* const found = handle != nullptr ? dlsym(handle, "describe_experiment") : nullptr;
  Dl_info info{};
  if (found == nullptr || dladdr(found, &info) == 0) throw std::runtime_error(dlerror());
  return {reinterpret_cast<Describe*>(found), reinterpret_cast<std::uintptr_t>(info.dli_fbase)};
}

/// The case of the same name.
const Case* find(const Experiment& described, const Group& group, const Case& named) {
  for (const Group& other : described.groups) {
    if (other.label != group.label) continue;
    for (const Case& each : other.cases) {
      if (each.label == named.label) return &each;
    }
  }
  return nullptr;
}

void run(const char* library, const std::filesystem::path& device_file, const char* file, bool is_predicted) {
  const simt::memory::Device device = simt::load_device(device_file.parent_path(), device_file.stem().string());
  const Loaded loaded = load(library);
  Experiment described;
  loaded.describe({true, device.multiprocessors}, described);
  Experiment of_gpu;
  if (is_predicted) loaded.describe({false, device.multiprocessors}, of_gpu);
  Results results;
  for (const Group& group : described.groups) {
    Bench bench(group);
    for (const Case& each : group.cases) {
      const simt::Evidence evidence = bench.run(each, loaded.base, device, is_predicted);
      Result result{group.label, each.label, each.x, each.bytes, 1, {}, counts_of(evidence), each.steps};
      if (const Case* const large = find(of_gpu, group, each); large != nullptr) {
        const double times = static_cast<double>(large->bytes) / static_cast<double>(each.bytes);
        const auto work =
            simt::memory::enlarged(evidence.work, times, bench.grids(*large, loaded.base, device), device);
        const simt::memory::Prediction predicted = simt::memory::predict(work, device);
        result.bytes = large->bytes;
        result.predicted_seconds = predicted.seconds;
        result.bound = simt::memory::name_of(predicted.bound());
      }
      results.all.push_back(result);
    }
  }
  write_file(file, to_json(described, results, ""));
}

}  // namespace

int main(int count, char** arguments) {
  try {
    const bool is_predicted = count > 1 && std::string(arguments[1]) == "--predict";
    if (count != 4 + (is_predicted ? 1 : 0))
      throw std::runtime_error("experiment-simt [--predict] LIBRARY DEVICE FILE");
    if (is_predicted) ++arguments;
    run(arguments[1], arguments[2], arguments[3], is_predicted);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
