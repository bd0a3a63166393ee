// The messages between a batch and a `grade serve`, over one SOCK_SEQPACKET socket: a task each, then its exit status.
// Both are the grader's own programs; no student code takes part.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace grader {

/// The socket of a `grade serve`.
inline constexpr int tasks_fd = 3;

/// One submission of those that a `grade serve` grades one after the other.
struct Task {
  std::string source;  ///< the file
  std::string json;    ///< file to be written
  std::string text;    ///< file to be written: the report, or the complaint
  std::string seed;
  std::vector<std::string> only;  ///< parts; empty: all
};

/// False when the other end is closed.
bool send_task(int socket, const Task& task);
/// Nothing when the other end is closed, or has sent no task. Waits for one.
std::optional<Task> receive_task(int socket);

bool send_status(int socket, int status);
/// Nothing as long as there is none.
std::optional<int> receive_status(int socket);

}  // namespace grader
