// `grade experiment`, a program of its own: what only experiments need is built when they are first asked for.
#include <fmt/format.h>

#include <cstdlib>
#include <span>

#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "experiments/run.hpp"
#include "grader/errors.hpp"
#include "report/experiment.hpp"
#include "support/files/whole_file.hpp"
#include "support/process/child.hpp"

namespace cli {
namespace {

namespace fs = std::filesystem;

// Drawing is Python's. What was measured is on the screen and in its file already.
void plot(const fs::path& root, const fs::path& data, const fs::path& picture) {
  constexpr units::Seconds patience{120};
  process::ChildOptions options;
  options.command = {"python3", (root / "measurements/show_experiment.py").string(), "--plot", picture.string(),
                     data.string()};
  options.environment = process::minimal_environment();
  // Where Python has what a user installed.
  if (const char* home = std::getenv("HOME")) process::set_variable(options.environment, "HOME", home);
  try {
    const process::Completed drawn = process::run(options, patience, units::Bytes{1 << 16});
    if (drawn.succeeded()) return;
    const std::string why = drawn.output.substr(0, drawn.output.find_last_not_of('\n') + 1);
    throw grader::CannotGrade(fmt::format("{} was not drawn: {}", picture.string(), why));
  } catch (const std::system_error&) {
    throw grader::CannotGrade(fmt::format("{} was not drawn: there is no python3 here", picture.string()));
  }
}

ExitStatus run_experiment(const Options& options, const Environment& environment) {
  check_can_hold("--data", options.data);
  check_can_hold("--plot", options.plot);
  experiments::Settings settings;
  settings.root = find_root(options, environment);
  settings.entry = options.experiment;
  settings.backend = options.backend;
  settings.device = options.device;
  settings.predicts = options.predicts;
  settings.commit = options.commit;
  process::catch_interrupts();
  experiments::Outcome outcome;
  {
    Progress progress(environment);
    settings.progress = [&progress](std::string_view line) { progress.show(line); };
    outcome = options.judge.empty() ? experiments::run(settings) : experiments::judge_again(settings, options.judge);
  }
  print(report::experiment_report(outcome, terminal_style(options, environment)));
  const fs::path data =
      options.data.empty() ? experiments::default_data_file(settings.root, *options.experiment) : options.data;
  files::write_atomically(data, experiments::data_file(outcome));
  print(fmt::format("  Written to {}\n", data.string()));
  if (!options.plot.empty()) plot(settings.root, data, options.plot);
  return everything_passed;
}

ExitStatus experiment(const Options& options, const Environment& environment) {
  if (options.build_only) {
    const experiments::Entry* one = options.experiment;
    process::catch_interrupts();
    Progress progress(environment);
    experiments::build(find_root(options, environment), one != nullptr ? std::span(one, 1) : experiments::all(),
                       [&progress](std::string_view line) { progress.show(line); });
    return everything_passed;
  }
  if (options.experiment != nullptr) return run_experiment(options, environment);
  print(report::experiment_list(terminal_style(options, environment)));
  return everything_passed;
}

}  // namespace

ExitStatus carry_out(const Options& options, const Environment& environment, const course::Course& /*course*/) {
  if (options.action == Action::experiment) return experiment(options, environment);
  throw CallError("this program only runs experiments; ./grade has the other commands");
}

}  // namespace cli
