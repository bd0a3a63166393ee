// One timed batch: M launches on M different buffer sets, by a protocol that leaves student code nothing to gain.
//
//   1  One untimed launch on a buffer set of its own wakes the device up in the library's process. Then the process is
//      stopped: from now on it runs only while a clock runs.
//   2  The timed launches' buffer sets get their inputs, from a seed of their own, and poison in their outputs. A watch
//      sees that the grader is alone on the device meanwhile: work that was left behind on the device would see the
//      inputs before the clock runs. The outputs are read once more, all of them: they must still hold the poison. The
//      caches are emptied of what the grader has touched.
//   3  The clock starts, the process goes on and gets its request. When the reply is there, the grader takes the device
//      again. How long that takes is measured, too: work that is still running, in whatever stream, delays it.
//   4  At once a few elements of every output are judged, where no one can know beforehand which: copies between
//      memories, which need no turn on the device, must have ended, too. The process is stopped again.
//   5  Every element is checked, still under watch. After the last batch of a process it is ended before that.
//
// A batch in which something else ran, or something was stored, between the calls does not count, and is done again a
// few times; then it is the part's fault, if the device is quiet without the part's process. A batch that fails for
// what its process has piled up over many batches, such as memory that it never gives back, is done again by a new one:
// how many batches there are must decide nothing.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "grader/pipeline/part_state.hpp"
#include "grader/pipeline/session.hpp"

namespace grader {

/// What the batches of one side took.
struct Samples {
  std::vector<double> event;                  ///< seconds a launch
  std::vector<double> outside;                ///< seconds a batch
  std::vector<double> excess;                 ///< of outside over events, seconds a batch
  std::vector<double> delay;                  ///< from the reply until the grader had the device, seconds a batch
  std::array<std::vector<double>, 3> stages;  ///< that the timed launch says it took, in milliseconds, where it does
  std::vector<int> first;                     ///< the first of the slots that a batch was timed in
  std::size_t taken = 0;                      ///< batches, those that were dropped too

  void append(const Samples& others);  ///< Adds those of further batches.
  void keep_last(std::size_t most);    ///< Drops all but the last `most` batches.
  /// How many batches there are.
  std::size_t size() const { return event.size(); }
};

/// The slot of a workspace that the untimed launch uses.
inline constexpr int untimed_slot = 0;
/// The slot after it, where the first batch's timed launches begin.
inline constexpr int timed_first = 1;

/// The first slot of the timed launches, `launches` of `slots`, where `taken` batches came before. How fast an
/// uncoalesced kernel is depends a little on where its memory lies, so the batches go round in all of it.
int first_slot(std::size_t taken, int launches, int slots);

/// Whose library a batch runs.
enum class Whose { students, reference };

/// Runs the batches of one library.
class Batches {
 public:
  /// `workspace` is lent to no other library.
  Batches(Whose whose, const Context& context, Session& session, backends::Workspace& workspace,
          backends::DeviceWatch& watch, PartState& state)
      : whose_(whose), context_(context), session_(session), workspace_(workspace), watch_(watch), state_(state) {}
  Batches(const Batches&) = delete;
  Batches& operator=(const Batches&) = delete;

  /// Adds one batch to `samples`. When `is_last` says so of them, the library's process is ended before the outputs are
  /// checked. False when the part failed: its state says why. `entry` is called in place of the part's function, and
  /// then nothing is checked: it does only a piece of the work. Throws CannotGrade where another program is using the
  /// device.
  bool run(int launches, Samples& samples, const std::function<bool(const Samples&)>& is_last = {},
           std::string_view entry = {});

 private:
  enum class End { counts, failed, disturbed };
  struct Seeds {
    std::uint64_t untimed = 0;
    std::uint64_t timed = 0;
  };
  /// The slots of the timed launches.
  struct Timed {
    int first = 0;
    int launches = 0;
  };

  End attempt(int launches, Samples& samples, const std::function<bool(const Samples&)>& is_last,
              std::string_view entry);
  End call(int first, int slots, std::string_view entry, backends::RunOutcome& outcome);
  bool prepare(Timed timed, std::uint64_t seed, units::Seconds shortest);
  bool end_watch(units::Seconds shortest);
  void check(Timed timed, const Seeds& seeds);
  void blame();
  Samples sample_of(Timed timed, const backends::RunOutcome& outcome, std::string_view entry);
  void check_stage_sum(const Samples& samples, units::Seconds outside);

  Whose whose_;
  const Context& context_;
  Session& session_;
  backends::Workspace& workspace_;
  backends::DeviceWatch& watch_;
  PartState& state_;
};

}  // namespace grader
