#include "simt/core/threads/other_orders.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>
#include <system_error>
#include <utility>

#include "simt/emulator.hpp"

namespace simt::core {
namespace {

/// What a launch may take in another order: many times what it took in the usual one. A thread that looks for a value
/// again and again may be much earlier than the one that writes it.
constexpr std::int64_t times_the_work = 16;
constexpr std::int64_t least_work = 1'000'000;

bool read_all(int file, void* to, std::size_t bytes) {
  for (auto* at = static_cast<char*>(to); bytes > 0;) {
    const ssize_t count = read(file, at, bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    at += count;
    bytes -= static_cast<std::size_t>(count);
  }
  return true;
}

/// The other end may have gone: no signal comes of that.
bool send_all(int socket, const void* from, std::size_t bytes) {
  for (const auto* at = static_cast<const char*>(from); bytes > 0;) {
    const ssize_t count = send(socket, at, bytes, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    at += count;
    bytes -= static_cast<std::size_t>(count);
  }
  return true;
}

/// A copy has only the thread that made it: where there are others, one of them may hold a lock for ever.
bool has_other_threads() {
  std::error_code error;
  const std::filesystem::directory_iterator threads("/proc/self/task", error);
  return error || std::distance(begin(threads), end(threads)) != 1;
}

/// Memory that a copy would share with this process: what the copy writes there would change what the program computes.
bool has_shared_memory() {
  std::ifstream maps("/proc/self/maps");
  std::string line;
  while (std::getline(maps, line)) {
    // "7f12a000-7f12b000 rw-s 00000000 00:01 1234 /dev/zero (deleted)"
    const std::size_t permissions = line.find(' ');
    if (permissions != std::string::npos && line.compare(permissions + 2, 1, "w") == 0 &&
        line.compare(permissions + 4, 1, "s") == 0)
      return true;
  }
  return false;
}

/// fork(), but no signal says when the copy ends, and a program that waits for its own children does not meet it.
pid_t copy_this_process() { return static_cast<pid_t>(syscall(SYS_clone, 0, nullptr, nullptr, nullptr, 0)); }

[[noreturn]] void end_process() {
  syscall(SYS_exit_group, 0);
  __builtin_unreachable();
}

void be_silent() {
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nothing, standard);
}

}  // namespace

std::optional<std::uint64_t> OtherOrders::begin(std::uintptr_t pc, std::string_view kernel) {
  if (schedules_.empty() || is_over_) return std::nullopt;
  int& launches = launches_[{pc, std::string(kernel)}];
  if (launches == most_launches || has_other_threads() || has_shared_memory()) return std::nullopt;
  ++launches;
  for (const std::uint64_t schedule : schedules_) {
    if (copies_.size() == most_copies) wait_for_oldest();
    if (!make_copy(schedule)) continue;
    wait_for_work();
    return schedule;
  }
  return std::nullopt;
}

// True in the copy.
bool OtherOrders::make_copy(std::uint64_t schedule) {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return false;
  const pid_t original = getpid();
  const pid_t process = copy_this_process();
  if (process == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != original) end_process();
    copies_.clear();  // they are the original's
    to_original_ = ends[1];
    close(ends[0]);
    return true;
  }
  close(ends[1]);
  if (process > 0) {
    copies_.push_back({schedule, process, ends[0]});
  } else {
    close(ends[0]);
  }
  return false;
}

void OtherOrders::wait_for_work() {
  be_silent();
  std::int64_t work = 0;
  if (!read_all(to_original_, &work, sizeof work) || work == 0) end_process();
  limit_work({.units = work});
}

void OtherOrders::go(bool is_needed, std::int64_t work) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / times_the_work;
  const std::int64_t limit = is_needed ? std::max(least_work, times_the_work * std::min(work, most)) : 0;
  for (Copy& copy : copies_) {
    if (std::exchange(copy.has_begun, true)) continue;
    send_all(copy.socket, &limit, sizeof limit);  // a copy that has ended found nothing
  }
}

void OtherOrders::end_copy(const std::vector<FindingRecord>& findings) {
  const std::uint64_t count = findings.size();
  if (send_all(to_original_, &count, sizeof count)) {
    send_all(to_original_, findings.data(), count * sizeof(FindingRecord));
  }
  end_process();
}

void OtherOrders::wait_for_oldest() {
  const Copy copy = copies_.front();
  std::uint64_t count = 0;
  if (read_all(copy.socket, &count, sizeof count)) {
    for (FindingRecord finding; count > 0 && read_all(copy.socket, &finding, sizeof finding); --count) {
      found_.push_back({finding, copy.schedule});
    }
  }
  close(copy.socket);
  while (waitpid(copy.process, nullptr, __WCLONE) < 0 && errno == EINTR) {
  }
  copies_.erase(copies_.begin());  // only now: forget() may end it while it is waited for
}

std::vector<FindingInOrder> OtherOrders::take() {
  go(/*is_needed=*/false, 0);  // of a launch that did not end
  while (!copies_.empty()) wait_for_oldest();
  return std::exchange(found_, {});
}

void OtherOrders::forget() {
  is_over_ = true;
  for (const Copy& copy : copies_) kill(copy.process, SIGKILL);
}

}  // namespace simt::core
