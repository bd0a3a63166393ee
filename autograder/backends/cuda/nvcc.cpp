#include "backends/cuda/nvcc.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>
#include <system_error>

#include "backends/compiled.hpp"
#include "backends/cuda/kernel_registers.hpp"
#include "support/files/whole_file.hpp"
#include "support/process/child.hpp"

namespace backends {
namespace {

/// Whether a failed compilation seems to name a mistake of the program: an error at a line of `source`, or in what was
/// made of it.
bool is_mistake_of_program(const std::string& output, const std::string& source) {
  if (output.find("died due to signal") != std::string::npos) return false;
  constexpr std::array<std::string_view, 6> in_the_result{"ptxas error",         "ptxas fatal   : Unresolved",
                                                          "nvlink error",        "undefined reference",
                                                          "multiple definition", "Formal parameter space overflowed"};
  const auto has = [&](std::string_view words) { return output.find(words) != std::string::npos; };
  if (std::any_of(in_the_result.begin(), in_the_result.end(), has)) return true;
  if (output.find("error") == std::string::npos && output.find("fatal") == std::string::npos) return false;
  for (std::size_t at = output.find(source); at != std::string::npos; at = output.find(source, at + 1)) {
    const std::string_view rest = std::string_view(output).substr(at + source.size());
    if (rest.size() >= 2 && (rest[0] == '(' || rest[0] == ':') && rest[1] >= '0' && rest[1] <= '9') return true;
  }
  return false;
}

class Nvcc : public Compiler {
 public:
  Nvcc(const std::filesystem::path& nvcc, const std::string& sm, NvccProduct product)
      : command_{nvcc.string(), "-std=c++17", "-O3", "-lineinfo", "-gencode=arch=compute_" + sm + ",code=sm_" + sm} {
    const std::vector<std::string> more =
        product == NvccProduct::library
            ? std::vector<std::string>{"-shared", "-Xcompiler", "-fPIC", "-cudart", "shared", "--no-compress"}
            : std::vector<std::string>{"-cubin"};
    command_.insert(command_.end(), more.begin(), more.end());
  }

  std::string_view name() const override { return "cuda"; }

  std::string build_key() const override {
    std::string key;
    for (const std::string& word : command_) key += word + " ";
    return key;
  }

  std::vector<simt::memory::KernelRegisters> registers(const std::filesystem::path& library,
                                                       int compute_capability) const override {
    return kernel_registers(files::read_file(library), compute_capability);
  }

  Build build(const std::filesystem::path& source, const std::filesystem::path& interface_folder,
              const std::filesystem::path& folder, const course::Limits& limits) const override {
    const process::Completed completed = compile(source.filename(), interface_folder, folder, limits);
    const bool names_mistake =
        !completed.ending.by_signal && is_mistake_of_program(completed.output, source.filename().string());
    const std::string advice = "repair the CUDA toolkit of " + command_.front() + ", or choose another by CUDA_HOME";
    std::vector<std::filesystem::path> headers = process::files_of_program(command_.front());
    headers.push_back(interface_folder);
    Build build = finish_build({completed, folder, names_mistake, "nvcc", advice, headers}, [&] {
      files::write_atomically(folder / "right.cu", something_right);
      return compile("right.cu", interface_folder, folder, limits);
    });
    build.spent = completed.own_time;
    return build;
  }

 private:
  process::Completed compile(const std::filesystem::path& file, const std::filesystem::path& interface_folder,
                             const std::filesystem::path& folder, const course::Limits& limits) const {
    process::ChildOptions options;
    options.command = command_;
    for (const std::string& argument :
         {"-I" + interface_folder.string(), std::string("-MD"), std::string("-MF"), std::string("student.d"),
          file.string(), std::string("-o"), std::string("library.so")}) {
      options.command.push_back(argument);
    }
    options.directory = folder;
    options.environment = process::minimal_environment();
    options.confinement = compiler_confinement(limits);
    options.confinement->readable = {interface_folder};
    options.confinement->writable = {folder};
    options.confinement->has_proc = true;
    options.file_size = process::most_product_bytes;
    try {
      return process::run(options, limits.compile, compiler_output_limit);
    } catch (const std::system_error& error) {
      process::Completed not_started;
      not_started.ending.code = 127;
      not_started.output = error.code().message();
      return not_started;
    }
  }

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

std::unique_ptr<Compiler> make_nvcc(const std::filesystem::path& nvcc, const std::string& sm, NvccProduct product) {
  return std::make_unique<Nvcc>(nvcc, sm, product);
}

}  // namespace backends
