#include "grader/pipeline/build.hpp"

#include <fmt/format.h>

#include "grader/errors.hpp"
#include "grader/pipeline/build_cache.hpp"
#include "grader/pipeline/submission.hpp"
#include "grader/pipeline/toolchain.hpp"

namespace grader {
namespace fs = std::filesystem;

std::vector<SubmissionBuild> build_submission(const course::Limits& limits, const SubmissionBuildRequest& request) {
  const fs::path root = fs::absolute(request.root).lexically_normal();  // compilers run in another folder
  const fs::path source = find_source(root, *request.lab, request.submission);
  std::vector<SubmissionBuild> builds;
  for (const backends::Registration& kind : backends::all()) {
    const auto compiler = usable_compiler(kind, root);
    if (!compiler) continue;
    if (request.progress) request.progress(fmt::format("compiling for {}", kind.name));
    const backends::Build built = build_cached({*compiler, *request.lab, root, source, limits});
    builds.push_back({std::string(kind.name), built.library.has_value(), built.output});
  }
  if (builds.empty()) throw CannotGrade("neither nvcc nor clang is here: run `./grade doctor`");
  return builds;
}

}  // namespace grader
