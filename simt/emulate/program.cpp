#include "simt/emulate/program.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <system_error>

#include "simt/simt.hpp"

namespace simt::emulate {
namespace {

namespace fs = std::filesystem;

fs::path make_temporary_folder() {
  std::string name = (fs::temp_directory_path() / "emulate-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    throw std::system_error(errno, std::generic_category(), "no temporary folder can be made: " + name);
  }
  return name;
}

fs::path folder_of(const fs::path& source) { return fs::absolute(source).parent_path(); }

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> result;
  for (std::string& string : strings) result.push_back(string.data());
  result.push_back(nullptr);
  return result;
}

[[noreturn]] void become(const std::vector<char*>& command, bool prints_to_stderr, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) ::_exit(127);
  for (const int signal : {SIGINT, SIGTERM, SIGPIPE}) std::signal(signal, SIG_DFL);
  if (prints_to_stderr) dup2(STDERR_FILENO, STDOUT_FILENO);
  // The same addresses in every run, so that counters and findings are the same. Some containers refuse.
  if (const int now = personality(0xffffffff); now >= 0) {
    personality(static_cast<unsigned long>(now) | ADDR_NO_RANDOMIZE);
  }
  execv(command[0], command.data());
  ::_exit(127);
}

/// A signal that ends this process ends the program, too, which then writes its report: that is waited for. Ctrl-C
/// reaches both; the program receives the second signal after its report.
process::Ending wait_for(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) kill(child, SIGTERM);
  return WIFSIGNALED(status) ? process::Ending{true, WTERMSIG(status)} : process::Ending{false, WEXITSTATUS(status)};
}

void refuse_unstarted(const Outcome& outcome, const fs::path& source, const fs::path& library) {
  if (outcome.start == Start::no_main) {
    throw CallError(source.string() + " has no main(): emulate runs whole programs");
  }
  if (outcome.start != Start::not_loaded) return;
  std::string why = outcome.message;  // "/tmp/…/library.so: undefined symbol: _Z1fv"
  if (const std::string start = library.string() + ": "; why.starts_with(start)) why.erase(0, start.size());
  throw CallError(source.string() + " cannot be linked: " + why);
}

/// Launches in orders in which they took far more work than in the usual one, and were given up.
std::vector<FindingInOrder> cut_short(const Evidence& evidence) {
  std::vector<FindingInOrder> given_up = evidence.in_other_orders;
  std::erase_if(given_up, [](const FindingInOrder& found) { return found.finding.kind != FindingKind::out_of_work; });
  return given_up;
}

/// Those that say something new. In another order a remark says no more than in the usual one, and what takes too long
/// there may end all the same.
std::vector<FindingInOrder> mistakes_of_other_orders(const Evidence& evidence, const Lines& lines) {
  std::vector<FindingInOrder> mistakes;
  std::vector<FindingRecord> known = evidence.findings;
  for (const FindingInOrder& found : evidence.in_other_orders) {
    known.push_back(found.finding);
    const std::vector<FindingRecord> left = without_repetitions(known, lines);
    const bool is_new = left.size() == known.size();
    const bool is_mistake = is_new && !left.back().is_remark() && !left.back().is_missing_feature() &&
                            left.back().kind != FindingKind::out_of_work;
    if (is_mistake) mistakes.push_back({left.back(), found.schedule});
    if (!is_mistake) known.pop_back();
  }
  return mistakes;
}

}  // namespace

Program::Program(ProgramOptions options) : options_(std::move(options)) {
  const std::string source = options_.source.string();
  if (!fs::exists(options_.source)) throw CallError("there is no file " + source);
  if (!fs::is_regular_file(options_.source)) throw CallError(source + " is not a file");
  // An unknown one is refused before the work begins.
  const memory::Device device = load_device(options_.root / "simt/devices", options_.device);
  folder_ = make_temporary_folder();
  try {
    compile(device.compute_capability);
  } catch (...) {
    fs::remove_all(folder_);
    throw;
  }
}

Program::~Program() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

void Program::compile(int compute_capability) {
  CompileOptions compile;
  compile.compute_capability = compute_capability;
  compile.folder = folder_;
  compile.first_includes = {fs::absolute(options_.root / "simt/emulate/program.h").string()};
  compile.definitions = options_.definitions;
  for (const fs::path& include : options_.include_dirs) compile.include_dirs.push_back(fs::absolute(include));
  compile.include_dirs.push_back(folder_of(options_.source));
  compile.deadline = units::Seconds{600};
  const process::Completed made = Compiler(fs::absolute(options_.root) / "simt/include", options_.runner.parent_path())
                                      .compile(options_.source, compile);
  const std::string source = options_.source.string();
  if (made.timed_out) throw CannotRun("compiling " + source + " took more than 10 minutes");
  if (made.ending.by_signal) {
    throw CannotRun(fmt::format("clang++ was ended by signal {} while compiling {}, perhaps because memory ran out",
                                made.ending.code, source));
  }
  if (const auto missing = missing_feature(made.succeeded() ? "" : made.output)) {
    throw CannotRun(fmt::format("{} cannot run here: {}: {}{}", source,
                                missing->place(options_.source.filename().string()), missing_feature_start,
                                missing->name));
  }
  if (!made.succeeded()) throw CallError(source + " does not compile: see the messages above", made.output);
  warnings_ = made.output;
}

ProgramRun Program::run() const {
  const fs::path report = folder_ / "report";
  ProgramRun result;
  result.ending = run_process(report);
  result.was_interrupted = process::take_interrupt();
  std::optional<Outcome> outcome = read_outcome(report);
  if (!outcome) return result;
  refuse_unstarted(*outcome, options_.source, library());
  result.evidence = std::move(outcome->evidence);
  result.lines = look_up_lines(program_counters(*result.evidence), library(), options_.source.filename().string());
  result.evidence->findings = without_repetitions(result.evidence->findings, result.lines);
  result.cut_short = cut_short(*result.evidence);
  result.evidence->in_other_orders = mistakes_of_other_orders(*result.evidence, result.lines);
  return result;
}

process::Ending Program::run_process(const fs::path& report) const {
  if (access(options_.runner.c_str(), X_OK) != 0) {
    throw CannotRun(options_.runner.string() + " is not there: `make emulate` builds it");
  }
  std::vector<std::string> command{options_.runner.string(),
                                   library().string(),
                                   report.string(),
                                   (options_.root / "simt/devices" / (options_.device + ".toml")).string(),
                                   options_.schedule ? std::to_string(*options_.schedule) : "all",
                                   fs::path(options_.source).replace_extension().string()};
  command.insert(command.end(), options_.arguments.begin(), options_.arguments.end());
  const std::vector<char*> arguments = pointers(command);
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "the program cannot be started");
  if (child == 0) become(arguments, options_.prints_to_stderr, parent);
  return wait_for(child);
}

}  // namespace simt::emulate
