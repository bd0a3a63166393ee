// Makes a runner lie: what it sends is changed at random, within what backends::is_possible() lets through. Linked into
// a runner, whose calls of send() come here (CMakeLists.txt). The name of the program's folder ends in the number of
// the sequence of changes, which is the same for each process.
#include <sys/auxv.h>
#include <sys/socket.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "backends/possible.hpp"

// NOLINTBEGIN(bugprone-reserved-identifier): the linker's names
extern "C" ssize_t __real_send(int socket, const void* data, std::size_t bytes, int flags);
extern "C" ssize_t __wrap_send(int socket, const void* data, std::size_t bytes, int flags);
// NOLINTEND(bugprone-reserved-identifier)

namespace {

unsigned sequence() {
  const std::filesystem::path program = reinterpret_cast<const char*>(getauxval(AT_EXECFN));
  const std::string folder = program.parent_path().filename().string();
  return static_cast<unsigned>(std::strtoul(folder.c_str() + folder.find_last_not_of("0123456789") + 1, nullptr, 10));
}

class Liar {
 public:
  /// Some of the packet's bytes from `first` to `last` become other ones; most packets stay as they are.
  template <class Packet>
  void change(Packet& packet, std::size_t first, std::size_t last) {
    constexpr int most_tries = 8;
    if (below(3) != 0) return;
    for (int tries = 0; tries < most_tries; ++tries) {
      Packet changed = packet;
      for (std::size_t changes = 1 + below(6); changes != 0; --changes) {
        change_one(reinterpret_cast<unsigned char*>(&changed) + first, last - first);
      }
      if (!backends::is_possible(changed)) continue;
      packet = changed;
      return;
    }
  }

  void change(runner::Record& record) {
    switch (record.kind) {
      case runner::RecordKind::traffic:
        return change(record, record.traffic);
      case runner::RecordKind::finding:
        return change(record, record.finding);
      case runner::RecordKind::operation:
        return change(record, record.operation);
      case runner::RecordKind::history:
        return change(record, record.history);
    }
  }

 private:
  template <class Member>
  void change(runner::Record& record, const Member& member) {
    const auto first =
        static_cast<std::size_t>(reinterpret_cast<const char*>(&member) - reinterpret_cast<const char*>(&record));
    change(record, first, first + sizeof member);
  }

  std::size_t below(std::size_t end) { return random_() % end; }

  /// A number that is difficult for arithmetic, or one that was sent before.
  std::uint64_t number() {
    constexpr std::int64_t numbers[] = {0,    1,  -1,  2,    3,          31,         32,        33,
                                        4096, -4, 255, 1024, 0x7fffffff, 0x80000000, 0xffffffff};
    switch (below(4)) {
      case 0:
        return static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::min()) >> below(64);
      case 1:
        if (!sent_.empty()) return sent_[below(sent_.size())];
        [[fallthrough]];
      default:
        return static_cast<std::uint64_t>(numbers[below(std::size(numbers))]);
    }
  }

  void change_one(unsigned char* bytes, std::size_t size) {
    constexpr std::size_t most_kept = 1000;
    const std::size_t width = std::size_t{1} << below(4);
    const std::size_t at = below(size / width) * width;
    std::uint64_t old = 0;
    std::memcpy(&old, bytes + at, width);
    if (sent_.size() < most_kept) sent_.push_back(old);
    const std::uint64_t now = below(4) == 0 ? old ^ std::uint64_t{1} << below(8 * width) : number();
    std::memcpy(bytes + at, &now, width);
  }

  std::mt19937 random_{sequence()};
  std::vector<std::uint64_t> sent_;
};

}  // namespace

extern "C" ssize_t __wrap_send(int socket, const void* data, std::size_t bytes, int flags) {
  static Liar liar;
  if (bytes == sizeof(runner::Record)) {
    runner::Record record;
    std::memcpy(static_cast<void*>(&record), data, sizeof record);
    liar.change(record);
    return __real_send(socket, &record, bytes, flags);
  }
  if (bytes == sizeof(runner::Reply)) {
    runner::Reply reply;
    std::memcpy(static_cast<void*>(&reply), data, sizeof reply);
    if (reply.records != 0) liar.change(reply, offsetof(runner::Reply, timed_stages), offsetof(runner::Reply, records));
    return __real_send(socket, &reply, bytes, flags);
  }
  return __real_send(socket, data, bytes, flags);
}
