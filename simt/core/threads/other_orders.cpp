#include "simt/core/threads/other_orders.hpp"

#include <fcntl.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <new>
#include <sstream>
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

/// Whether a thread is on its way out: one that has been joined is listed for a while.
bool is_ending(const std::filesystem::path& thread) {
  constexpr int flags_after_name = 7;   // proc(5), /proc/pid/stat: after ") "
  constexpr unsigned long exiting = 4;  // PF_EXITING
  std::ifstream file(thread / "stat");
  std::string text;
  if (!std::getline(file, text)) return true;
  std::istringstream fields(text.substr(std::min(text.rfind(')') + 1, text.size())));
  std::string field;
  for (int i = 0; i < flags_after_name; ++i) fields >> field;
  return (std::strtoul(field.c_str(), nullptr, 10) & exiting) != 0;
}

/// A copy has only the thread that made it: where there are others, one of them may hold a lock for ever.
bool has_other_threads() {
  std::error_code error;
  const std::filesystem::directory_iterator threads("/proc/self/task", error);
  return error ||
         std::count_if(begin(threads), end(threads), [](const auto& thread) { return !is_ending(thread.path()); }) != 1;
}

/// Memory other than that at `own` that a copy would share with this process: what the copy writes there would change
/// what the program computes.
bool has_shared_memory(const void* own) {
  std::ifstream maps("/proc/self/maps");
  std::string line;
  while (std::getline(maps, line)) {
    // "7f12a000-7f12b000 rw-s 00000000 00:01 1234 /dev/zero (deleted)"
    const std::size_t permissions = line.find(' ');
    if (permissions != std::string::npos && line.compare(permissions + 2, 1, "w") == 0 &&
        line.compare(permissions + 4, 1, "s") == 0 &&
        std::strtoull(line.c_str(), nullptr, 16) != reinterpret_cast<std::uintptr_t>(own))
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

/// Not by the emulator's own doing: where memory is short, for instance, SIGABRT or SIGKILL ends a copy.
bool has_crashed(int status) {
  constexpr std::array signals{SIGSEGV, SIGBUS, SIGFPE, SIGILL};
  return WIFSIGNALED(status) && std::find(signals.begin(), signals.end(), WTERMSIG(status)) != signals.end();
}

void be_silent() {
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nothing, standard);
}

}  // namespace

struct OtherOrders::Exchange {
  static constexpr std::size_t most_findings = 64;
  sem_t may_begin;          // the original has set `work`
  std::int64_t work = 0;    // units that the copy may use; 0: it is not needed
  std::uint64_t count = 0;  // of findings, when the copy has ended by itself
  FindingRecord findings[most_findings];
  FindingRecord crash;
};

OtherOrders::~OtherOrders() {
  if (getpid() == original_) {
    forget();
    take();
  }
  if (exchanges_ != nullptr) munmap(exchanges_, most_copies * sizeof(Exchange));
}

// Which kernel a pointer points to is known only once it runs.
bool OtherOrders::Count::is_full() const {
  if (of_function.empty()) return launches == most_launches;
  return needless == most_needless;
}

// False where the kernel has been tried often enough.
bool OtherOrders::Count::add(std::uintptr_t function) {
  int& before = function == 0 ? launches : of_function[function];
  if (before == most_launches) ++needless;
  if (before == most_launches) return false;
  ++before;
  return true;
}

std::optional<std::uint64_t> OtherOrders::begin(const Place& place) {
  count_ = nullptr;
  if (schedules_.empty() || is_over_) return std::nullopt;
  Count& count = counts_[place];
  if (count.is_full() || !may_copy()) return std::nullopt;
  count_ = &count;
  for (const std::uint64_t schedule : schedules_) {
    if (copies_.size() == most_copies) wait_for_oldest();
    if (!make_copy(schedule)) continue;
    wait_for_work();
    return schedule;
  }
  return std::nullopt;
}

bool OtherOrders::may_copy() {
  if (original_ == 0) {
    original_ = getpid();
    void* const shared =
        mmap(nullptr, most_copies * sizeof(Exchange), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared != MAP_FAILED) exchanges_ = static_cast<Exchange*>(shared);
  }
  if (exchanges_ == nullptr || getpid() != original_) return false;
  const bool has_threads = has_other_threads();
  const bool is_shared = has_shared_memory(exchanges_);
  if (has_threads) {
    ++untried_.with_threads;
  } else if (is_shared) {
    ++untried_.with_shared_memory;
  }
  return !has_threads && !is_shared;
}

// There is one: no more copies run than there are.
OtherOrders::Exchange* OtherOrders::free_exchange() {
  return std::find_if(exchanges_, exchanges_ + most_copies, [this](const Exchange& one) {
    return std::none_of(copies_.begin(), copies_.end(), [&](const Copy& copy) { return copy.exchange == &one; });
  });
}

// True in the copy.
bool OtherOrders::make_copy(std::uint64_t schedule) {
  Exchange* const exchange = new (free_exchange()) Exchange;
  sem_init(&exchange->may_begin, /*pshared=*/1, 0);
  const pid_t process = copy_this_process();
  if (process == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != original_) end_process();
    copies_.clear();  // they are the original's
    own_ = exchange;
    return true;
  }
  if (process > 0) copies_.push_back({schedule, process, exchange});
  return false;
}

void OtherOrders::wait_for_work() {
  be_silent();
  while (sem_wait(&own_->may_begin) != 0 && errno == EINTR) {
  }
  if (own_->work == 0) end_process();
  limit_work({.units = own_->work});
}

void OtherOrders::go(const Done& done) {
  if (count_ == nullptr) return;
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / times_the_work;
  const bool is_needed = count_->add(done.function) && done.is_right;
  send_work(is_needed ? std::max(least_work, times_the_work * std::min(done.work, most)) : 0);
}

void OtherOrders::send_work(std::int64_t units) {
  for (Copy& copy : copies_) {
    if (std::exchange(copy.has_begun, true)) continue;
    copy.exchange->work = units;
    sem_post(&copy.exchange->may_begin);
  }
}

void OtherOrders::expect_crash(const FindingRecord& finding) { own_->crash = finding; }

void OtherOrders::end_copy(const std::vector<FindingRecord>& findings) {
  const std::size_t count = std::min(findings.size(), Exchange::most_findings);
  std::copy_n(findings.begin(), count, own_->findings);
  own_->count = count;
  end_process();
}

void OtherOrders::wait_for_oldest() {
  const Copy copy = copies_.front();
  int status = 0;
  while (waitpid(copy.process, &status, __WCLONE) < 0 && errno == EINTR) {
  }
  Exchange& exchange = *copy.exchange;
  if (has_crashed(status)) {
    exchange.crash.numbers[0] = WTERMSIG(status);
    found_.push_back({exchange.crash, copy.schedule});
  }
  for (std::size_t i = 0; i < exchange.count; ++i) found_.push_back({exchange.findings[i], copy.schedule});
  copies_.erase(copies_.begin());  // only now: forget() may end it while it is waited for
}

std::vector<FindingInOrder> OtherOrders::take() {
  send_work(0);  // of a launch that did not end
  while (!copies_.empty()) wait_for_oldest();
  return std::exchange(found_, {});
}

void OtherOrders::forget() {
  is_over_ = true;
  for (const Copy& copy : copies_) kill(copy.process, SIGKILL);
}

}  // namespace simt::core
