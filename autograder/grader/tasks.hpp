// The messages between a batch and a `grade serve`, over one SOCK_SEQPACKET socket: a task each, then its exit status.
// Before it times a submission, the server asks for quiet and waits until the batch has stopped its compilers. Both are
// the grader's own programs; no student code takes part.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace grader {

/// The socket of a `grade serve`.
inline constexpr int tasks_fd = 3;

/// One submission of those that a `grade serve` grades one after the other.
struct Task {
  std::string source;             ///< the file
  std::string json;               ///< file to be written
  std::string text;               ///< file to be written: the report, or the complaint
  std::string seed;               ///< of all inputs, as after --seed
  std::vector<std::string> only;  ///< parts; empty: all
};

/// False when the other end is closed.
bool send_task(int socket, const Task& task);
/// Nothing when the other end is closed, or has sent no task. Waits for one.
std::optional<Task> receive_task(int socket);

/// Says how the task ended: its exit status. False when the other end is closed.
bool send_status(int socket, int status);
/// Waits for the answer, or for the end of the socket.
void ask_for_quiet(int socket);
/// Timing is over: compilers may go on.
void end_quiet(int socket);

/// What a server says.
struct Said {
  /// Which of the three messages it is.
  enum class Kind : std::uint8_t { status, asks_for_quiet, ends_quiet };
  Kind kind = Kind::status;  ///< which one
  int status = 0;            ///< with Kind::status: the exit status
};
/// Nothing as long as there is none.
std::optional<Said> receive_said(int socket);
/// The answer to a server that asks for quiet.
void answer_quiet(int socket);

}  // namespace grader
