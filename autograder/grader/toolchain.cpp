#include "grader/toolchain.hpp"

#include <cstdlib>
#include <sstream>

#include "grader/grade.hpp"

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
Toolchain emulator(const fs::path& root) {
  return attempt("simt", [&] { return backends::make_simt_backend(root, programs()); });
}

}  // namespace

fs::path find_nvcc(const fs::path& root) {
  std::vector<fs::path> places;
  for (const char* name : {"CUDA_HOME", "CUDA_PATH"}) {
    if (const char* value = std::getenv(name)) places.emplace_back(fs::path(value) / "bin");
  }
  if (const char* value = std::getenv("PATH")) {
    std::istringstream path(value);
    for (std::string place; std::getline(path, place, ':');) places.emplace_back(place);
  }
  places.emplace_back("/usr/local/cuda/bin");
  places.emplace_back(root / ".deps/cuda/bin");
  for (const fs::path& place : places) {
    std::error_code error;
    if (fs::exists(place / "nvcc", error)) return place / "nvcc";
  }
  return {};
}

std::vector<Toolchain> toolchains(const fs::path& root) {
  std::vector<Toolchain> result;
  result.push_back(cuda(root));
  result.push_back(emulator(root));
  return result;
}

std::vector<std::unique_ptr<backends::Compiler>> usable_compilers(const fs::path& root) {
  std::vector<std::unique_ptr<backends::Compiler>> result;
  if (Toolchain gpu = cuda(root); gpu.backend) {
    result.push_back(std::move(gpu.backend));
  } else if (const fs::path nvcc = find_nvcc(root); !nvcc.empty()) {
    result.push_back(backends::make_nvcc(nvcc, "90"));
  }
  if (Toolchain simt = emulator(root); simt.backend) result.push_back(std::move(simt.backend));
  return result;
}

Toolchain choose_toolchain(const fs::path& root, const std::string& backend) {
  Toolchain chosen = backend == "simt" ? emulator(root) : cuda(root);
  if (chosen.backend || backend != "auto") {
    if (!chosen.backend) throw CannotGrade(chosen.note);
    return chosen;
  }
  Toolchain fallback = emulator(root);
  if (!fallback.backend) throw CannotGrade(chosen.note + "; and " + fallback.note);
  fallback.note = chosen.note;
  return fallback;
}

}  // namespace grader
