#include "support/process/child.hpp"

#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <system_error>
#include <thread>

#include "support/process/descriptor.hpp"
#include "support/process/own_time.hpp"

namespace process {
namespace {

[[noreturn]] void fail(const std::string& what) { throw std::system_error(errno, std::generic_category(), what); }

std::vector<char*> pointers(const std::vector<std::string>& strings) {
  std::vector<char*> result;
  for (const auto& string : strings) result.push_back(const_cast<char*>(string.c_str()));
  result.push_back(nullptr);
  return result;
}

void limit(__rlimit_resource resource, rlim_t soft, rlim_t hard) {
  const rlimit value{soft, hard};
  setrlimit(resource, &value);
}

struct Prepared {  // everything the child needs, prepared before fork: between fork and exec no memory may be allocated
  std::vector<char*> arguments;
  std::vector<char*> environment;
  std::string directory;
  const ChildOptions* options;
  const Entrance* entrance;  // null: none
  pid_t parent;
  int failure;  // write end of a pipe: receives exec's errno; closed without data when exec succeeds
};

/// Tells the parent errno.
[[noreturn]] void give_up(int failure) {
  const int error = errno;
  [[maybe_unused]] const ssize_t written = write(failure, &error, sizeof error);
  _exit(127);
}

[[noreturn]] void become(const Prepared& prepared) {
  const ChildOptions& options = *prepared.options;
  setsid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != prepared.parent) _exit(127);  // the parent ended before the line above
  // First of all, because its descriptors may have the numbers of those below.
  if (prepared.entrance != nullptr && !prepared.entrance->enter()) give_up(prepared.failure);

  for (const int signal : {SIGINT, SIGTERM, SIGPIPE}) std::signal(signal, SIG_DFL);
  // A source descriptor may have the number of another target, so first move all of them to higher numbers.
  const int null = open("/dev/null", O_RDWR);
  const int output = fcntl(options.output >= 0 ? options.output : null, F_DUPFD, 16);
  const int channel = options.channel >= 0 ? fcntl(options.channel, F_DUPFD, 16) : -1;
  const int failure = fcntl(prepared.failure, F_DUPFD, 16);
  dup2(null, 0);
  dup2(output, 1);
  dup2(output, 2);
  if (channel >= 0) dup2(channel, 3);
  dup2(failure, 4);
  fcntl(4, F_SETFD, FD_CLOEXEC);
  if (channel < 0) close(3);
  if (syscall(SYS_close_range, 5U, ~0U, 0U) != 0) {
    for (int descriptor = 5; descriptor < 4096; ++descriptor) close(descriptor);  // Linux before 5.9
  }

  limit(RLIMIT_CORE, 0, 0);
  if (options.cpu) {
    const auto seconds = static_cast<rlim_t>(std::ceil(options.cpu->value));
    limit(RLIMIT_CPU, seconds, seconds + 1);
  }
  if (options.file_size)
    limit(RLIMIT_FSIZE, static_cast<rlim_t>(options.file_size->value), static_cast<rlim_t>(options.file_size->value));
  if (options.address_space) {
    const auto bytes = static_cast<rlim_t>(options.address_space->value);
    limit(RLIMIT_AS, bytes, bytes);
  }
  if (prepared.directory.empty() || chdir(prepared.directory.c_str()) == 0) {
    execvpe(prepared.arguments[0], prepared.arguments.data(), prepared.environment.data());
  }
  give_up(4);
}

/// How often the system has ended a process because the machine had no memory left; 0 where it does not say.
long kills_for_want_of_memory() {
  std::ifstream counters("/proc/vmstat");
  long count = 0;
  for (std::string name; counters >> name >> count;) {
    if (name == "oom_kill") return count;
  }
  return 0;
}

/// After all of the group were killed, and its first process was waited for. The system takes the memory of the others
/// back before they are gone, which is long where they have much. What then begins must not find them.
void wait_for_group(pid_t group) {
  const auto until = Clock::now() + std::chrono::seconds(10);
  while (::kill(-group, 0) == 0 && is_group_alive(group) && Clock::now() < until) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace

Child::Child(const ChildOptions& options) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) fail("cannot make a pipe");
  Descriptor read_end(ends[0]);
  Descriptor write_end(ends[1]);
  std::vector<std::string> command = options.command;
  std::vector<std::string> environment = options.environment;
  if (options.confinement && walls_are_built)
    entrance_.emplace(*options.confinement, options.directory, command, environment);
  kills_before_ = kills_for_want_of_memory();
  const Prepared prepared{
      pointers(command), pointers(environment), options.directory.string(), &options, entrance_ ? &*entrance_ : nullptr,
      getpid(),          write_end.get()};
  pid_ = fork();
  if (pid_ < 0) fail("cannot start " + options.command.front());
  if (pid_ == 0) become(prepared);
  write_end.reset();

  int error = 0;
  ssize_t got = 0;
  do {
    got = read(read_end.get(), &error, sizeof error);
  } while (got < 0 && errno == EINTR);
  if (got == sizeof error) {
    waitpid(pid_, nullptr, 0);
    pid_ = -1;
    errno = error;
    fail("cannot start " + options.command.front());
  }
}

Child::~Child() {
  if (pid_ < 0) return;
  kill();
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
  wait_for_group(pid_);
}

std::optional<Ending> Child::ending() const {
  siginfo_t info{};
  if (waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0) return {};
  const Ending ending{info.si_code != CLD_EXITED, info.si_status};
  // As shells do, bubblewrap ends with 128 more than the signal that ended the command.
  const bool says_signal = entrance_ && entrance_->is_wrapped() && !ending.by_signal && ending.code > 128;
  return says_signal ? Ending{true, ending.code - 128} : ending;
}

pid_t Child::inner_pid() const {
  if (!entrance_ || !entrance_->is_wrapped()) return pid_;
  const std::vector<pid_t> all = process_tree(pid_);
  return all.empty() ? pid_ : all.back();
}

bool Child::reached_memory_limit() const {
  if (!entrance_ || !entrance_->group()) return false;
  const ControlGroup::Killed killed = entrance_->group()->killed();
  return killed.in_all > 0 && killed.by_limit > 0;
}

bool Child::machine_ran_out_of_memory() const {
  if (!entrance_ || !entrance_->group()) return kills_for_want_of_memory() > kills_before_;
  // Another process that reaches its own limit counts for the whole machine, too: only the group tells them apart.
  const ControlGroup::Killed killed = entrance_->group()->killed();
  return killed.in_all > 0 && killed.by_limit == 0;
}

std::optional<Ending> Child::wait(std::chrono::milliseconds patience) const {
  const auto until = Clock::now() + patience;
  auto result = ending();
  while (!result && Clock::now() < until) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    result = ending();
  }
  return result;
}

void Child::kill() {
  if (entrance_ && entrance_->is_wrapped()) {
    // The wrapper ends when the command has ended, and has then waited for it: nothing is left for another process.
    const std::vector<pid_t> all = process_tree(pid_);
    for (const pid_t member : all) {
      if (member != pid_) ::kill(member, SIGKILL);
    }
    ::kill(pid_, SIGCONT);  // it may have been stopped
    if (all.size() > 1) wait(std::chrono::seconds(1));
  }
  if (entrance_ && entrance_->group()) entrance_->group()->kill();
  ::kill(pid_, SIGKILL);
  ::kill(-pid_, SIGKILL);
}

bool Child::stop(std::chrono::milliseconds patience) {
  ::kill(-pid_, SIGSTOP);
  const auto until = Clock::now() + patience;
  for (;;) {
    const auto now = usage(pid_);
    if (!now || now->is_stopped) return true;
    if (Clock::now() > until) return false;
    std::this_thread::yield();
  }
}

void Child::resume() { ::kill(-pid_, SIGCONT); }

bool stop_tree(pid_t root, std::chrono::milliseconds patience) {
  const auto until = Clock::now() + patience;
  for (;;) {
    // What one of them started a moment ago may be missing in the list; it is in the next one.
    for (const pid_t member : process_tree(root)) ::kill(member, SIGSTOP);
    const auto now = usage(root);
    if (!now || now->is_stopped) return true;
    if (Clock::now() > until) return false;
    std::this_thread::yield();
  }
}

void resume_tree(pid_t root) {
  // The last ones first: a process that limits the time of another one never sees it stopped.
  const std::vector<pid_t> all = process_tree(root);
  for (auto member = all.rbegin(); member != all.rend(); ++member) ::kill(*member, SIGCONT);
}

namespace {

/// Of "Threads:	12" the 12; nothing where the line begins with another word.
std::optional<std::int64_t> number_behind(std::string_view word, const std::string& line) {
  if (!line.starts_with(word)) return std::nullopt;
  return std::strtoll(line.c_str() + word.size(), nullptr, 10);
}

}  // namespace

std::optional<Holdings> holdings(pid_t pid) {
  Holdings sum;
  bool is_there = false;
  for (const pid_t member : process_tree(pid)) {
    std::ifstream status("/proc/" + std::to_string(member) + "/status");
    // Only what a line begins with: the first line holds the process's name, which may be "Threads: 1".
    for (std::string line; std::getline(status, line);) {
      if (const auto kib = number_behind("RssAnon:", line)) sum.own.value += *kib * 1024;
      if (const auto kib = number_behind("RssShmem:", line)) sum.shared.value += *kib * 1024;
      const auto threads = number_behind("Threads:", line);
      if (!threads) continue;
      sum.threads += static_cast<int>(*threads);
      is_there = true;
      break;  // the lines about memory come before
    }
  }
  return is_there ? std::optional(sum) : std::nullopt;
}

std::optional<units::Bytes> available_memory() {
  std::ifstream lines("/proc/meminfo");
  std::int64_t kib = 0;
  for (std::string word; lines >> word;) {
    if (word == "MemAvailable:" && lines >> kib) return units::Bytes{kib * 1024};
  }
  return std::nullopt;
}

std::optional<units::Seconds> cpu_time(pid_t pid) {
  std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
  std::string text((std::istreambuf_iterator<char>(stat)), std::istreambuf_iterator<char>());
  const std::size_t name_end = text.rfind(')');  // the process name may contain any character
  if (name_end == std::string::npos) return std::nullopt;
  std::istringstream fields(text.substr(name_end + 1));
  std::string skipped;
  for (int field = 3; field <= 13; ++field) fields >> skipped;
  double user = 0, system = 0;
  if (!(fields >> user >> system)) return std::nullopt;
  return units::Seconds{(user + system) / static_cast<double>(sysconf(_SC_CLK_TCK))};
}

void set_variable(std::vector<std::string>& environment, const std::string& name, const std::string& value) {
  // If a name occurs twice, most programs use the first value.
  std::erase_if(environment, [&](const std::string& variable) { return variable.starts_with(name + "="); });
  environment.push_back(name + "=" + value);
}

std::vector<std::string> minimal_environment() {
  std::vector<std::string> result{"LC_ALL=C", "HOME=/nonexistent", "CUDA_CACHE_DISABLE=1"};
  for (const char* name : {"PATH", "LD_LIBRARY_PATH", "CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER"}) {
    if (const char* value = std::getenv(name)) result.push_back(std::string(name) + "=" + value);
  }
  return result;
}

namespace {

/// When a process is to be killed.
class Deadline {
 public:
  Deadline(pid_t pid, units::Seconds limit)
      : own_time_(pid),
        limit_(limit),
        last_(Clock::now() +
              std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(most_patience * limit.value))) {
  }

  /// `result` says why, when it has passed.
  bool has_passed(Completed& result) {
    note(result);
    result.timed_out = own_time_.total() > limit_;
    result.starved = !result.timed_out && Clock::now() > last_;
    return result.was_killed();
  }

  /// Also after the process's end, until it is reaped.
  void note(Completed& result) {
    own_time_.look();
    result.own_time = own_time_.total();
  }

 private:
  OwnTime own_time_;
  units::Seconds limit_;
  Clock::time_point last_;
};

}  // namespace

Completed run(ChildOptions options, units::Seconds limit, units::Bytes output_limit) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) fail("cannot make a pipe");
  Descriptor read_end(ends[0]);
  Descriptor write_end(ends[1]);
  options.output = write_end.get();
  Child child(options);  // its destructor kills it
  write_end.reset();

  Completed result;
  Deadline deadline(child.pid(), limit);
  const auto is_over = [&] {
    const auto held = options.confinement ? holdings(child.pid()) : std::nullopt;
    result.too_large = child.reached_memory_limit() ||
                       (held && held->own.value + held->shared.value > options.confinement->memory.value);
    return deadline.has_passed(result);
  };
  for (;;) {
    throw_if_interrupted();
    pollfd waiting{read_end.get(), POLLIN, 0};
    if (poll(&waiting, 1, 100) <= 0) {
      if (is_over()) return result;
      continue;
    }
    std::array<char, 65536> bytes;
    const ssize_t got = read(read_end.get(), bytes.data(), bytes.size());
    if (got <= 0) break;
    result.output.append(bytes.data(), static_cast<std::size_t>(got));
    if (static_cast<std::int64_t>(result.output.size()) > output_limit.value) {
      result.flooded = true;
      return result;
    }
  }
  // The output is closed, but the process may still run for a moment.
  std::optional<Ending> ending;
  while (!(ending = child.wait(std::chrono::milliseconds(100)))) {
    throw_if_interrupted();
    if (is_over()) return result;
  }
  result.ending = *ending;
  deadline.note(result);
  result.too_large = child.reached_memory_limit();
  result.machine_ran_out_of_memory = child.machine_ran_out_of_memory();
  return result;
}

}  // namespace process
