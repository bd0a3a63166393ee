#include "experiments/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <system_error>

#include "backends/cuda/nvcc.hpp"
#include "experiments/results.hpp"
#include "grader/pipeline/toolchain.hpp"
#include "support/files/cached.hpp"
#include "support/files/whole_file.hpp"
#include "support/process/child.hpp"
#include "support/process/question.hpp"

namespace experiments {
namespace fs = std::filesystem;
namespace {

using backends::CannotGrade;

constexpr units::Seconds compile_deadline{300};
constexpr units::Seconds run_deadline{900};
constexpr units::Bytes most_output{std::int64_t{1} << 20};

fs::path folder_of_all(const fs::path& root) { return root / "build/experiments"; }
std::string name_of(const Entry& entry) { return fmt::format("experiments/{}.cu", entry.name); }
fs::path source_of(const fs::path& root, const Entry& entry) { return root / name_of(entry); }

[[noreturn]] void does_not_compile(const std::string& file, const std::string& output) {
  throw CannotGrade(fmt::format("{} does not compile:\n{}", file, output));
}

/// Files that experiments include, in a fixed order.
std::vector<fs::path> headers(const fs::path& root) {
  std::vector<fs::path> result;
  for (const auto& file : fs::directory_iterator(root / "experiments")) {
    if (file.path().extension() == ".cuh") result.push_back(file.path());
  }
  std::sort(result.begin(), result.end());
  return result;
}

// ---- for the GPU: a program from the experiment and its driver ----

constexpr const char* driver_sources[] = {"autograder/experiments/gpu_main.cu", "autograder/experiments/results.cpp",
                                          "autograder/grader/statistics.cpp"};
constexpr const char* driver_headers[] = {"autograder/experiments/results.hpp", "autograder/grader/statistics.hpp"};

/// All labs' files in `folder`, in a fixed order.
std::vector<fs::path> files_of_labs(const fs::path& folder) {
  std::vector<fs::path> result;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) result.push_back(entry.path());
  }
  std::sort(result.begin(), result.end());
  return result;
}

std::vector<std::string> flags_for(const std::string& sm) {
  return {"-std=c++17", "-O3", "-lineinfo", fmt::format("-gencode=arch=compute_{0},code=sm_{0}", sm)};
}

// Without the paths of nvcc and the course, so that what was compiled on another machine is up to date here, too.
std::string key_of(const std::vector<fs::path>& sources, const std::string& sm) {
  std::string key;
  for (const std::string& flag : flags_for(sm)) key += flag + "\n";
  for (const fs::path& source : sources) key += "\n" + files::read_file(source);
  return key;
}

std::vector<fs::path> files_of_driver(const fs::path& root) {
  std::vector<fs::path> files = headers(root);
  for (const char* file : driver_sources) files.push_back(root / file);
  for (const char* file : driver_headers) files.push_back(root / file);
  return files;
}

std::vector<fs::path> files_of_program(const fs::path& root, const Entry& entry) {
  std::vector<fs::path> files = files_of_driver(root);
  files.push_back(source_of(root, entry));
  if (entry.needs_solutions) {
    for (const char* folder : {"labs", "solutions"}) {
      for (const fs::path& file : files_of_labs(root / folder)) files.push_back(file);
    }
  }
  return files;
}

/// Runs nvcc in `work`.
process::Completed run_nvcc(const fs::path& root, const fs::path& nvcc, const std::string& sm, const fs::path& work,
                            const std::vector<std::string>& words) {
  if (nvcc.empty()) throw CannotGrade("experiments on a GPU need nvcc: `make cuda-toolkit` installs one here");
  process::ChildOptions options;
  options.command = {nvcc.string()};
  for (const std::string& flag : flags_for(sm)) options.command.push_back(flag);
  std::vector<fs::path> include{root / "experiments", root, root / "autograder", root / "solutions"};
  for (const auto& lab : fs::directory_iterator(root / "labs")) include.push_back(lab.path());
  for (const fs::path& path : include) options.command.push_back("-I" + path.string());
  options.command.insert(options.command.end(), words.begin(), words.end());
  options.directory = work;
  options.environment = process::minimal_environment();
  return process::run(options, compile_deadline, most_output);
}

/// What all programs have in common, which takes as long to compile as an experiment.
fs::path driver(const fs::path& root, const fs::path& nvcc, const std::string& sm) {
  const fs::path folder = folder_of_all(root) / ("driver-sm" + sm);
  files::make_cached(folder, "driver.a", key_of(files_of_driver(root), sm), [&](const fs::path& work) {
    std::vector<std::string> words{"-lib", "-o", "driver.a"};
    for (const char* source : driver_sources) words.push_back((root / source).string());
    const process::Completed compiled = run_nvcc(root, nvcc, sm, work, words);
    if (!compiled.succeeded()) does_not_compile(driver_sources[0], compiled.output);
    return true;
  });
  return folder / "driver.a";
}

fs::path program(const fs::path& root, const Entry& entry, const fs::path& nvcc, const std::string& sm) {
  if (entry.needs_solutions && !fs::exists(root / "solutions")) {
    throw CannotGrade(fmt::format(
        "{} measures the references in solutions/, but this copy of the course has no solutions/", entry.name));
  }
  const fs::path folder = folder_of_all(root) / fmt::format("{}-sm{}", entry.name, sm);
  files::make_cached(folder, "program", key_of(files_of_program(root, entry), sm), [&](const fs::path& work) {
    const fs::path library = driver(root, nvcc, sm);
    const process::Completed compiled =
        run_nvcc(root, nvcc, sm, work, {source_of(root, entry).string(), library.string(), "-o", "program", "-ldl"});
    if (!compiled.succeeded()) does_not_compile(name_of(entry), compiled.output);
    return true;
  });
  return folder / "program";
}

/// "90" of "9.0"
std::string without_dot(std::string sm) {
  sm.erase(std::remove(sm.begin(), sm.end(), '.'), sm.end());
  return sm;
}

/// cuBLAS is in the toolkit's folder, which the loader may not know.
std::vector<std::string> environment_with_libraries_of(const fs::path& nvcc) {
  const std::string libraries = (nvcc.parent_path().parent_path() / "lib64").string();
  const char* const others = std::getenv("LD_LIBRARY_PATH");
  std::vector<std::string> environment = process::minimal_environment();
  process::set_variable(environment, "LD_LIBRARY_PATH", others == nullptr ? libraries : others + (":" + libraries));
  return environment;
}

// ---- for the emulator: a library, as for a submission ----

fs::path library(const fs::path& root, const Entry& entry, const backends::Compiler& compiler) {
  const std::string source = files::read_file(source_of(root, entry));
  const fs::path folder = folder_of_all(root) / fmt::format("{}-{}", entry.name, compiler.name());
  std::string key = compiler.build_key();
  for (const fs::path& header : headers(root)) key += "\n" + files::read_file(header);
  key += "\n" + source;
  files::make_cached(folder, "library.so", key, [&](const fs::path& work) {
    const fs::path copy = work / source_of(root, entry).filename();
    files::write_atomically(copy, source);
    course::Limits limits{};
    limits.compile = compile_deadline;
    limits.compile_memory = {std::int64_t{4} << 30};
    const backends::Build built = compiler.build_own(copy, root / "experiments", work, limits, {});
    if (!built.library) does_not_compile(name_of(entry), built.output);
    return true;
  });
  return folder / "library.so";
}

// ---- for both ----

/// Runs `command` with a temporary file as last argument; returns what the driver wrote to this file.
std::string driver_output(const Settings& settings, std::vector<std::string> command,
                          std::vector<std::string> environment) {
  const files::TemporaryFolder work(folder_of_all(settings.root));
  const fs::path file = work.path() / "results.json";
  command.push_back(file.string());
  process::ChildOptions options;
  options.command = std::move(command);
  options.environment = std::move(environment);
  const process::Completed completed = process::run(options, run_deadline, most_output);
  if (completed.succeeded()) return files::read_file(file);
  std::string why = completed.output;
  while (!why.empty() && why.back() == '\n') why.pop_back();
  if (completed.timed_out) why = "it took too long";
  throw CannotGrade(fmt::format("experiment {} could not be carried out: {}", settings.entry->name,
                                why.empty() ? "its program crashed" : why));
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[16];
  std::strftime(text, sizeof text, "%Y-%m-%d", &parts);
  return text;
}

void measure(const Settings& settings, const backends::Backend& gpu, const fs::path& nvcc, Outcome& outcome) {
  const std::string sm = without_dot(outcome.provenance.device.sm);
  if (settings.progress) settings.progress("compiling");
  const fs::path compiled = program(settings.root, *settings.entry, nvcc, sm);
  outcome.provenance.driver_release =
      process::first_line_of({"nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"});
  const auto turn = gpu.take_turn([&] {
    if (settings.progress) settings.progress("waiting for a grading to leave the GPU");
  });
  if (settings.progress) settings.progress("measuring");
  read_driver_output(driver_output(settings, {compiled.string()}, environment_with_libraries_of(nvcc)), outcome);
}

void count(const Settings& settings, const backends::Backend& emulator, const std::string& device, Outcome& outcome) {
  if (settings.progress) settings.progress("compiling");
  const fs::path compiled = library(settings.root, *settings.entry, emulator);
  const fs::path driver = emulator.runner().program.parent_path() / "experiment-simt";
  const fs::path description = settings.root / "simt/devices" / (device + ".toml");
  if (settings.progress) settings.progress("counting");
  std::vector<std::string> command{driver.string()};
  if (settings.predicts) command.emplace_back("--predict");
  command.insert(command.end(), {compiled.string(), description.string()});
  read_driver_output(driver_output(settings, command, process::minimal_environment()), outcome);
}

/// Experiments about time need a backend that measures it.
grader::Toolchain choose(const Settings& settings, const std::string& device) {
  const Entry& entry = *settings.entry;
  if (!entry.needs_gpu) {
    return grader::choose_toolchain(settings.root, {.name = settings.backend,
                                                    .device = device,
                                                    .must_count = !settings.device.empty() || settings.predicts,
                                                    .predicts = settings.predicts});
  }
  const backends::Registration* named = backends::find(settings.backend);
  if (!settings.device.empty() || settings.predicts || (named != nullptr && !named->abilities.times)) {
    throw CannotGrade(fmt::format("{} needs a GPU: it measures time, which the emulator cannot do", entry.name));
  }
  try {
    return grader::choose_toolchain(settings.root, {.name = settings.backend, .must_time = true});
  } catch (const CannotGrade& reason) {
    throw CannotGrade(fmt::format("{} needs a GPU: {}", entry.name, reason.what()));
  }
}

/// "90" where there is no GPU.
std::string sm_of_this_machine(const fs::path& root) {
  try {
    return without_dot(grader::choose_toolchain(root, {.must_time = true}).backend->device().sm);
  } catch (const CannotGrade&) {
    return "90";
  }
}

}  // namespace

Outcome run(const Settings& given) {
  Settings settings = given;
  settings.root = fs::absolute(given.root).lexically_normal();
  const std::string device = settings.device.empty() ? grader::default_device : settings.device;
  const grader::Toolchain chosen = choose(settings, device);

  Outcome outcome;
  outcome.name = settings.entry->name;
  outcome.title = settings.entry->title;
  outcome.backend = chosen.kind->name;
  outcome.is_timed = chosen.kind->abilities.times;
  outcome.provenance.device = chosen.backend->device();
  outcome.provenance.date = today();
  outcome.provenance.commit = settings.commit.empty() ? process::commit_of(settings.root) : settings.commit;
  outcome.provenance.command =
      fmt::format("./grade experiment {} --backend {}{}", settings.entry->name, chosen.kind->name,
                  settings.device.empty() ? "" : " --device " + settings.device) +
      (settings.predicts ? " --predict" : "");
  if (outcome.is_timed) {
    measure(settings, *chosen.backend, backends::find_nvcc(settings.root), outcome);
  } else {
    count(settings, *chosen.backend, device, outcome);
    if (!chosen.note.empty()) {
      outcome.notes.push_back("no GB/s: " + chosen.note + "; the emulator counted memory traffic instead");
    }
  }
  return outcome;
}

Outcome judge_again(const Settings& given, const fs::path& record) {
  Settings settings = given;
  settings.root = fs::absolute(given.root).lexically_normal();
  Outcome outcome;
  try {
    outcome = read_data_file(files::read_file(record));
  } catch (const std::runtime_error& error) {
    throw CannotGrade(fmt::format("{}: {}", record.string(), error.what()));
  }
  if (outcome.name != settings.entry->name || !outcome.is_timed) {
    throw CannotGrade(fmt::format("{} has no samples of {} to judge", record.string(), settings.entry->name));
  }
  if (settings.progress) settings.progress("compiling");
  const fs::path nvcc = backends::find_nvcc(settings.root);
  const fs::path compiled = program(settings.root, *settings.entry, nvcc, sm_of_this_machine(settings.root));
  const files::TemporaryFolder work(folder_of_all(settings.root));
  const fs::path samples = work.path() / "samples";
  files::write_atomically(samples, experiment::to_lines(outcome.cases));
  Outcome judged;
  read_driver_output(
      driver_output(settings, {compiled.string(), samples.string()}, environment_with_libraries_of(nvcc)), judged);
  outcome.claims = judged.claims;  // notes may depend on the GPU that was there
  outcome.provenance.judged_commit = settings.commit.empty() ? process::commit_of(settings.root) : settings.commit;
  return outcome;
}

void build(const fs::path& given, std::span<const Entry> entries,
           const std::function<void(std::string_view)>& progress) {
  const fs::path root = fs::absolute(given).lexically_normal();
  const std::string sm = sm_of_this_machine(root);
  const fs::path nvcc = backends::find_nvcc(root);
  for (const Entry& entry : entries) {
    if (progress) progress(fmt::format("compiling {}", entry.name));
    program(root, entry, nvcc, sm);
  }
}

fs::path default_data_file(const fs::path& root, const Entry& entry) {
  return folder_of_all(root) / (std::string(entry.name) + ".json");
}

}  // namespace experiments
