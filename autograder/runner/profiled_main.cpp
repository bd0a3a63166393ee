// Calls a part once, on memory lent by the grader, without the runner's walls: a profiler needs what they forbid. It is
// for the student's own machine and own code, and gives no points.
//   runner-profiled LIBRARY CALL
// CALL is a file of `RunnerRequest`s: `map`s, whose `library` is the file to map, and one `run`.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "runner/executor.hpp"

extern "C" void* __libc_stack_end;

namespace runner {
namespace {

[[noreturn]] void fail(const std::string& why) {
  std::fprintf(stderr, "runner-profiled: %s\n", why.c_str());
  std::exit(1);
}

void call(void* library, Executor& executor, const RunRequest& request) {
  const course::Function* function = course::find_function(request.lab, request.part);
  void* entry = dlsym(library, request.entry);
  if (function == nullptr || entry == nullptr) fail(std::string("there is no function ") + request.entry);
  using Hook = void (*)(void*, std::size_t);
  const auto hook = [&](const char* name) {
    return *name == '\0' ? nullptr : reinterpret_cast<Hook>(dlsym(library, name));
  };
  Reply reply;
  std::vector<Record> evidence;
  executor.run(entry, *function, {hook(request.pin), hook(request.unpin)}, request, reply, evidence);
}

void serve(const char* library_file, const char* call_file) {
  const auto executor = make_executor();
  void* library = dlopen(library_file, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) fail(dlerror());
  std::FILE* calls = std::fopen(call_file, "rb");
  if (calls == nullptr) fail(std::string("cannot open ") + call_file);
  RunnerRequest request;
  while (std::fread(&request, sizeof request, 1, calls) == 1) {
    if (request.command == Command::run) {
      call(library, *executor, request.run);
    } else {
      executor->map(request.region, open(request.library, O_RDWR | O_CLOEXEC));
    }
  }
  std::fclose(calls);
}

}  // namespace

std::uintptr_t lowest_host_stack_pointer() { return 0; }  // nothing here tells an overflow from another fault

void give_up(Status /*status*/, std::vector<Record> /*evidence*/) { std::exit(1); }

}  // namespace runner

int main(int count, char** arguments) {
  if (count != 3) return 2;
  try {
    runner::serve(arguments[1], arguments[2]);
  } catch (const runner::Failure& failure) {
    runner::fail(failure.message);
  }
  return 0;
}
