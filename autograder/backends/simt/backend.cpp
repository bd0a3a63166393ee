// The backend for machines without a GPU: student code is translated, compiled by clang with its loads and
// stores instrumented, and run by the emulator.
#include "backends/backend.hpp"
#include "backends/compiled.hpp"
#include "backends/host_workspace.hpp"
#include "simt/simt.hpp"

namespace backends {
namespace {

class SimtBackend : public Backend {
 public:
  SimtBackend(const std::filesystem::path& root, const std::filesystem::path& programs, std::string_view device)
      : device_(simt::load_device(root / "simt/devices", device)),
        compiler_(root / "simt/include", programs),
        runner_(programs / "runner-simt") {}

  std::string_view name() const override { return "simt"; }
  DeviceInfo device() const override {
    return {std::string("emulated ") + device_.name, "", "", "clang " + compiler_.version(), std::nullopt};
  }
  Abilities abilities() const override { return {.counts = true, .device = device_}; }
  Runner runner() const override { return {runner_, /*same_addresses=*/true, /*counts_work=*/true}; }
  course::Size performance_size(const course::LabRules& rules, const course::Part& part) const override {
    return rules.emulator_size_of(part);
  }

  std::string build_key() const override {
    return compiler_.build_key() + " for " + std::to_string(device_.compute_capability);
  }

  Build build(const std::filesystem::path& source, const std::filesystem::path& interface_folder,
              const std::filesystem::path& folder, const course::Limits& limits) const override {
    simt::CompileOptions options;
    options.folder = folder;
    options.include_dirs = {interface_folder};
    options.compute_capability = device_.compute_capability;
    options.deadline = limits.compile;
    options.output_limit = compiler_output_limit;
    return finish_build(compiler_.compile(source, options), folder);
  }

  std::unique_ptr<Workspace> lend(const Problem& problem) const override {
    return make_host_workspace(problem, runner::Lending::host_shared);
  }

 private:
  simt::memory::Device device_;
  simt::Compiler compiler_;
  std::filesystem::path runner_;
};

}  // namespace

std::unique_ptr<Backend> make_simt_backend(const Setup& setup) {
  try {
    return std::make_unique<SimtBackend>(setup.root, setup.programs, setup.device);
  } catch (const simt::NoCompiler& error) {
    throw CannotGrade(std::string("the emulator has no compiler: ") + error.what());
  }
}

}  // namespace backends
