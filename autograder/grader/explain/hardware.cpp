#include "grader/explain/hardware.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <system_error>

#include "backends/host_workspace.hpp"
#include "grader/errors.hpp"
#include "grader/pipeline/submission.hpp"
#include "grader/pipeline/toolchain.hpp"
#include "support/files/cached.hpp"
#include "support/files/whole_file.hpp"
#include "support/process/child.hpp"

namespace grader {
namespace fs = std::filesystem;
namespace {

constexpr units::Seconds longest_run{120};
constexpr units::Bytes most_printed{1 << 20};

/// The bytes of a request, as runner/profiled_main.cpp reads them.
std::string_view bytes_of(const runner::RunnerRequest& request) {
  return {reinterpret_cast<const char*>(&request), sizeof request};
}

/// The file of a call: memory is lent by the name that its descriptor has here.
std::string call_file(const HardwareRequest& request, const backends::Workspace& workspace) {
  std::string calls;
  for (const backends::LentRegion& lent : workspace.regions()) {
    runner::RunnerRequest map;
    map.command = runner::Command::map;
    map.region = lent.region;
    fmt::format_to_n(map.library, sizeof map.library - 1, "/proc/{}/fd/{}", getpid(), lent.descriptor);
    calls += bytes_of(map);
  }
  runner::RunnerRequest run;
  run.command = runner::Command::run;
  run.run = backends::request_for(request.lab, request.part, workspace, {});
  return calls += bytes_of(run);
}

/// Why ncu has no counters, from what it printed.
std::string reason_of(const std::string& printed) {
  if (printed.find("ERR_NVGPUCTRPERM") != std::string::npos) {
    return "on this machine only an administrator may read the GPU's counters (the driver's option "
           "NVreg_RestrictProfilingToAdminUsers=0 lets all users read them)";
  }
  for (const std::string_view mark : {"==ERROR== ", "runner-profiled: "}) {
    const std::size_t at = printed.find(mark);
    if (at == std::string::npos) continue;
    const std::size_t begin = at + mark.size();
    return "Nsight Compute says: " + printed.substr(begin, printed.find('\n', begin) - begin);
  }
  return "Nsight Compute ended without counters";
}

std::string profile(const fs::path& program, const fs::path& library, const fs::path& call, const fs::path& source) {
  const fs::path page = call.parent_path() / "page.csv";
  process::ChildOptions options;
  options.command = {"ncu",
                     "--metrics",
                     std::string(source_page_metrics),
                     "--page",
                     "source",
                     "--csv",
                     "--print-source",
                     "cuda,sass",
                     "--resolve-source-file",
                     source,
                     "--log-file",
                     page,
                     program,
                     library,
                     call};
  options.environment = process::minimal_environment();
  if (const char* home = std::getenv("HOME")) process::set_variable(options.environment, "HOME", home);
  process::Completed completed;
  try {
    completed = process::run(options, longest_run, most_printed);
  } catch (const std::system_error&) {
    throw CannotGrade(
        "Nsight Compute (ncu) is not here, which reads the GPU's counters: it comes with NVIDIA's toolkit; put its "
        "folder into PATH");
  }
  const std::string written = fs::exists(page) ? files::read_file(page) : "";
  if (completed.timed_out) throw CannotGrade("Nsight Compute has not come to an end");
  const bool has_counters = written.find("\"Line No\"") != std::string::npos;
  if (!has_counters) throw CannotGrade(reason_of(completed.output + written));
  return written;
}

}  // namespace

HardwareCounts count_on_gpu(const HardwareRequest& request) {
  const auto progress = [&](std::string_view line) {
    if (request.progress) request.progress(line);
  };
  const Toolchain gpu = choose_toolchain(request.root, {.name = "cuda"});
  const files::TemporaryFolder folder(fs::temp_directory_path());
  // Here and not in the cache: the profiler must find the source where the compiler has seen it.
  const fs::path source = folder.path() / request.lab.source;
  files::write_atomically(source, read_source(request.source));
  progress("compiling for the GPU");
  const fs::path interface_folder = request.root / "labs" / request.lab.folder;
  const backends::Build built = gpu.backend->build(source, interface_folder, folder.path(), request.limits);
  if (!built.library) throw CannotGrade("nvcc does not compile it here: ./grade build shows why");

  const auto turn = gpu.backend->take_turn([&] {
    process::throw_if_interrupted();
    progress("waiting for another grading to leave the GPU");
  });
  progress("counting on the GPU");
  const auto workspace =
      backends::make_host_workspace({request.part.operation, request.size, 1}, runner::Lending::host_staged);
  workspace->refill(request.seed, 0, 1);
  const fs::path call = folder.path() / "call";
  files::write_atomically(call, call_file(request, *workspace));
  const std::string page = profile(gpu.backend->profiled_runner(), *built.library, call, source);
  return {gpu.backend->device().name, read_source_page(page, request.lab.source)};
}

}  // namespace grader
