#include "support/process/own_time.hpp"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

namespace process {
namespace {

namespace fs = std::filesystem;

/// Fields 3 (state), 5 (the process's group), 14 and 15 (the process's own CPU time), 16 and 17 (that of children
/// waited for) of /proc/PID/stat, see proc(5).
struct Stat {
  char state = '?';
  pid_t group = 0;
  double own_ticks = 0;
  double children_ticks = 0;
};

std::optional<Stat> read_stat(const fs::path& folder) {
  std::ifstream file(folder / "stat");
  std::string text;
  std::getline(file, text, '\0');  // unlike the stream's buffer, it does not throw where the process has just ended
  const std::size_t name_end = text.rfind(')');  // the process name may contain any character
  if (name_end == std::string::npos) return std::nullopt;
  std::istringstream fields(text.substr(name_end + 1));
  Stat stat;
  std::string skipped;
  fields >> stat.state >> skipped >> stat.group;
  for (int field = 6; field <= 13; ++field) fields >> skipped;
  double user = 0, system = 0, children_user = 0, children_system = 0;
  if (!(fields >> user >> system >> children_user >> children_system)) return std::nullopt;
  stat.own_ticks = user + system;
  stat.children_ticks = children_user + children_system;
  return stat;
}

/// Runnable, or waiting for a disk: what a busy machine may cause.
bool is_busy(char state) { return state == 'R' || state == 'D'; }

/// Stopped by a signal, or ended.
bool is_at_rest(char state) { return state == 'T' || state == 'Z' || state == 'X'; }

class Tree {
 public:
  explicit Tree(pid_t root) : ticks_per_second_(static_cast<double>(sysconf(_SC_CLK_TCK))) { add_process(root); }

  bool is_gone() const { return processes_.empty(); }
  const std::vector<pid_t>& processes() const { return processes_; }
  const Usage& usage() const { return usage_; }

 private:
  void add_process(pid_t pid) {
    const fs::path folder = "/proc/" + std::to_string(pid);
    const auto stat = read_stat(folder);
    if (!stat) return;
    if (processes_.empty()) usage_.is_asleep = usage_.is_stopped = true;
    processes_.push_back(pid);
    usage_.cpu.value += (stat->own_ticks + stat->children_ticks) / ticks_per_second_;
    // The process may end at any moment, which is no error: the plain ++ of a range-for would throw then.
    std::error_code gone;
    for (fs::directory_iterator thread(folder / "task", gone), end; thread != end; thread.increment(gone)) {
      add_thread(thread->path());
    }
  }

  void add_thread(const fs::path& folder) {
    const auto stat = read_stat(folder);
    if (!stat) return;
    if (is_busy(stat->state)) usage_.is_asleep = false;
    if (!is_at_rest(stat->state)) usage_.is_stopped = false;
    double ran = 0, waited = 0;  // nanoseconds
    if (std::ifstream(folder / "schedstat") >> ran >> waited) usage_.waited.value += waited * 1e-9;
    std::ifstream children(folder / "children");
    // Of a process whose children are not known, one of them may be running.
    if (!children) usage_.is_asleep = false;
    for (pid_t child = 0; children >> child;) add_process(child);
  }

  double ticks_per_second_;
  std::vector<pid_t> processes_;
  Usage usage_;
};

}  // namespace

std::optional<Usage> usage(pid_t pid) {
  const Tree tree(pid);
  return tree.is_gone() ? std::nullopt : std::optional(tree.usage());
}

std::vector<pid_t> process_tree(pid_t pid) { return Tree(pid).processes(); }

bool is_group_alive(pid_t group) {
  std::error_code failed;
  for (fs::directory_iterator process("/proc", failed), end; process != end && !failed; process.increment(failed)) {
    if (process->path().filename().string().find_first_not_of("0123456789") != std::string::npos) continue;
    const auto stat = read_stat(process->path());
    if (stat && stat->group == group && stat->state != 'Z' && stat->state != 'X') return true;
  }
  return false;
}

OwnTime::OwnTime(pid_t pid)
    : pid_(pid), last_(usage(pid).value_or(Usage{})), last_look_(Clock::now()), first_cpu_(last_.cpu) {}

void OwnTime::look() {
  const std::optional<Usage> now = usage(pid_);
  const auto time = Clock::now();
  if (!now) return;
  // Numbers of processes that end between two looks may be missing for a moment.
  const units::Seconds cpu = std::max(now->cpu, last_.cpu);
  if (now->is_asleep && last_.is_asleep) {
    const double passed = std::chrono::duration<double>(time - last_look_).count();
    const double waited = std::max(0.0, now->waited.value - last_.waited.value);
    asleep_.value += std::max(0.0, passed - (cpu.value - last_.cpu.value) - waited);
  }
  last_ = *now;
  last_.cpu = cpu;
  last_look_ = time;
}

void OwnTime::begin_again() {
  last_.is_asleep = true;
  last_look_ = Clock::now();
  first_cpu_ = last_.cpu;
  asleep_ = {};
}

}  // namespace process
