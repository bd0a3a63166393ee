#include "batch/server.hpp"

#include <fmt/format.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <system_error>

#include "grader/tasks.hpp"

namespace batch {

Server::Server(const Call& like) {
  std::array<int, 2> sockets{};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets.data()) != 0) {
    throw std::system_error(errno, std::generic_category(), "no channel to the grader");
  }
  tasks_ = process::Descriptor(sockets[0]);
  const process::Descriptor its_end(sockets[1]);
  process::ChildOptions options = options_of(like);
  options.command = {like.program.string(), "--root", like.root.string(), "serve", like.lab};
  if (!like.backend.empty()) options.command.insert(options.command.end(), {"--backend", like.backend});
  options.channel = its_end.get();
  child_.emplace(options);
}

void Server::give(const Call& call) {
  call_ = call;
  since_ = process::Clock::now();
  const grader::Task task{call.source.string(), json_of(call).string(), text_of(call).string(), call.seed, call.only};
  grader::send_task(tasks_.get(), task);  // an end of the process is seen in outcome()
}

std::optional<Outcome> Server::outcome(double most_seconds) {
  if (!call_) return std::nullopt;
  const auto status = receive_status();
  const auto ending = status ? std::nullopt : child_->ending();
  const bool is_late = std::chrono::duration<double>(process::Clock::now() - since_).count() > most_seconds;
  if (!status && !ending && !is_late) return std::nullopt;
  const Call call = *call_;
  call_.reset();
  needs_quiet_ = waits_for_quiet_ = false;
  if (status) {
    Outcome result = written_by(call);
    result.status = *status;
    // It ends itself after what could not be graded.
    if (*status != 0 && *status != 1) child_.reset();
    return result;
  }
  child_.reset();
  if (ending) {
    const char* const how = ending->by_signal ? "signal" : "exit status";
    return Outcome{-1, "", fmt::format("the grader ended by itself ({} {})", how, ending->code)};
  }
  return Outcome{-1, "", words_after(most_seconds)};
}

std::optional<int> Server::receive_status() {
  while (const auto said = grader::receive_said(tasks_.get())) {
    if (said->kind == grader::Said::Kind::status) return said->status;
    needs_quiet_ = waits_for_quiet_ = said->kind == grader::Said::Kind::asks_for_quiet;
  }
  return std::nullopt;
}

void Server::answer_quiet() {
  if (waits_for_quiet_) grader::answer_quiet(tasks_.get());
  waits_for_quiet_ = false;
}

}  // namespace batch
