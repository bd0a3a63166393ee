// In which rounds of which loops the lanes of a warp are. Lanes that execute the same instruction in the same rounds
// make one request of the hardware; this holds, too, where some lanes leave rounds out or have fewer of them.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

namespace simt::core {

struct Site;
struct Loop;

/// One round of a loop, of all lanes of a warp that come to it. The root of a warp is outside of all loops; a call of a
/// function that is not inlined is a loop of one round.
struct Round {
  Round* next = nullptr;  ///< of the same loop, the one with the number that follows; null while no lane has reached it
  Round* root = nullptr;
  Round* parent = nullptr;  ///< null for a root
  Loop* loop = nullptr;     ///< which this is a round of; null for a root
  Round* later = nullptr;   ///< of the same loop, with the next higher number that there is
  Loop* loops = nullptr;    ///< inside of this round, in the order of their ids
  std::uint64_t number = 0;
  std::uint32_t depth = 0;
  std::uint32_t held = 0;  ///< the last collection in which a lane was in it
  // Its open rows, in the order in which they were opened: a list through Row::next.
  Site* first_site = nullptr;
  Site* last_site = nullptr;
  std::uint32_t first_row = 0;
  std::uint32_t last_row = 0;
  std::uint64_t opened = 0;  ///< the interval (see Site) in which a lane opened the first of them
};

/// A loop that lanes have entered in one round of the loop around it.
struct Loop {
  std::uint32_t id = 0;  ///< ids follow the order of the program
  Loop* next = nullptr;
  Round* first = nullptr;
};

/// Where in its round a lane is.
enum class Position : std::uint8_t { middle, end };

/// Whether a lane that is there in `a` has less behind it than one that is there in `b`.
bool precedes(const Round& a, const Round& b, Position position);

class Rounds {
 public:
  /// Before more rounds are begun than this, the other lanes catch up.
  static constexpr int most_ahead = 64;
  static constexpr std::size_t most_kept = 1024;

  Round* new_root();
  /// The first round of loop `id` in `parent`, if lanes have been in it; else null.
  static Round* find_first(const Round* parent, std::uint32_t id) {
    const Loop* loop = parent->loops;
    while (loop != nullptr && loop->id < id) loop = loop->next;
    const bool is_known = loop != nullptr && loop->id == id && loop->first != nullptr && loop->first->number == 0;
    return is_known ? loop->first : nullptr;
  }
  /// The same, made when there is none.
  Round* first_of(Round* parent, std::uint32_t id);
  /// The round after `previous`, which is no root.
  Round* after(Round* previous);
  /// Whether so many rounds have begun since the last collection that the lane should wait for others.
  bool is_far_ahead() const { return begun_ >= most_ahead; }
  /// Whether there are too many rounds to keep them until all lanes have them behind them.
  bool is_full() const { return rounds_.size() - free_rounds_.size() >= most_kept; }

  /// Calls close(round) for each round of `root`'s that all lanes have behind them, in the order of the program: all
  /// rounds when `frontier` is null, else those that a lane at that position of `frontier` has behind it. Forgets them,
  /// but for those that one of `lanes` is in. Rounds around `frontier` are not over.
  template <class Close>
  void collect(Round* root, const Round* frontier, Position position, const std::vector<Round*>& lanes, Close&& close);

  void clear();

  /// A round that is its own next one and its own root: that of code whose rounds do not matter.
  static Round* endless();

 private:
  using Path = std::vector<const Round*>;  // from a root, which is not in it, down to a frontier

  Round* take(Round* root, Round* parent, Loop* loop, std::uint64_t number);
  void mark_held(const std::vector<Round*>& lanes);
  const Path& path_to(const Round* frontier);
  template <class Close>
  static void close_all(Round* round, Close& close);
  template <class Close>
  static void close_until(Round* round, const Path& path, std::size_t depth, Position position, Close& close);
  void forget_until(Round* round, const Path& path, std::size_t depth, Position position);
  void forget_rounds(Loop* loop, const Round* end);
  void forget_inside(Round* round);
  void free(Round* round);

  std::deque<Round> rounds_;
  std::deque<Loop> loops_;
  std::vector<Round*> free_rounds_;
  std::vector<Loop*> free_loops_;
  Path path_;
  std::uint32_t collection_ = 0;
  int begun_ = 0;
};

// --- the definitions of templates ---

template <class Close>
void Rounds::collect(Round* root, const Round* frontier, Position position, const std::vector<Round*>& lanes,
                     Close&& close) {
  begun_ = 0;
  mark_held(lanes);
  if (frontier == nullptr) {
    close_all(root, close);
    forget_inside(root);
    if (root->held != collection_) free(root);
  } else {
    const Path& path = path_to(frontier);
    close_until(root, path, 0, position, close);
    forget_until(root, path, 0, position);
  }
}

template <class Close>
void Rounds::close_all(Round* round, Close& close) {
  close(*round);
  for (Loop* loop = round->loops; loop != nullptr; loop = loop->next) {
    for (Round* one = loop->first; one != nullptr; one = one->later) close_all(one, close);
  }
}

template <class Close>
void Rounds::close_until(Round* round, const Path& path, std::size_t depth, Position position, Close& close) {
  if (depth == path.size()) {
    if (position == Position::end) close_all(round, close);
    return;
  }
  const Round* const end = path[depth];
  for (Loop* loop = round->loops; loop->id <= end->loop->id; loop = loop->next) {
    for (Round* one = loop->first; one != nullptr && one != end; one = one->later) close_all(one, close);
    if (loop == end->loop) break;
  }
  close_until(const_cast<Round*>(end), path, depth + 1, position, close);
}

}  // namespace simt::core

extern "C" {
/// The round that the running lane is in; student code sets it back behind its loops. Host code is always in the same.
extern simt::core::Round* simt_round;
/// What student code takes for the round before a loop's first one: none follows it.
extern simt::core::Round simt_no_round;
}
