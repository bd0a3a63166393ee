// The backend for machines without a GPU: student code is translated, compiled by clang with its loads and
// stores instrumented, and run by the emulator.
#include <fstream>
#include <sstream>

#include "backends/backend.hpp"
#include "backends/compiled.hpp"
#include "backends/host_workspace.hpp"
#include "simt/compiler_messages.hpp"
#include "support/files/whole_file.hpp"
#include "support/process/child.hpp"
#include "simt/compile.hpp"
#include "simt/devices.hpp"
#include "simt/translate/translate.hpp"

namespace backends {
namespace {

class SimtBackend : public Backend {
 public:
  SimtBackend(const std::filesystem::path& root, const std::filesystem::path& programs, std::string_view device)
      : device_(simt::load_device(root / "simt/devices", device)),
        include_(root / "simt/include"),
        runner_(programs / "runner-simt") {
    process::ChildOptions version{{"clang++", "--version"}, {}, process::minimal_environment(), -1, -1, {}, {}};
    try {
      const auto completed = process::run(version, units::Seconds{10}, compiler_output_limit);
      std::istringstream words(completed.output);
      for (std::string word; words >> word;) {
        if (word == "version") words >> version_;
      }
    } catch (const std::system_error&) {
    }
    if (version_.empty()) {
      throw CannotGrade(
          "the emulator needs clang++, which is not here: install clang (14 or newer), or run `make lab3`");
    }
  }

  std::string_view name() const override { return "simt"; }
  Device device() const override {
    return {std::string("emulated ") + device_.name, "", "", "clang " + version_, std::nullopt};
  }
  simt::memory::Device emulated_device() const override { return device_; }
  bool measures_time() const override { return false; }
  Runner runner() const override { return {runner_, /*same_addresses=*/true}; }
  course::Size performance_size(const course::LabRules& rules, const course::Part& part) const override {
    return rules.simt_size_of(part);
  }

  std::string build_key() const override {
    std::string key = "simt " + version_;
    for (const std::string& flag : simt::compile_flags(include_.string())) key += " " + flag;
    for (const std::string& flag : simt::link_flags()) key += " " + flag;
    // The emulator's headers are compiled into the library.
    for (const auto& entry : std::filesystem::recursive_directory_iterator(include_)) {
      if (entry.is_regular_file())
        key += "\n" + entry.path().filename().string() + " " + files::read_file(entry.path());
    }
    return key;
  }

  Build build(const std::filesystem::path& source, const std::filesystem::path& interface_folder,
              const std::filesystem::path& folder, const course::Limits& limits) const override {
    const std::string name = source.filename().string();
    const std::string text = files::read_file(source);
    const simt::Translation translation = simt::translate(text, name);
    if (!translation.errors.empty()) {
      Build refused;
      for (const simt::Diagnostic& error : translation.errors) {
        refused.output += name + ":" + std::to_string(error.line) + ": error: " + error.message + "\n";
      }
      return refused;
    }
    files::write_atomically(folder / "translated.cpp", translation.source);

    process::ChildOptions options;
    options.command = {"clang++"};
    for (const std::string& flag : simt::compile_flags(include_.string())) options.command.push_back(flag);
    for (const std::string& argument : {std::string("-I"), interface_folder.string(), std::string("-c"),
                                        std::string("translated.cpp"), std::string("-o"), std::string("student.o")}) {
      options.command.push_back(argument);
    }
    options.directory = folder;
    options.environment = process::minimal_environment();
    process::Completed compiled = process::run(options, limits.compile, compiler_output_limit);
    compiled.output = simt::about_the_source(compiled.output, text, name);
    if (!compiled.succeeded()) return finish_build(compiled, folder);

    options.command = {"clang++"};
    for (const std::string& flag : simt::link_flags()) options.command.push_back(flag);
    for (const char* argument : {"student.o", "-o", "library.so"}) options.command.emplace_back(argument);
    process::Completed linked = process::run(options, limits.compile, compiler_output_limit);
    linked.output = compiled.output + linked.output;
    return finish_build(linked, folder);
  }

  std::unique_ptr<Workspace> lend(const Problem& problem) const override {
    return make_host_workspace(problem, runner::Lending::host_shared);
  }

 private:
  simt::memory::Device device_;
  std::filesystem::path include_;
  std::filesystem::path runner_;
  std::string version_;
};

}  // namespace

std::unique_ptr<Backend> make_simt_backend(const std::filesystem::path& root, const std::filesystem::path& programs,
                                           std::string_view device) {
  return std::make_unique<SimtBackend>(root, programs, device);
}

}  // namespace backends
