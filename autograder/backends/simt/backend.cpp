// The backend for machines without a GPU: student code is translated, compiled by clang with its loads and
// stores instrumented, and run by the emulator.
#include "backends/backend.hpp"
#include "backends/compiled.hpp"
#include "backends/counted_device.hpp"
#include "backends/host_workspace.hpp"
#include "simt/simt.hpp"
#include "support/files/cached.hpp"
#include "support/files/whole_file.hpp"
#include "support/files/work_folder.hpp"

namespace backends {
namespace {

class SimtBackend : public Backend {
 public:
  explicit SimtBackend(const Setup& setup)
      : device_(simt::load_device(setup.root / "simt/devices", setup.device)),
        compiler_(setup.root / "simt/include", setup.programs),
        root_(std::filesystem::canonical(setup.root)),
        host_functions_(simt::read_host_functions(setup.root / "simt/host_functions.txt")),
        runner_(setup.programs / "runner-simt"),
        counts_instructions_(setup.counts_instructions) {}

  std::string_view name() const override { return "simt"; }
  DeviceInfo device() const override {
    return {std::string("emulated ") + device_.name, "", "", "clang " + compiler_.version(), std::nullopt};
  }
  Abilities abilities() const override { return {.counts = true, .device = device_}; }
  Runner runner() const override {
    Runner runner{runner_, /*counts_work=*/true};
    runner.confinement.emplace().hidden = {root_};
    runner.confinement->memory = {std::int64_t{256} << 20};
    return runner;
  }
  course::Size performance_size(const course::Lab& lab, const course::LabRules& rules,
                                const course::Part& part) const override {
    const course::DeviceProperties h200 = properties_of(counted_device(lab, simt::memory::Device{}));
    return course::problem_size(
        part.operation, course::scaled(rules.emulator_size_of(part), lab.emulator_scales, h200, properties(lab)));
  }
  course::DeviceProperties properties(const course::Lab& lab) const override {
    return properties_of(counted_device(lab, device_));
  }

  std::string build_key() const override {
    std::string key = compiler_.build_key() + " for " + std::to_string(device_.compute_capability) + " with";
    for (const std::string& name : host_functions_) key += " " + name;
    return counts_instructions_ ? key + " counting instructions" : key;
  }

  Build build(const std::filesystem::path& source, const std::filesystem::path& interface_folder,
              const std::filesystem::path& folder, const course::Limits& limits) const override {
    return build_entries(source, interface_folder, folder, limits, {});
  }
  Build build_entries(const std::filesystem::path& source, const std::filesystem::path& interface_folder,
                      const std::filesystem::path& folder, const course::Limits& limits,
                      const std::vector<std::string>& entries) const override {
    simt::CompileOptions options = options_for(interface_folder, folder, limits);
    options.host_functions = host_functions_;
    options.entries = entries;
    return compile(source, interface_folder, options);
  }
  bool leaves_out() const override { return true; }
  Build build_own(const std::filesystem::path& source, const std::filesystem::path& interface_folder,
                  const std::filesystem::path& folder, const course::Limits& limits,
                  const std::vector<std::string>& entries) const override {
    simt::CompileOptions options = options_for(interface_folder, folder, limits);
    options.entries = entries;
    return compile(source, interface_folder, options);
  }

  Build build_trial(const std::filesystem::path& source, const std::filesystem::path& interface_folder,
                    const std::filesystem::path& folder, const course::Limits& limits,
                    const std::vector<std::string>& entries) const override {
    simt::CompileOptions options = options_for(interface_folder, folder, limits);
    options.entries = entries;
    options.is_trial = true;
    return compile(source, interface_folder, options);
  }

  std::unique_ptr<Workspace> lend(const Problem& problem) const override {
    return make_host_workspace(problem, runner::Lending::host_shared);
  }

  std::vector<simt::CompilerWarning> warnings(const std::filesystem::path& source,
                                              const std::filesystem::path& interface_folder,
                                              const course::Limits& limits) const override {
    const files::TemporaryFolder folder(files::work_folder(root_ / "build") / "submissions");
    simt::CompileOptions options = options_for(interface_folder, folder.path(), limits);
    options.deadline.value /= 4;  // as other steps that make no code
    return compiler_.warnings(source, options);
  }

 private:
  Build compile(const std::filesystem::path& source, const std::filesystem::path& interface_folder,
                simt::CompileOptions options) const {
    const auto time = std::make_shared<process::TimeLeft>(options.deadline);
    options.time_left = time;
    const process::Completed completed = compiler_.compile(source, options);
    options.time_left.reset();
    const bool names_mistake = !completed.ending.by_signal && completed.output.find(": error: ") != std::string::npos;
    Build build = finish_build({completed, options.folder, names_mistake, "clang", "choose another by COURSE_CLANG",
                                headers_of(interface_folder)},
                               [&] {
                                 files::write_atomically(options.folder / "right.cu", something_right);
                                 return compiler_.compile(options.folder / "right.cu", options);
                               });
    build.spent = time->spent();
    return build;
  }

  simt::CompileOptions options_for(const std::filesystem::path& interface_folder, const std::filesystem::path& folder,
                                   const course::Limits& limits) const {
    simt::CompileOptions options;
    options.folder = folder;
    options.include_dirs = {interface_folder};
    if (counts_instructions_) options.definitions = {"SIMT_COUNTS_INSTRUCTIONS"};
    options.compute_capability = device_.compute_capability;
    options.deadline = limits.compile;
    options.output_limit = compiler_output_limit;
    options.confinement = compiler_confinement(limits);
    options.confinement->hidden = {root_};
    return options;
  }

  /// The emulator's, and what comes with a clang that is not the system's.
  std::vector<std::filesystem::path> headers_of(const std::filesystem::path& interface_folder) const {
    std::vector<std::filesystem::path> headers = process::files_of_program(compiler_.program());
    headers.push_back(std::filesystem::canonical(root_ / "simt/include"));
    headers.push_back(interface_folder);
    return headers;
  }

  simt::memory::Device device_;
  simt::Compiler compiler_;
  std::filesystem::path root_;
  std::set<std::string, std::less<>> host_functions_;
  std::filesystem::path runner_;
  bool counts_instructions_;
};

}  // namespace

std::unique_ptr<Backend> make_simt_backend(const Setup& setup) {
  try {
    return std::make_unique<SimtBackend>(setup);
  } catch (const std::system_error& error) {
    throw CannotGrade(std::string("the emulator is not complete: ") + error.what());
  } catch (const simt::NoCompiler& error) {
    throw CannotGrade(std::string("the emulator has no compiler: ") + error.what());
  }
}

}  // namespace backends
