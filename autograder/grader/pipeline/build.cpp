#include "grader/pipeline/build.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "backends/compiled.hpp"
#include "grader/errors.hpp"
#include "grader/pipeline/build_cache.hpp"
#include "grader/pipeline/submission.hpp"
#include "grader/pipeline/toolchain.hpp"
#include "simt/simt.hpp"

namespace grader {
namespace fs = std::filesystem;

std::vector<SubmissionBuild> build_submission(const course::Limits& limits, const SubmissionBuildRequest& request) {
  const fs::path root = fs::absolute(request.root).lexically_normal();  // compilers run in another folder
  const fs::path source = find_source(root, *request.lab, request.submission);
  std::vector<SubmissionBuild> builds;
  for (const backends::Registration& kind : backends::all()) {
    if (request.backend != "auto" && request.backend != kind.name) continue;
    const auto compiler = usable_compiler(kind, root);
    if (!compiler) continue;
    if (request.progress) request.progress(fmt::format("compiling for {}", kind.name));
    const backends::Build built = build_cached({*compiler, *request.lab, root, source, limits});
    const bool is_built = built.library.has_value();
    builds.push_back(
        {std::string(kind.name), is_built, built.output, !is_built && simt::missing_feature(built.output).has_value()});
  }
  if (builds.empty()) throw CannotGrade("neither nvcc nor clang is here: run `./grade doctor`");
  return builds;
}

namespace {

/// However little is left, it is enough to see that nothing is left.
course::Limits after(course::Limits limits, units::Seconds spent) {
  constexpr double least = 1;
  limits.compile.value = std::max(limits.compile.value - spent.value, least);
  return limits;
}

/// Builds the source with each compiler of this machine that decides what is valid CUDA, until one of them satisfies:
/// `is_enough` gets the compiler and what it built.
template <class IsEnough>
void build_elsewhere(const ValidityRequest& request, IsEnough is_enough) {
  units::Seconds spent = request.spent;
  for (const backends::Registration& kind : backends::all()) {
    if (&kind == &request.chosen || !kind.tool.decides_what_is_valid) continue;
    const auto compiler = usable_compiler(kind, request.root);
    if (!compiler) continue;
    if (request.progress) request.progress(fmt::format("compiling with {}", kind.tool.name));
    const course::Limits limits = after(request.limits, spent);
    const backends::Build built = build_cached({*compiler, request.lab, request.root, request.source, limits});
    if (is_enough(*compiler, built)) return;
    spent = spent + built.spent;
  }
}

}  // namespace

OtherCompilers ask_other_compilers(const ValidityRequest& request) {
  OtherCompilers others;
  build_elsewhere(request, [&](const backends::Compiler&, const backends::Build& built) {
    others.spent = others.spent + built.spent;
    if (!built.library) others.refusal = built.output;
    return others.refusal.has_value();
  });
  return others;
}

std::optional<std::string> refusal_for_time(const OtherCompilers& others, const course::Limits& limits,
                                            units::Seconds spent) {
  if (others.spent <= after(limits, spent).compile) return std::nullopt;
  return std::string(backends::ran_out_of_time);
}

std::vector<simt::memory::KernelRegisters> registers_by_other_compilers(const ValidityRequest& request,
                                                                        int compute_capability) {
  std::vector<simt::memory::KernelRegisters> registers;
  build_elsewhere(request, [&](const backends::Compiler& compiler, const backends::Build& built) {
    if (built.library) registers = compiler.registers(*built.library, compute_capability);
    return !registers.empty();
  });
  return registers;
}

}  // namespace grader
