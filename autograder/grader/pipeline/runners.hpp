// Starts the processes that will hold student code, some of them ahead: what they and the driver do to start takes much
// longer than to load a submission, and until then there is no code of a student's in them.
#pragma once

#include <deque>
#include <memory>

#include "backends/backend.hpp"

namespace grader {

/// Runner processes, some of them started before they are needed.
class Runners {
 public:
  /// `ahead` of them are started before they are asked for.
  Runners(const backends::Backend& backend, const course::Limits& limits, int ahead)
      : backend_(backend), limits_(limits), ahead_(static_cast<std::size_t>(ahead)) {}

  /// One in which nothing is loaded, behind the walls that stand; it may still be starting.
  std::unique_ptr<backends::RunnerProcess> take();

  /// Starts as many as are to be ahead. On a GPU each makes a context, so this belongs into a turn.
  void start();

  /// Waits until those that were started ahead are ready: processes that start are not quiet.
  void settle();

  /// Ends those that were started ahead.
  void end() { started_.clear(); }

  /// False when no wall is left that may be taken down.
  bool lower_walls();

  /// Whether they run behind the walls that the backend asks for; fewer may stand where nothing worked behind them.
  bool are_confined() const { return walls_ != Walls::none; }
  /// Whether each of them sees no other process.
  bool have_own_processes() const { return walls_ == Walls::all; }

 private:
  enum class Walls { all, but_processes, none };

  backends::Runner runner() const;

  const backends::Backend& backend_;
  const course::Limits& limits_;
  std::size_t ahead_;
  Walls walls_ = Walls::all;  // CUDA does not work behind all of them everywhere
  std::deque<std::unique_ptr<backends::RunnerProcess>> started_;
};

}  // namespace grader
