// WORK: the process that holds student code: loads one library when it is asked to, serves requests, and knows no
// answers. Student code can forge everything that it sends, so the grader trusts none of it.
#include <asm/ioctls.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <linux/sched.h>
#include <linux/sockios.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <optional>

#include "runner/executor.hpp"

extern "C" void* __libc_stack_end;

namespace runner {
namespace {

void copy_text(char (&to)[256], const std::string& from) { std::snprintf(to, sizeof to, "%s", from.c_str()); }

template <class T>
void send_packet(const T& packet) {
  while (send(socket_fd, &packet, sizeof packet, MSG_NOSIGNAL) < 0) {
    if (errno != EINTR) _exit(0);  // the grader is gone
  }
}

/// False when the grader closed its end. `descriptor` is what came with the packet, or -1.
bool receive(RunnerRequest& request, int& descriptor) {
  iovec bytes{&request, sizeof request};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))];
  msghdr message{};
  message.msg_iov = &bytes;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  // A timed batch follows its untimed launch at once: stay awake for it, so that the grader's clock does not
  // measure how this machine wakes processes up.
  const auto awake = std::chrono::milliseconds(can_be_timed() ? 2 : 0);
  const auto awake_until = std::chrono::steady_clock::now() + awake;
  ssize_t got = 0;
  do {
    const bool is_awake = std::chrono::steady_clock::now() < awake_until;
    got = recvmsg(socket_fd, &message, MSG_CMSG_CLOEXEC | (is_awake ? MSG_DONTWAIT : 0));
  } while (got < 0 && (errno == EINTR || errno == EAGAIN));
  descriptor = -1;
  if (const cmsghdr* header = CMSG_FIRSTHDR(&message); header != nullptr && header->cmsg_type == SCM_RIGHTS) {
    std::memcpy(&descriptor, CMSG_DATA(header), sizeof descriptor);
  }
  return got == sizeof request;
}

/// A filter of system calls that is built rule by rule. Throws Failure where the kernel cannot do it: better no grade
/// than no limit.
class Filter {
#ifdef COURSE_WITHOUT_WALLS
  static constexpr bool is_loaded = false;  // this program only shows what walls cost
#else
  static constexpr bool is_loaded = true;
#endif

 public:
  Filter() : context_(seccomp_init(SCMP_ACT_ALLOW)), ok_(context_ != nullptr) {
    // Calls of another architecture, as by `int 0x80`: the default would end one thread only.
    ok_ = ok_ && seccomp_attr_set(context_, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS) == 0;
  }
  ~Filter() { seccomp_release(context_); }
  Filter(const Filter&) = delete;
  Filter& operator=(const Filter&) = delete;

  /// Ends the process with SIGSYS: what only an attack can want.
  template <class... Conditions>
  void forbid(int call, Conditions... conditions) {
    add(SCMP_ACT_KILL_PROCESS, call, conditions...);
  }
  /// Fails: what libraries may try, and can do without.
  template <class... Conditions>
  void refuse(int error, int call, Conditions... conditions) {
    add(SCMP_ACT_ERRNO(static_cast<unsigned>(error)), call, conditions...);
  }
  void load() {
    if (!ok_ || (is_loaded && seccomp_load(context_) != 0)) {
      throw Failure{Status::bad_request, "the kernel does not allow seccomp filters"};
    }
  }

 private:
  template <class... Conditions>
  void add(std::uint32_t action, int call, Conditions... conditions) {
    // A call that this architecture does not have needs no rule.
    const int error = seccomp_rule_add(context_, action, call, sizeof...(conditions), conditions...);
    ok_ = ok_ && (error == 0 || error == -EDOM);
  }

  scmp_filter_ctx context_;
  bool ok_;
};

/// For arguments of 32 bits, of which the kernel ignores the upper half of the register.
scmp_arg_cmp is_number(unsigned argument, unsigned value) {
  return SCMP_CMP(argument, SCMP_CMP_MASKED_EQ, 0xffffffff, value);
}

/// No processes of its own, only threads, and none of others.
void forbid_processes(Filter& filter) {
  for (const int call :
       {SCMP_SYS(fork), SCMP_SYS(vfork), SCMP_SYS(execve), SCMP_SYS(execveat), SCMP_SYS(setsid),
        SCMP_SYS(setpgid),  // out of reach of the grader's kill
        SCMP_SYS(ptrace), SCMP_SYS(process_vm_readv), SCMP_SYS(process_vm_writev), SCMP_SYS(tkill),
        SCMP_SYS(rt_sigqueueinfo), SCMP_SYS(rt_tgsigqueueinfo), SCMP_SYS(pidfd_send_signal), SCMP_SYS(pidfd_open),
        SCMP_SYS(pidfd_getfd), SCMP_SYS(kcmp), SCMP_SYS(migrate_pages), SCMP_SYS(move_pages)}) {
    filter.forbid(call);
  }
  // clone3 hides its flags behind a pointer; without it the C library falls back to clone.
  filter.refuse(ENOSYS, SCMP_SYS(clone3));
  filter.forbid(SCMP_SYS(clone), SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0));
  const auto self = static_cast<scmp_datum_t>(getpid());
  for (const int call : {SCMP_SYS(kill), SCMP_SYS(tgkill)}) filter.forbid(call, SCMP_A0(SCMP_CMP_NE, self));
  // By these two the system ends and stops processes: none may look as if the system had done it.
  for (const unsigned signal : {SIGKILL, SIGSTOP}) {
    filter.forbid(SCMP_SYS(kill), is_number(1, signal));
    filter.forbid(SCMP_SYS(tgkill), is_number(2, signal));
  }
  // The owner of a descriptor gets signals, and it can be any process.
  for (const unsigned command : {F_SETOWN, F_SETSIG, F_SETOWN_EX, F_SETLEASE, F_NOTIFY}) {
    filter.forbid(SCMP_SYS(fcntl), is_number(1, command));
  }
  for (const unsigned request : {FIOSETOWN, SIOCSPGRP, FIOASYNC, TIOCSTI, TIOCLINUX}) {
    filter.forbid(SCMP_SYS(ioctl), is_number(1, request));
  }
  for (const int call : {SCMP_SYS(sched_setaffinity), SCMP_SYS(sched_setscheduler), SCMP_SYS(sched_setparam),
                         SCMP_SYS(sched_setattr), SCMP_SYS(setpriority), SCMP_SYS(ioprio_set)}) {
    filter.refuse(EPERM, call);
  }
  // Limits may be read; those of other processes not even that.
  filter.forbid(SCMP_SYS(prlimit64), SCMP_A0(SCMP_CMP_NE, 0), SCMP_A2(SCMP_CMP_NE, 0));
  filter.refuse(EPERM, SCMP_SYS(prlimit64), SCMP_A0(SCMP_CMP_EQ, 0), SCMP_A2(SCMP_CMP_NE, 0));
  filter.refuse(EPERM, SCMP_SYS(setrlimit));
}

/// Nothing that outlives the process, and no parts of the kernel that no exercise needs.
void forbid_the_rest_of_the_system(Filter& filter) {
  for (const int call : {SCMP_SYS(shmget),
                         SCMP_SYS(semget),
                         SCMP_SYS(msgget),
                         SCMP_SYS(mq_open),
                         SCMP_SYS(add_key),
                         SCMP_SYS(request_key),
                         SCMP_SYS(keyctl),
                         SCMP_SYS(io_uring_setup),
                         SCMP_SYS(io_uring_enter),
                         SCMP_SYS(io_uring_register),
                         SCMP_SYS(bpf),
                         SCMP_SYS(perf_event_open),
                         SCMP_SYS(userfaultfd),
                         SCMP_SYS(unshare),
                         SCMP_SYS(setns),
                         SCMP_SYS(mount),
                         SCMP_SYS(umount2),
                         SCMP_SYS(pivot_root),
                         SCMP_SYS(chroot),
                         SCMP_SYS(open_tree),
                         SCMP_SYS(move_mount),
                         SCMP_SYS(fsopen),
                         SCMP_SYS(mount_setattr),
                         SCMP_SYS(init_module),
                         SCMP_SYS(finit_module),
                         SCMP_SYS(delete_module),
                         SCMP_SYS(kexec_load),
                         SCMP_SYS(kexec_file_load),
                         SCMP_SYS(reboot),
                         SCMP_SYS(swapon),
                         SCMP_SYS(swapoff),
                         SCMP_SYS(acct),
                         SCMP_SYS(quotactl),
                         SCMP_SYS(syslog),
                         SCMP_SYS(sethostname),
                         SCMP_SYS(setdomainname),
                         SCMP_SYS(settimeofday),
                         SCMP_SYS(clock_settime),
                         SCMP_SYS(open_by_handle_at),
                         SCMP_SYS(fanotify_init)}) {
    filter.forbid(call);
  }
  // By one of its flags all memory that may be read holds code, too. Asking what is set is harmless.
  constexpr scmp_datum_t question = 0xffffffff;
  filter.forbid(SCMP_SYS(personality), SCMP_A0(SCMP_CMP_NE, question));
  // The CUDA driver may try these.
  for (const int call : {SCMP_SYS(socket), SCMP_SYS(connect), SCMP_SYS(bind), SCMP_SYS(listen)}) {
    filter.refuse(EACCES, call);
  }
}

/// What student code may call of the kernel; anything else ends it, or fails. Installed after the driver is up, because
/// the driver may start helpers.
void filter_system_calls() {
  Filter filter;
  forbid_processes(filter);
  forbid_the_rest_of_the_system(filter);
  filter.load();
  // Its memory is not to be found in /proc, by other processes of its user nor by itself.
  prctl(PR_SET_DUMPABLE, 0);
}

/// No code but what was loaded: after the library's. A driver may load libraries of its own later.
void forbid_new_code() {
  Filter filter;
  constexpr scmp_datum_t anonymous = MAP_ANONYMOUS;
  const scmp_arg_cmp is_code = SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, PROT_EXEC);
  filter.refuse(EPERM, SCMP_SYS(mprotect), is_code);
  filter.refuse(EPERM, SCMP_SYS(pkey_mprotect), is_code);
  if (driver_loads_libraries()) {
    filter.refuse(EPERM, SCMP_SYS(mmap), is_code, SCMP_A3(SCMP_CMP_MASKED_EQ, anonymous, anonymous));
  } else {
    filter.refuse(EPERM, SCMP_SYS(mmap), is_code);
  }
  filter.load();
}

class Library {
 public:
  explicit Library(const char* file) : handle_(dlopen(file, RTLD_NOW | RTLD_LOCAL)) {
    if (handle_ == nullptr) throw Failure{Status::bad_library, dlerror()};
    link_map* map = nullptr;
    if (dlinfo(handle_, RTLD_DI_LINKMAP, &map) == 0) set_library_base(map->l_addr);
  }
  void* find(const char* symbol) const { return dlsym(handle_, symbol); }

 private:
  void* handle_;  // never closed: the process ends instead, and student destructors with it
};

volatile std::uint64_t current_token = 0;

/// The grader's last question before it ends us; async-signal-safe calls only.
void report_phase(int /*signal*/) {
  Reply reply;
  reply.token = current_token;
  reply.status = Status::still_running;
  const Phase phase = current_phase();
  reply.phase = phase == Phase::idle ? Phase::host_code : phase;  // a request is being served, by host code
  send(socket_fd, &reply, sizeof reply, MSG_NOSIGNAL | MSG_DONTWAIT);
}

void run(Executor& executor, const Library& library, const RunRequest& request, Reply& reply,
         std::vector<Record>& evidence) {
  const course::Function* function = course::find_function(request.lab, request.part);
  if (function == nullptr || request.launches > max_launches || request.scalar_count > max_scalars)
    throw Failure{Status::bad_request, "unknown part"};
  void* entry = library.find(request.entry);
  if (entry == nullptr) throw Failure{Status::not_defined, request.entry};
  using Hook = void (*)(void*, std::size_t);
  const auto hook = [&](const char* name) {
    return *name == '\0' ? nullptr : reinterpret_cast<Hook>(library.find(name));
  };
  limit_work(request.work);
  executor.run(entry, *function, {hook(request.pin), hook(request.unpin)}, request, reply, evidence);
}

void answer(Reply& reply, std::vector<Record>& evidence) {
  if (evidence.size() > max_records) evidence.resize(max_records);
  for (Record& record : evidence) record.token = reply.token;
  reply.records = static_cast<std::uint32_t>(evidence.size());
  send_packet(reply);
  for (const Record& record : evidence) send_packet(record);
}

void serve(Executor& executor) {
  std::optional<Library> library;
  RunnerRequest request;
  for (int descriptor = -1; receive(request, descriptor);) {
    Reply reply;
    reply.token = request.token;
    current_token = request.token;
    std::vector<Record> evidence;
    try {
      switch (request.command) {
        case Command::load:
          if (library) throw Failure{Status::bad_request, "a library is loaded already"};
          library.emplace(request.library);
          forbid_new_code();
          break;
        case Command::map:
          executor.map(request.region, descriptor);
          break;
        case Command::unmap:
          executor.unmap();
          break;
        case Command::run:
          if (!library) throw Failure{Status::bad_request, "no library is loaded"};
          run(executor, *library, request.run, reply, evidence);
          break;
      }
    } catch (const Failure& failure) {
      reply.status = failure.status;
      copy_text(reply.message, failure.message);
    }
    std::fflush(stdout);  // what was printed belongs to this request
    answer(reply, evidence);
  }
}

/// What a kernel's code has done becomes evidence. Else the process ends: that a stack has overflowed, and no pointer
/// was wrong, is said by a signal that nothing else sends.
void on_fault(int signal, siginfo_t* info, void* context) {
  if (ends_kernel_at_fault(*info, context)) return;
  const auto* const before = static_cast<const ucontext_t*>(context);
  const auto pointer = static_cast<std::uintptr_t>(before->uc_mcontext.gregs[REG_RSP]);
  const bool is_of_memory = signal == SIGSEGV || signal == SIGBUS;
  const int cause = is_of_memory && pointer < lowest_stack_pointer() ? overflow_signal : signal;
  std::signal(cause, SIG_DFL);
  raise(cause);
}

/// On the main thread: others that overflow end by the signal as it is.
void catch_faults() {
  static std::array<char, 64 << 10> stack;
  const stack_t own{stack.data(), 0, stack.size()};
  sigaltstack(&own, nullptr);
  struct sigaction action {};
  action.sa_sigaction = &on_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) sigaction(signal, &action, nullptr);
}

/// Starts the program anew without random addresses. The grader cannot ask for that when it starts the runner: the
/// system takes it back where a program between them gets rights.
void begin_at_same_addresses(char** arguments) {
  constexpr const char* has_begun = "RUNNER_HAS_BEGUN_AGAIN";
  const int now = personality(0xffffffff);
  if (now < 0 || (now & ADDR_NO_RANDOMIZE) != 0 || getenv(has_begun) != nullptr) return;
  // Refused in some containers; then addresses stay random.
  if (personality(static_cast<unsigned long>(now) | ADDR_NO_RANDOMIZE) < 0) return;
  setenv(has_begun, "yes", 1);
  execv(arguments[0], arguments);
}

/// Limits the threads of student code where the grader could not: it may neither make a control group nor become a user
/// of its own. The system counts all that its user runs, at times also outside this container. So it is found out by
/// trying how many there are already. Twice as many are allowed, and `more`.
void limit_threads() {
  constexpr rlim_t more = 512;
  constexpr rlim_t most_of_a_system = 1 << 22;
  rlimit limit{};
  if (getrlimit(RLIMIT_NPROC, &limit) != 0 || limit.rlim_max <= more) return;
  const auto set = [&](rlim_t tasks) {
    const rlimit tried{std::min(tasks, limit.rlim_max), limit.rlim_max};
    return setrlimit(RLIMIT_NPROC, &tried) == 0;
  };
  for (rlim_t tasks = 1; tasks <= most_of_a_system && set(tasks); tasks *= 2) {
    const pid_t tried = fork();
    if (tried == 0) _exit(0);
    if (tried < 0) continue;
    waitpid(tried, nullptr, 0);
    const rlim_t all = std::min(tasks + more, limit.rlim_max);
    const rlimit kept{all, all};
    setrlimit(RLIMIT_NPROC, &kept);
    return;
  }
  setrlimit(RLIMIT_NPROC, &limit);
}

int run_main(int count, char** arguments) {
  if (count != 2) return 2;
  if (has_same_addresses()) begin_at_same_addresses(arguments);
  Hello hello;
  std::signal(where_signal, report_phase);
  catch_faults();
  limit_threads();
  try {
    const auto executor = make_executor();
    filter_system_calls();
    limit_work(std::strtoll(arguments[1], nullptr, 10));
    send_packet(hello);
    serve(*executor);
  } catch (const Failure& failure) {
    hello.status = failure.status;
    copy_text(hello.message, failure.message);
    send_packet(hello);
  }
  std::fflush(nullptr);
  _exit(0);  // not exit: the student's destructors have nothing left to say
}

}  // namespace

std::uintptr_t lowest_host_stack_pointer() {
  rlimit limit{};
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return 0;
  constexpr std::uintptr_t environment = 1 << 20;  // the system counts it as a part of the stack
  return reinterpret_cast<std::uintptr_t>(__libc_stack_end) - limit.rlim_cur + environment;
}

void give_up(Status status, std::vector<Record> evidence) {
  Reply reply;
  reply.token = current_token;
  reply.status = status;
  answer(reply, evidence);
  _exit(0);
}

}  // namespace runner

int main(int count, char** arguments) { return runner::run_main(count, arguments); }
