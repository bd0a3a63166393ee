#include "grader/pipeline/toolchain.hpp"

#include <cstdlib>

#include "grader/errors.hpp"
#include "support/process/child.hpp"

namespace grader {
namespace fs = std::filesystem;
namespace {

/// The runners lie beside this program.
fs::path programs() { return fs::read_symlink("/proc/self/exe").parent_path(); }

template <class Make>
Toolchain attempt(std::string name, Make make) {
  Toolchain result{std::move(name), nullptr, ""};
  try {
    result.backend = make();
  } catch (const CannotGrade& reason) {
    result.note = reason.what();
  }
  return result;
}

Toolchain cuda(const fs::path& root) {
  return attempt("cuda", [&] { return backends::make_cuda_backend(find_nvcc(root), programs()); });
}
Toolchain emulator(const fs::path& root, const std::string& device = default_device) {
  return attempt("simt", [&] { return backends::make_simt_backend(root, programs(), device); });
}

}  // namespace

fs::path find_nvcc(const fs::path& root) {
  // The set-up knows where to look, and CMake asks it too.
  process::ChildOptions options;
  options.command = {(root / "setup/find-cuda.sh").string()};
  options.environment = process::minimal_environment();
  for (const char* name : {"CUDA_HOME", "CUDA_PATH"}) {
    if (const char* value = std::getenv(name)) options.environment.push_back(std::string(name) + "=" + value);
  }
  std::string found = process::run(options, units::Seconds{10}, units::Bytes{1 << 16}).output;
  while (!found.empty() && found.back() == '\n') found.pop_back();
  return found.empty() ? fs::path() : fs::path(found) / "bin/nvcc";
}

std::vector<Toolchain> toolchains(const fs::path& root) {
  std::vector<Toolchain> result;
  result.push_back(cuda(root));
  result.push_back(emulator(root));
  return result;
}

std::unique_ptr<backends::Compiler> nvcc_compiler(const fs::path& root) {
  if (Toolchain gpu = cuda(root); gpu.backend) return std::move(gpu.backend);
  const fs::path nvcc = find_nvcc(root);
  return nvcc.empty() ? nullptr : backends::make_nvcc(nvcc, "90");
}

std::vector<std::unique_ptr<backends::Compiler>> usable_compilers(const fs::path& root) {
  std::vector<std::unique_ptr<backends::Compiler>> result;
  if (auto nvcc = nvcc_compiler(root)) result.push_back(std::move(nvcc));
  if (Toolchain simt = emulator(root); simt.backend) result.push_back(std::move(simt.backend));
  return result;
}

Toolchain choose_toolchain(const fs::path& root, const std::string& backend, const std::string& device) {
  Toolchain chosen = backend == "simt" ? emulator(root, device) : cuda(root);
  if (chosen.backend || backend != "auto") {
    if (!chosen.backend) throw CannotGrade(chosen.note);
    return chosen;
  }
  Toolchain fallback = emulator(root, device);
  if (!fallback.backend) throw CannotGrade(chosen.note + "; and " + fallback.note);
  fallback.note = chosen.note;
  return fallback;
}

}  // namespace grader
