// Puts the L2 cache into the same state before every call, whatever the call before has done with it.
//
// What a submission could gain otherwise. An access-policy window marks lines as persisting, and they stay when
// hundreds of megabytes pass by (seen on an H200, without a record). An untimed call could so load the inputs of the
// timed ones that follow, whose buffers it can work out, and keep them.
// Three things end that, in this order, before every batch:
//
//   1  What is set aside goes back to nothing, and the default streams' windows are cleared. Setting the limit alone
//      releases no line: what persisted still hits. But nothing new persists, and the course's own reads and writes
//      between the calls are in no window.
//   2  Persisting lines are reset. They become normal ones, and stay where they are: a read right after still hits.
//   3  Before timed calls twice the cache's size is written, which drives all normal lines out, those included, and
//      also whatever an untimed call has merely read.
//
// Within a timed batch each call has buffers of its own, so that a call can only persist for itself, in its own time.
// What a call leaves set aside makes the next one slower, not faster, and that one is its own.
//
// Nor can it slow the reference down: persisting lines are one process's, and those of another process, which held the
// whole set-aside, cost nothing on an H200 (seen likewise).
#pragma once

#include <cstddef>

namespace runner {

class L2State {
 public:
  L2State();
  ~L2State();
  L2State(const L2State&) = delete;
  L2State& operator=(const L2State&) = delete;

  /// Steps 1 and 2. The device is idle. Does nothing on GPUs without persisting lines.
  void reset_persisting();
  /// Step 3, on the default stream.
  void evict();

 private:
  bool has_persisting_ = false;
  std::size_t bytes_ = 0;
  void* other_ = nullptr;  ///< memory that is never read
};

}  // namespace runner
