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

std::vector<std::string> command_of(const Call& call, const fs::path& json) {
  std::vector<std::string> command{call.program.string(), "--root", call.root.string(), call.lab, "--submission",
                                   call.source.string(),  "--json", json.string(),      "--seed", call.seed};
  if (!call.backend.empty()) command.insert(command.end(), {"--backend", call.backend});
  if (!call.device.empty()) command.insert(command.end(), {"--device", call.device});
  for (const std::string& part : call.only) command.insert(command.end(), {"--only", part});
  return command;
}

std::string read_if_there(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return "";
  return files::read_file(file).substr(0, most_text);
}

}  // namespace

Worker::Worker(const Call& call)
    : json_(call.folder / "report.json"),
      text_(call.folder / "report.txt"),
      output_(open(text_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)) {
  process::ChildOptions options;
  options.command = command_of(call, json_);
  for (char** variable = environ; *variable != nullptr; ++variable) options.environment.emplace_back(*variable);
  // Reports are files here, the same ones wherever the batch is started.
  process::set_variable(options.environment, "LC_ALL", "C.UTF-8");
  if (!call.gpu.empty()) process::set_variable(options.environment, "CUDA_VISIBLE_DEVICES", call.gpu);
  options.output = output_.get();
  child_.emplace(options);
}

std::optional<Outcome> Worker::outcome(double most_seconds) {
  const auto ending = child_->ending();
  const bool is_late = std::chrono::duration<double>(process::Clock::now() - started_).count() > most_seconds;
  if (!ending && !is_late) return std::nullopt;
  Outcome result;
  if (!ending) {
    child_.reset();  // ends it
    return Outcome{-1, "", fmt::format("the grader had not ended after {:.0f} seconds", most_seconds)};
  }
  result.status = ending->by_signal ? -1 : ending->code;
  result.json = read_if_there(json_);
  result.text = read_if_there(text_);
  if (ending->by_signal) result.text = fmt::format("the grader was ended by signal {}", ending->code);
  return result;
}

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
