#include "backends/runner_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <system_error>

#include "backends/backend.hpp"
#include "backends/possible.hpp"
#include "support/files/work_folder.hpp"

namespace backends {
namespace {

/// More of what student code prints is not quoted.
constexpr std::size_t most_quoted = 160;

/// What a report can quote: ends of lines are bars, what is no letter of ASCII is a question mark.
std::string on_one_line(std::string_view text) {
  std::string line;
  while (text.ends_with('\n')) text.remove_suffix(1);
  for (const char c : text) {
    if (c == '\n') {
      line += " | ";
    } else {
      line += c >= ' ' && c <= '~' ? c : '?';
    }
  }
  return line;
}

using process::Clock;
using std::chrono::milliseconds;

std::uint64_t random_token() {
  std::uint64_t token = runner::ready_token;
  while (token == runner::ready_token) {
    if (getrandom(&token, sizeof token, 0) != sizeof token) throw CannotGrade("no random numbers from the kernel");
  }
  return token;
}

/// More than the CUDA driver and any exercise start.
constexpr int most_threads = 256;

/// On one line: a second one could be taken for the report's own.
std::string text(const char (&message)[256]) {
  std::string line(message, strnlen(message, sizeof message));
  std::replace_if(
      line.begin(), line.end(), [](unsigned char c) { return c < ' ' || c == 127; }, '?');
  return line;
}

template <std::size_t N>
void copy_text(char (&to)[N], std::string_view from) {
  std::snprintf(to, N, "%.*s", static_cast<int>(from.size()), from.data());
}

bool send_packet(int channel, const runner::RunnerRequest& request, int descriptor) {
  iovec bytes{const_cast<runner::RunnerRequest*>(&request), sizeof request};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  msghdr message{};
  message.msg_iov = &bytes;
  message.msg_iovlen = 1;
  if (descriptor >= 0) {
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    cmsghdr* header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    std::memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  }
  // A runner that does not read has a full queue: that must not block us.
  return sendmsg(channel, &message, MSG_NOSIGNAL | MSG_DONTWAIT) == static_cast<ssize_t>(sizeof request);
}

RunStatus run_status(runner::Status status) {
  switch (status) {
    case runner::Status::ok:
      return RunStatus::ok;
    case runner::Status::not_defined:
      return RunStatus::not_defined;
    case runner::Status::device_error:
      return RunStatus::device_error;
    case runner::Status::bad_library:
      return RunStatus::bad_library;
    case runner::Status::out_of_work:
      return RunStatus::out_of_work;
    // What only a bug or a lie can be is not believed.
    case runner::Status::bad_request:
    case runner::Status::still_running:
      return RunStatus::forged;
  }
  return RunStatus::forged;
}

simt::DataPath to_simt(course::DataPath path) {
  switch (path) {
    case course::DataPath::kernels:
      return simt::DataPath::through_kernels;
    case course::DataPath::device:
      return simt::DataPath::within_device;
    case course::DataPath::host:
      break;
  }
  return simt::DataPath::anywhere;
}

}  // namespace

RunnerProcess::RunnerProcess(const Runner& runner, const course::Limits& limits)
    : limits_(limits),
      counts_work_(runner.counts_work),
      handover_(files::work_folder(std::filesystem::temp_directory_path())),
      most_printed_(limits.output.value) {
  // It may run as another user.
  constexpr auto for_all = std::filesystem::perms{0755};
  std::filesystem::permissions(handover_.path(), for_all);
  std::array<int, 2> sockets{};
  std::array<int, 2> pipe{};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets.data()) != 0 ||
      pipe2(pipe.data(), O_CLOEXEC) != 0) {
    throw CannotGrade("cannot make a channel to the runner: " + std::generic_category().message(errno));
  }
  channel_ = process::Descriptor(sockets[0]);
  output_ = process::Descriptor(pipe[0]);
  const process::Descriptor runner_channel(sockets[1]);
  const process::Descriptor runner_output(pipe[1]);
  fcntl(output_.get(), F_SETFL, O_NONBLOCK);

  process::ChildOptions options;
  options.command = {runner.program.string(), std::to_string(limits.work)};
  options.directory = "/";
  options.environment = process::minimal_environment();
  options.output = runner_output.get();
  options.channel = runner_channel.get();
  options.cpu = limits.cpu;
  options.file_size = limits.output;
  options.confinement = runner.confinement;
  if (options.confinement) {
    options.confinement->readable.push_back(handover_.path());
    // The grader looks at the memory itself, to say what was too much; this is for what is quicker than a look.
    options.confinement->memory.value += limits.memory.value + limits.memory.value / 4;
  }
  try {
    child_ = std::make_unique<process::Child>(options);
    own_time_.emplace(child_->pid());
  } catch (const std::system_error& error) {
    throw CannotGrade(error.what());
  }
}

const RunOutcome& RunnerProcess::hello() {
  if (!hello_) {
    hello_ = std::make_unique<RunOutcome>(greet());
    if (!hello_->is_ok()) alive_ = false;
  }
  return *hello_;
}

RunOutcome RunnerProcess::greet() {
  Patience patience(*own_time_, limits_, limit(), is_timed_);
  RunOutcome ready = receive_reply(runner::ready_token, patience);
  patience.own_time();  // what it took to start belongs to no request
  if (!ready.is_ok()) {
    ready.detail = "the program that runs submissions does not start here: " + ready.detail;
    ready.status = RunStatus::grader_fault;
  }
  return ready;
}

RunOutcome RunnerProcess::load(const std::filesystem::path& library) {
  const std::filesystem::path copy = handover_.path() / library.filename();
  constexpr auto for_all = std::filesystem::perms{0644};
  std::filesystem::copy_file(library, copy);
  std::filesystem::permissions(copy, for_all);
  runner::RunnerRequest request;
  request.command = runner::Command::load;
  copy_text(request.library, copy.string());
  // Constructors of variables run now. One that does not end uses up this limit, also on a machine that is busy:
  // otherwise it could pass for a process that was given no time.
  return exchange(request, -1, counts_work_ ? Patience::Limit::work_and_time : Patience::Limit::time);
}

RunOutcome RunnerProcess::map(const Workspace& workspace) {
  RunOutcome outcome;
  for (const LentRegion& lent : workspace.regions()) {
    runner::RunnerRequest request;
    request.command = runner::Command::map;
    request.region = lent.region;
    if (lent.descriptor >= 0) lent_ += lent.region.bytes;
    outcome = exchange(request, lent.descriptor);
    if (!outcome.is_ok()) break;
  }
  return outcome;
}

RunOutcome RunnerProcess::unmap() {
  runner::RunnerRequest request;
  request.command = runner::Command::unmap;
  RunOutcome outcome = exchange(request, -1);
  if (outcome.is_ok()) lent_ = 0;
  return outcome;
}

bool RunnerProcess::pause() {
  constexpr milliseconds patience{5000};  // a thread that is inside the driver stops when it leaves it
  if (!is_paused_ && alive_ && !child_->stop(patience)) {
    child_->kill();
    alive_ = false;
  }
  is_paused_ = alive_;
  return alive_;
}

void RunnerProcess::resume() {
  if (is_paused_) child_->resume();
  is_paused_ = false;
}

runner::RunRequest request_for(const course::Lab& lab, const course::Part& part, const Workspace& workspace,
                               const PartRunOptions& options) {
  runner::RunRequest request;
  workspace.describe(options.first, options.slots, request);
  copy_text(request.lab, lab.name);
  copy_text(request.part, part.id);
  copy_text(request.pin, lab.pin_entry);
  copy_text(request.unpin, lab.unpin_entry);
  request.clock = part.clock;
  request.leaves_no_trace = part.leaves_no_trace;
  request.owns_memory = part.owns_memory;
  request.data_path = to_simt(part.data_path);
  copy_text(request.entry, options.entry.empty() ? std::string_view(part.entry) : options.entry);
  request.is_timed = options.is_timed;
  request.count_traffic = options.count_traffic;
  request.model_caches = options.model_caches;
  request.find_races = options.find_races;
  request.find_origins = options.find_origins;
  request.predict_times = options.predict_times;
  request.predict_size = options.predict_size;
  request.only_grids = options.only_grids;
  request.register_count =
      static_cast<std::int32_t>(std::min<std::size_t>(options.registers.size(), runner::max_registers));
  std::copy_n(options.registers.begin(), request.register_count, request.registers);
  request.device = options.device;
  request.schedule = options.schedule;
  request.begins_any_block = options.begins_any_block;
  request.variant = options.variant;
  request.tries_variants = options.tries_variants;
  request.most_blocks = options.most_blocks;
  request.begins_anew = options.begins_anew;
  request.watched_count = static_cast<std::int32_t>(std::min<std::size_t>(options.watched.size(), runner::max_watched));
  std::copy_n(options.watched.begin(), request.watched_count, request.watched);
  return request;
}

RunOutcome RunnerProcess::run(const course::Lab& lab, const course::Part& part, const Workspace& workspace,
                              const PartRunOptions& options) {
  runner::RunnerRequest request;
  request.command = runner::Command::run;
  request.run = request_for(lab, part, workspace, options);
  const std::int64_t most_work = limits_.work_for(part.operation.bytes_moved(workspace.problem().size));
  request.run.work =
      std::min(static_cast<std::int64_t>(static_cast<double>(most_work) * options.work_share), options.most_work);
  is_timed_ = options.is_timed;
  // Each variant is a program of its own, and a macro that prints the call that failed prints all that stands there.
  if (options.begins_anew) {
    printed_ = 0;
    most_printed_ = limits_.output.value * std::max(options.slots, 1);
  }
  RunOutcome outcome = exchange(request, -1);
  for (int slot = 0; options.tries_variants && outcome.is_ok() && slot < options.slots; ++slot) {
    const auto at = static_cast<std::size_t>(slot);
    outcome.tried.push_back(at < outcome.detail.size() ? static_cast<runner::Tried>(outcome.detail[at])
                                                       : runner::Tried::failed);
  }
  return outcome;
}

RunOutcome RunnerProcess::exchange(runner::RunnerRequest& request, int descriptor) {
  return exchange(request, descriptor, limit());
}

RunOutcome RunnerProcess::exchange(runner::RunnerRequest& request, int descriptor, Patience::Limit limit) {
  if (!hello().is_ok()) return hello();
  request.token = random_token();
  Patience patience(*own_time_, limits_, limit, is_timed_);
  const auto start = Clock::now();
  if (!send_packet(channel_.get(), request, descriptor)) return ended_by_itself();
  beginning_.clear();
  RunOutcome outcome = receive_reply(request.token, patience);
  pollfd more{output_.get(), POLLIN, 0};
  if (output_.get() >= 0 && poll(&more, 1, 0) > 0) drain_output();
  outcome.printed = on_one_line(beginning_);
  if (outcome.outside.value == 0) outcome.outside.value = std::chrono::duration<double>(Clock::now() - start).count();
  const units::Seconds own = patience.own_time();
  // While time is measured, the GPU is this grading's alone.
  outcome.own = is_timed_ ? outcome.outside : own;
  return outcome;
}

RunOutcome RunnerProcess::receive_reply(std::uint64_t token, Patience& patience) {
  RunOutcome outcome;
  const auto start = Clock::now();
  resume();  // a process that was paused does nothing before the clock runs
  runner::Reply reply;
  if (!receive_packet(&reply, sizeof reply, patience, outcome)) return outcome;
  outcome.replied = Clock::now();
  outcome.outside.value = std::chrono::duration<double>(outcome.replied - start).count();
  if (reply.token != token) return end(RunStatus::forged, "a reply that was not asked for");
  if (!is_possible(reply)) return end(RunStatus::forged, "a reply with numbers that cannot be");
  outcome.status = run_status(reply.status);
  outcome.detail = text(reply.message);
  outcome.event.value = reply.event_seconds;
  outcome.refused = static_cast<int>(reply.refused);
  outcome.left = reply.left;
  // A call may claim to read any number of bytes, and is charged for them before it is stopped.
  outcome.work = std::min(reply.work, most_counted);
  outcome.evidence.partition_camping = reply.partition_camping;
  outcome.evidence.busiest_block = reply.busiest_block;
  outcome.evidence.kept_by_blocks = reply.kept_by_blocks;
  outcome.evidence.around_launches = reply.around_launches;
  outcome.evidence.past_textures = reply.past_textures;
  outcome.evidence.host_written = reply.host_written;
  outcome.evidence.strong_accesses = reply.strong_accesses;
  outcome.evidence.local_bytes = reply.local_bytes;
  outcome.evidence.local_wavefronts = reply.local_wavefronts;
  outcome.evidence.issued_multiply_adds = reply.issued_multiply_adds;
  outcome.evidence.busiest_arithmetic = reply.busiest_arithmetic;
  outcome.evidence.host_waits = reply.host_waits;
  outcome.evidence.last_launch = reply.last_launch;
  outcome.evidence.estimated_seconds = reply.estimated_seconds;
  outcome.evidence.timed_stages = reply.timed_stages;
  outcome.prediction = reply.prediction;
  if (reply.records > runner::max_records) {
    return end(RunStatus::forged, "more evidence than was announced possible");
  }
  for (std::uint32_t i = 0; i < reply.records; ++i) {
    runner::Record record;
    if (!receive_packet(&record, sizeof record, patience, outcome)) return outcome;
    if (record.token != token) return end(RunStatus::forged, "evidence that was not asked for");
    if (!is_possible(record)) return end(RunStatus::forged, "evidence with numbers that cannot be");
    switch (record.kind) {
      case runner::RecordKind::traffic:
        outcome.evidence.traffic.push_back(record.traffic);
        break;
      case runner::RecordKind::finding: {
        simt::Evidence& evidence = outcome.evidence;
        (record.finding.kind == simt::FindingKind::access_window ? evidence.windows
         : record.finding.kind == simt::FindingKind::event_time  ? evidence.timings
         : record.finding.is_taken                               ? evidence.refused
                                                                 : evidence.findings)
            .push_back(record.finding);
        break;
      }
      case runner::RecordKind::operation:
        outcome.evidence.operations.push_back(record.operation);
        break;
      case runner::RecordKind::history:
        outcome.evidence.history.push_back(record.history);
        break;
    }
  }
  // A faulted CUDA context stays faulted.
  if (!outcome.is_ok() && outcome.status != RunStatus::not_defined) alive_ = false;
  return outcome;
}

/// Waits for one packet, watching the limits meanwhile. False when `outcome` says why there is none.
bool RunnerProcess::receive_packet(void* packet, std::size_t bytes, Patience& patience, RunOutcome& outcome) {
  for (;;) {
    std::array<pollfd, 2> waiting{{{channel_.get(), POLLIN, 0}, {output_.get(), POLLIN, 0}}};
    poll(waiting.data(), output_.get() >= 0 ? 2 : 1, is_timed_ ? 0 : 20);
    process::throw_if_interrupted();
    if (waiting[1].revents != 0 && !drain_output()) {
      outcome = end(RunStatus::output_limit, "");
      return false;
    }
    if (waiting[0].revents != 0) {
      // One byte more than the packet, so that a longer one is seen for what it is.
      std::array<char, sizeof(runner::Record) + sizeof(runner::Reply) + 1> buffer;
      const ssize_t got = recv(channel_.get(), buffer.data(), bytes + 1, MSG_DONTWAIT);
      if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) {
        outcome = ended_by_itself();
        return false;
      }
      if (got > 0 && static_cast<std::size_t>(got) != bytes) {
        outcome = end(RunStatus::forged, "a packet of no known kind");
        return false;
      }
      if (got > 0) {
        std::memcpy(packet, buffer.data(), bytes);
        return true;
      }
    }
    if (!is_within_limits(patience, outcome)) return false;
  }
}

bool RunnerProcess::is_within_limits(Patience& patience, RunOutcome& outcome) {
  using End = Patience::End;
  const End over = patience.end();
  if (over == End::starved) {
    outcome = end(RunStatus::grader_fault,
                  "its process had hardly any processor time: let this machine do less, and "
                  "grade again");
  } else if (over != End::none) {
    const auto still_running = ask_where();
    outcome = end(over == End::slept ? RunStatus::slept : RunStatus::timed_out, "");
    outcome.still_running = still_running;
  }
  if (over != End::none) return false;
  if (is_timed_) return true;
  const auto held = process::holdings(child_->pid());
  if (!held) return true;
  const std::int64_t shared = std::max(std::int64_t{0}, held->shared.value - lent_);
  if (held->threads > most_threads) {  // first: every thread needs memory
    outcome = end(RunStatus::thread_limit, std::to_string(most_threads));
  } else if (held->own.value + shared > limits_.memory.value) {
    outcome = end(RunStatus::memory_limit, "");
  } else {
    return true;
  }
  return false;
}

/// False when the limit on output is passed.
bool RunnerProcess::drain_output() {
  std::array<char, 65536> bytes;
  const ssize_t got = read(output_.get(), bytes.data(), bytes.size());
  if (got == 0) output_.reset();
  if (got > 0) {
    printed_ += got;
    const std::size_t room = most_quoted - std::min(most_quoted, beginning_.size());
    beginning_.append(bytes.data(), std::min(room, static_cast<std::size_t>(got)));
  }
  return printed_ <= most_printed_;
}

std::optional<runner::Phase> RunnerProcess::ask_where() {
  ::kill(child_->inner_pid(), runner::where_signal);
  pollfd waiting{channel_.get(), POLLIN, 0};
  runner::Reply reply;
  if (poll(&waiting, 1, 200) <= 0) return std::nullopt;
  if (recv(channel_.get(), &reply, sizeof reply, MSG_DONTWAIT) != static_cast<ssize_t>(sizeof reply)) {
    return std::nullopt;
  }
  if (reply.status != runner::Status::still_running || !is_possible(reply)) return std::nullopt;
  return reply.phase;
}

RunOutcome RunnerProcess::end(RunStatus status, std::string detail) {
  child_->kill();
  alive_ = false;
  RunOutcome outcome;
  outcome.status = status;
  outcome.detail = std::move(detail);
  return outcome;
}

RunOutcome RunnerProcess::ended_by_itself() {
  const auto ending = child_->wait(milliseconds(500));
  if (!ending) return end(RunStatus::forged, "the channel was closed");
  if (!ending->by_signal) return end(RunStatus::ended, "exit code " + std::to_string(ending->code));
  // Student code can end itself by any signal. That the machine is at fault is believed only of the machine.
  if (child_->reached_memory_limit()) return end(RunStatus::memory_limit, "");
  if (ending->code == SIGKILL && child_->machine_ran_out_of_memory()) {
    return end(RunStatus::grader_fault,
               "the system ended its process because this machine has no memory left: let it do less, and grade again");
  }
  // The kernel sends SIGKILL to a process that ignores SIGXCPU.
  const bool had_all_time = process::cpu_time(child_->pid()).value_or(units::Seconds{}).value >= limits_.cpu.value;
  if (ending->code == SIGXCPU || (ending->code == SIGKILL && had_all_time)) return end(RunStatus::cpu_limit, "");
  if (ending->code == SIGSYS) return end(RunStatus::forbidden, "");
  if (ending->code == SIGXFSZ) return end(RunStatus::file_limit, "");
  if (ending->code == runner::overflow_signal) {
    return end(RunStatus::crashed,
               "its stack has overflowed: a function calls itself without an end, or a local array is too large");
  }
  std::string signal = strsignal(ending->code);
  if (ending->code == SIGSEGV || ending->code == SIGBUS) signal += " (a device pointer used on the host does that)";
  return end(RunStatus::crashed, std::move(signal));
}

}  // namespace backends
