#include "backends/cuda/nvcc.hpp"

#include <cstdlib>

#include "backends/compiled.hpp"
#include "support/process/child.hpp"

namespace backends {
namespace {

class Nvcc : public Compiler {
 public:
  Nvcc(const std::filesystem::path& nvcc, const std::string& sm)
      : command_{nvcc.string(), "-std=c++17", "-O3",   "-lineinfo", "-gencode=arch=compute_" + sm + ",code=sm_" + sm,
                 "-shared",     "-Xcompiler", "-fPIC", "-cudart",   "shared"} {}

  std::string_view name() const override { return "cuda"; }

  std::string build_key() const override {
    std::string key;
    for (const std::string& word : command_) key += word + " ";
    return key;
  }

  Build build(const std::filesystem::path& source, const std::filesystem::path& interface_folder,
              const std::filesystem::path& folder, const course::Limits& limits) const override {
    process::ChildOptions options;
    options.command = command_;
    for (const std::string& argument :
         {"-I" + interface_folder.string(), source.filename().string(), std::string("-o"), std::string("library.so")}) {
      options.command.push_back(argument);
    }
    options.directory = folder;
    options.environment = process::minimal_environment();
    const process::Completed compiled = process::run(options, limits.compile, compiler_output_limit);
    return finish_build(compiled, folder);
  }

 private:
  std::vector<std::string> command_;
};

}  // namespace

std::filesystem::path find_nvcc(const std::filesystem::path& root) {
  // CMake asks the same script.
  process::ChildOptions options;
  options.command = {(root / "setup/find-cuda.sh").string()};
  options.environment = process::minimal_environment();
  for (const char* name : {"CUDA_HOME", "CUDA_PATH"}) {
    if (const char* value = std::getenv(name)) options.environment.push_back(std::string(name) + "=" + value);
  }
  std::string found = process::run(options, units::Seconds{10}, units::Bytes{1 << 16}).output;
  while (!found.empty() && found.back() == '\n') found.pop_back();
  return found.empty() ? std::filesystem::path() : std::filesystem::path(found) / "bin/nvcc";
}

std::unique_ptr<Compiler> make_nvcc(const std::filesystem::path& nvcc, const std::string& sm) {
  return std::make_unique<Nvcc>(nvcc, sm);
}

}  // namespace backends
