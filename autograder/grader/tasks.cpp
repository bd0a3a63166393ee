#include "grader/tasks.hpp"

#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstdlib>

namespace grader {
namespace {

constexpr std::size_t most_bytes = 32768;  // four paths
constexpr char separator = '\0';
constexpr const char* asks_for_quiet = "asks for quiet";
constexpr const char* ends_quiet = "ends quiet";
constexpr const char* is_quiet = "it is quiet";

bool send_text(int socket, const std::string& text) {
  return send(socket, text.data(), text.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(text.size());
}

std::string receive_text(int socket, int flags) {
  std::array<char, most_bytes> bytes{};
  ssize_t got = 0;
  do {
    got = recv(socket, bytes.data(), bytes.size(), flags);
  } while (got < 0 && errno == EINTR && (flags & MSG_DONTWAIT) == 0);
  return got > 0 ? std::string(bytes.data(), static_cast<std::size_t>(got)) : std::string();
}

}  // namespace

bool send_task(int socket, const Task& task) {
  std::string text;
  for (const std::string* each : {&task.source, &task.json, &task.text, &task.seed}) text += *each + separator;
  for (const std::string& part : task.only) text += part + separator;
  return text.size() <= most_bytes && send_text(socket, text);
}

std::optional<Task> receive_task(int socket) {
  const std::string text = receive_text(socket, 0);
  std::vector<std::string> words;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = text.find(separator, start);
    if (end == std::string::npos) return std::nullopt;
    words.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  constexpr std::size_t fixed = 4;
  if (words.size() < fixed) return std::nullopt;
  return Task{words[0], words[1], words[2], words[3], {words.begin() + fixed, words.end()}};
}

bool send_status(int socket, int status) { return send_text(socket, std::to_string(status)); }

void ask_for_quiet(int socket) {
  if (send_text(socket, asks_for_quiet)) receive_text(socket, 0);
}

void end_quiet(int socket) { send_text(socket, ends_quiet); }

std::optional<Said> receive_said(int socket) {
  const std::string text = receive_text(socket, MSG_DONTWAIT);
  if (text.empty()) return std::nullopt;
  if (text == asks_for_quiet) return Said{Said::Kind::asks_for_quiet};
  if (text == ends_quiet) return Said{Said::Kind::ends_quiet};
  return Said{Said::Kind::status, std::atoi(text.c_str())};
}

void answer_quiet(int socket) { send_text(socket, is_quiet); }

}  // namespace grader
