#include "support/process/question.hpp"

#include <cstdlib>
#include <system_error>
#include <utility>

#include "support/process/child.hpp"

namespace process {
namespace {

constexpr units::Seconds deadline{10};
constexpr units::Bytes most_output{1 << 20};

}  // namespace

std::string answer_of(std::vector<std::string> command) {
  ChildOptions options;
  options.command = std::move(command);
  options.environment = minimal_environment();
  // git's settings for trusted repositories are in HOME.
  if (const char* home = std::getenv("HOME")) set_variable(options.environment, "HOME", home);
  try {
    const Completed completed = run(options, deadline, most_output);
    return completed.succeeded() ? completed.output : "";
  } catch (const std::system_error&) {
    return "";
  }
}

std::string first_line_of(std::vector<std::string> command) {
  const std::string text = answer_of(std::move(command));
  return text.substr(0, text.find('\n'));
}

std::string commit_of(const std::filesystem::path& folder) {
  const std::string commit = first_line_of(
      {"git", "-C", folder.string(), "describe", "--always", "--dirty=-changed", "--abbrev=40", "--exclude=*"});
  return commit.empty() ? "unknown" : commit;
}

}  // namespace process
