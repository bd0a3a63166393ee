#include "grader/pipeline/toolchain.hpp"

#include <fmt/format.h>

#include "grader/errors.hpp"

namespace grader {
namespace fs = std::filesystem;
namespace {

using backends::Registration;

Toolchain attempt(const Registration& kind, const fs::path& root, const BackendChoice& choice) {
  // The runners are beside this program.
  const backends::Setup setup{root, fs::read_symlink("/proc/self/exe").parent_path(), choice.device, choice.predicts};
  Toolchain result{&kind, nullptr, ""};
  try {
    result.backend = kind.make(setup);
  } catch (const CannotGrade& reason) {
    result.note = reason.what();
  }
  return result;
}

bool fulfils(const Registration& kind, const BackendChoice& choice) {
  return (choice.name == "auto" || choice.name == kind.name) && (!choice.must_time || kind.abilities.times) &&
         (!choice.must_count || kind.abilities.counts);
}

}  // namespace

std::vector<Toolchain> toolchains(const fs::path& root) {
  std::vector<Toolchain> result;
  for (const Registration& kind : backends::all()) result.push_back(attempt(kind, root, {}));
  return result;
}

std::unique_ptr<backends::Compiler> usable_compiler(const Registration& kind, const fs::path& root) {
  if (Toolchain whole = attempt(kind, root, {}); whole.backend) return std::move(whole.backend);
  if (kind.tool.find == nullptr) return nullptr;
  const fs::path program = kind.tool.find(root);
  return program.empty() ? nullptr : kind.tool.make(program);
}

Toolchain choose_toolchain(const fs::path& root, const BackendChoice& choice) {
  bool is_possible = false;
  std::string missing;
  for (const Registration& kind : backends::all()) {
    if (!fulfils(kind, choice)) continue;
    is_possible = true;
    Toolchain chosen = attempt(kind, root, choice);
    if (chosen.backend) {
      chosen.note = missing;
      return chosen;
    }
    missing += (missing.empty() ? "" : "; and ") + chosen.note;
  }
  if (is_possible) throw CannotGrade(missing);
  throw UsageError(fmt::format("the backend '{}' does not {}: choose another with --backend", choice.name,
                               choice.must_time ? "measure time" : "count memory traffic"));
}

}  // namespace grader
