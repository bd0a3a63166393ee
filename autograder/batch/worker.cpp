#include "batch/worker.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <cstdlib>
#include <sstream>
#include <system_error>

#include "support/files/whole_file.hpp"
#include "support/process/question.hpp"

extern char** environ;

namespace batch {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t most_text = std::size_t{4} << 20;

std::vector<std::string> command_of(const Call& call, Work work) {
  std::vector<std::string> command{call.program.string(), "--root", call.root.string()};
  const auto add = [&](std::initializer_list<std::string> words) {
    command.insert(command.end(), words.begin(), words.end());
  };
  add({call.lab, "--submission", call.source.string()});
  if (!call.backend.empty()) add({"--backend", call.backend});
  if (work == Work::compile) add({"--until-compiled"});
  add({"--json", json_of(call).string(), "--seed", call.seed});
  if (!call.device.empty()) add({"--device", call.device});
  for (const std::string& part : call.only) add({"--only", part});
  return command;
}

std::string read_if_there(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return "";
  return files::read_file(file).substr(0, most_text);
}

}  // namespace

fs::path json_of(const Call& call) { return call.folder / "report.json"; }
fs::path text_of(const Call& call) { return call.folder / "report.txt"; }
Outcome written_by(const Call& call) { return {0, read_if_there(json_of(call)), read_if_there(text_of(call))}; }

std::string words_after(double seconds) {
  return fmt::format("the grader had not ended after {:.0f} seconds", seconds);
}

process::ChildOptions options_of(const Call& call) {
  process::ChildOptions options;
  for (char** variable = environ; *variable != nullptr; ++variable) options.environment.emplace_back(*variable);
  // Reports are files here, the same ones wherever the batch is started.
  process::set_variable(options.environment, "LC_ALL", "C.UTF-8");
  if (!call.gpu.empty()) process::set_variable(options.environment, "CUDA_VISIBLE_DEVICES", call.gpu);
  return options;
}

Worker::Worker(const Call& call, Work work)
    : call_(call), output_(open(text_of(call).c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)) {
  process::ChildOptions options = options_of(call);
  options.command = command_of(call, work);
  options.output = output_.get();
  child_.emplace(options);
}

std::optional<Outcome> Worker::outcome(double most_seconds) {
  const auto ending = child_->ending();
  const bool is_late = std::chrono::duration<double>(process::Clock::now() - started_).count() > most_seconds;
  if (!ending && !is_late) return std::nullopt;
  if (!ending) {
    child_.reset();  // ends it
    return Outcome{-1, "", words_after(most_seconds)};
  }
  Outcome result = written_by(call_);
  result.status = ending->by_signal ? -1 : ending->code;
  if (ending->by_signal) result.text = fmt::format("the grader was ended by signal {}", ending->code);
  return result;
}

void Worker::pause() {
  constexpr std::chrono::milliseconds patience{1000};  // of a process that waits for a disk
  process::stop_tree(child_->pid(), patience);
}

void Worker::resume() { process::resume_tree(child_->pid()); }

std::vector<std::string> visible_gpus() {
  std::vector<std::string> gpus;
  const char* visible = std::getenv("CUDA_VISIBLE_DEVICES");
  const bool is_limited = visible != nullptr && *visible != '\0';
  std::istringstream names(
      is_limited ? visible : process::answer_of({"nvidia-smi", "--query-gpu=uuid", "--format=csv,noheader"}));
  for (std::string name; std::getline(names, name, is_limited ? ',' : '\n');) {
    if (!name.empty()) gpus.push_back(name);
  }
  return gpus;
}

std::string clocks_of(const std::string& gpu) {
  std::vector<std::string> command{"nvidia-smi", "--query-gpu=clocks.sm,clocks.mem", "--format=csv,noheader"};
  if (!gpu.empty()) command.insert(command.end(), {"-i", gpu});
  const std::string line = process::first_line_of(command);
  const std::size_t comma = line.find(", ");
  return comma == std::string::npos ? "" : line.substr(0, comma) + ", memory " + line.substr(comma + 2);
}

}  // namespace batch
