// LIBRARY WORK: the process that holds student code: loads one library, serves requests, and knows no answers. Student code can
// forge everything that it sends, so the grader trusts none of it.
#include <dlfcn.h>
#include <link.h>
#include <linux/sched.h>
#include <seccomp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>

#include "runner/executor.hpp"

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
  const auto awake_until = std::chrono::steady_clock::now() + std::chrono::milliseconds(2);
  ssize_t got = 0;
  do {
    const bool awake = std::chrono::steady_clock::now() < awake_until;
    got = recvmsg(socket_fd, &message, MSG_CMSG_CLOEXEC | (awake ? MSG_DONTWAIT : 0));
  } while (got < 0 && (errno == EINTR || errno == EAGAIN));
  descriptor = -1;
  if (const cmsghdr* header = CMSG_FIRSTHDR(&message); header != nullptr && header->cmsg_type == SCM_RIGHTS) {
    std::memcpy(&descriptor, CMSG_DATA(header), sizeof descriptor);
  }
  return got == sizeof request;
}

/// Student code gets no processes of its own, only threads, and reaches no others: SIGSYS ends it. Installed after the
/// driver is up, because the driver may start helpers. Throws Failure where the kernel cannot do it: better no grade
/// than no limit.
void forbid_processes() {
  const scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
  bool ok = filter != nullptr;
  const auto forbid = [&](int call) { ok = ok && seccomp_rule_add(filter, SCMP_ACT_KILL_PROCESS, call, 0) == 0; };
  forbid(SCMP_SYS(fork));
  forbid(SCMP_SYS(vfork));
  forbid(SCMP_SYS(execve));
  forbid(SCMP_SYS(execveat));
  forbid(SCMP_SYS(setsid));  // out of reach of the grader's kill
  forbid(SCMP_SYS(setpgid));
  // Nor may it reach other processes: the grader's, or another student's.
  for (const int call : {SCMP_SYS(ptrace), SCMP_SYS(process_vm_readv), SCMP_SYS(process_vm_writev), SCMP_SYS(tkill),
                         SCMP_SYS(rt_sigqueueinfo), SCMP_SYS(rt_tgsigqueueinfo), SCMP_SYS(pidfd_send_signal)}) {
    forbid(call);
  }
  const auto self = static_cast<scmp_datum_t>(getpid());
  for (const int call : {SCMP_SYS(kill), SCMP_SYS(tgkill)}) {
    ok = ok && seccomp_rule_add(filter, SCMP_ACT_KILL_PROCESS, call, 1, SCMP_A0(SCMP_CMP_NE, self)) == 0;
  }
  // clone3 hides its flags behind a pointer; without it the C library falls back to clone.
  ok = ok && seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0) == 0;
  ok = ok && seccomp_rule_add(filter, SCMP_ACT_KILL_PROCESS, SCMP_SYS(clone), 1,
                              SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0)) == 0;
  ok = ok && seccomp_load(filter) == 0;
  seccomp_release(filter);
  if (!ok) throw Failure{Status::bad_request, "the kernel does not allow seccomp filters"};
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
  executor.run(entry, *function, {hook(request.pin), hook(request.unpin)}, request, reply, evidence);
}

void answer(Reply& reply, std::vector<Record>& evidence) {
  if (evidence.size() > max_records) evidence.resize(max_records);
  for (Record& record : evidence) record.token = reply.token;
  reply.records = static_cast<std::uint32_t>(evidence.size());
  send_packet(reply);
  for (const Record& record : evidence) send_packet(record);
}

void serve(Executor& executor, const Library& library) {
  RunnerRequest request;
  for (int descriptor = -1; receive(request, descriptor);) {
    Reply reply;
    reply.token = request.token;
    current_token = request.token;
    std::vector<Record> evidence;
    try {
      switch (request.command) {
        case Command::map:
          executor.map(request.region, descriptor);
          break;
        case Command::unmap:
          executor.unmap();
          break;
        case Command::run:
          run(executor, library, request.run, reply, evidence);
          break;
      }
    } catch (const Failure& failure) {
      reply.status = failure.status;
      copy_text(reply.message, failure.message);
    }
    answer(reply, evidence);
  }
}

int run_main(int count, char** arguments) {
  if (count != 3) return 2;
  Hello hello;
  std::signal(where_signal, report_phase);
  try {
    const auto executor = make_executor();
    forbid_processes();
    limit_work(std::strtoll(arguments[2], nullptr, 10));
    const Library library(arguments[1]);
    send_packet(hello);
    serve(*executor, library);
  } catch (const Failure& failure) {
    hello.status = failure.status;
    copy_text(hello.message, failure.message);
    send_packet(hello);
  }
  std::fflush(nullptr);
  _exit(0);  // not exit: the student's destructors have nothing left to say
}

}  // namespace

void give_up(Status status, std::vector<Record> evidence) {
  Reply reply;
  reply.token = current_token;
  reply.status = status;
  answer(reply, evidence);
  _exit(0);
}

}  // namespace runner

int main(int count, char** arguments) { return runner::run_main(count, arguments); }
