// What a backend does for the grader: says what device it is, compiles a submission, lends memory that it
// fills and checks itself, and runs parts in a runner process. registry.hpp lists them.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "backends/abilities.hpp"
#include "backends/device.hpp"
#include "backends/errors.hpp"
#include "backends/registry.hpp"
#include "backends/runner_process.hpp"
#include "course/lab.hpp"
#include "course/rules.hpp"
#include "support/files/lock.hpp"

namespace backends {

/// Why most machines cannot use the cuda backend.
inline constexpr char no_driver[] = "this machine has no NVIDIA GPU (or no driver for it)";

/// `slots` independent copies of one problem.
struct Problem {
  course::Operation operation;  ///< what is computed
  course::Size size;            ///< its extents
  int slots = 1;                ///< how many copies, 1 to runner::max_launches
};

/// One element that is not what it must be.
struct Mismatch {
  int slot = 0;                ///< of the workspace, from 0
  int output = 0;              ///< of the operation, from 0
  std::int64_t index = 0;      ///< of a float, an integer, a character or a double, whatever the output's elements are
  double expected = 0;         ///< the right value, as a number
  double actual = 0;           ///< what is there
  bool never_written = false;  ///< the element still holds the poison
  bool must_be_untouched = false;  ///< it is not part of the answer: the padding of a row
};

/// What every element of some slots looked like after a run.
struct CheckOutcome {
  std::int64_t wrong = 0;         ///< elements that are not what they must be
  std::optional<Mismatch> first;  ///< the one with the lowest index in the lowest slot
  bool nothing_written = false;   ///< every output element still holds the poison
  bool input_changed = false;     ///< an element of an input is not what `refill` stored
  bool outside_written = false;   ///< memory between the buffers changed

  /// True when nothing is wrong with this output and its surroundings.
  bool is_right() const { return wrong == 0 && !input_changed && !outside_written; }
};

/// What one element of an output looks like after a run.
enum class ElementState : std::uint8_t {
  right,
  wrong,
  never_written,
  touched,  ///< it is not part of the answer, and was changed
};

/// All elements of one output after a run, as the student's function knows them: characters and doubles are one each.
struct ComparedOutput {
  int output = 0;  ///< of the operation, from 0
  /// One value for each element: the right ones, and those that are there.
  std::vector<double> expected, actual;
  std::vector<ElementState> states;  ///< one for each element

  /// Where the 32-bit word begins that holds element `index`, as an index of such words.
  std::int64_t word_of(std::int64_t index, course::Element type) const {
    if (type == course::Element::u8x4) return index / 4;
    return type == course::Element::half_f64 ? 2 * index : index;
  }
};

/// Element `index` of input `input`.
struct InputElement {
  int input = 0;           ///< of the operation, from 0
  std::int64_t index = 0;  ///< of an element, in elements of the input
};

/// One piece of lent memory, as it is announced to a runner.
struct LentRegion {
  runner::Region region;  ///< place, size and kind of the memory
  int descriptor = -1;    ///< the memfd to send with it, or -1
};

/// Memory the grader owns and lends to a runner. Filled and checked on the grader's side only.
class Workspace {
 public:
  virtual ~Workspace() = default;
  virtual const Problem& problem() const = 0;           ///< What the memory was lent for.
  virtual std::vector<LentRegion> regions() const = 0;  ///< one for each place with buffers

  /// The places of the buffers of `slots` slots from `first` on: fills launches, counts and ranges of a request.
  virtual void describe(int first, int slots, runner::RunRequest& request) const = 0;

  /// Slots [first, first + slots): inputs from `seed` (each slot its own), outputs and scratch poisoned, gaps filled.
  virtual void refill(std::uint64_t seed, int first, int slots) = 0;
  /// Every output element, input element and gap of slots [first, first + slots), filled from the same seed.
  virtual CheckOutcome check(std::uint64_t seed, int first, int slots) = 0;

  /// Slot `slot` element by element, for a result that is wrong. Only for small sizes: it takes longer than `check`.
  virtual std::vector<ComparedOutput> compare(std::uint64_t /*seed*/, int /*slot*/) { return {}; }
  /// The one input element of that slot that has this value; nothing where there are several, or none.
  virtual std::optional<InputElement> find_input(std::uint64_t /*seed*/, int /*slot*/, double /*value*/) const {
    return std::nullopt;
  }
  /// The elements of inputs, in 32-bit words, that word `word` of that slot's output depends on; each once, sorted.
  virtual std::vector<course::InputReads::Element> inputs_of(std::uint64_t /*seed*/, int /*slot*/, int /*output*/,
                                                             std::int64_t /*word*/) const {
    return {};
  }

  /// True when the outputs and the scratch memory of slots [first, first + slots) are as `refill` left them: nothing
  /// has been stored there since. Every element is looked at.
  virtual bool is_untouched(int first, int slots) = 0;

  /// True when a few elements of every output of slots [first, first + slots) are right, as far as that can be seen at
  /// once; `choice` decides which ones. Much faster than `check`: it says what is there now, and not a moment later.
  virtual bool are_samples_right(int first, int slots, std::uint64_t choice) = 0;

  /// The first elements of an output as they are now, at most `count` of them; numbers the student's code measured.
  virtual std::vector<float> read_output(int slot, int output, std::int64_t count) = 0;
};

/// Sees whether anything but the grader's own work runs on the device.
class DeviceWatch {
 public:
  virtual ~DeviceWatch() = default;
  /// Returns when it watches. Between `begin` and `end`, only the grader's own work may be on the device.
  virtual void begin() = 0;
  /// True when that was so. It takes at least `shortest`: another process's work that has begun before `begin` is only
  /// seen when its turn comes.
  virtual bool end(units::Seconds shortest = {}) = 0;
  /// Drives out of the device's caches what the grader has read and written.
  virtual void flush_caches() = 0;
};

/// How a compilation ended.
struct Build {
  std::optional<std::filesystem::path> library;  ///< absent when it does not compile
  std::string output;                            ///< what the compiler (or the translator) said
  units::Seconds spent{};                        ///< what the compiler used of its limit of time, where that is known
};

/// Turns a submission into a library. Needs no GPU.
class Compiler {
 public:
  virtual ~Compiler() = default;
  virtual std::string_view name() const = 0;  ///< Compiler and version, for people: "clang 14.0.6".

  /// Compiles `source` against `interface_folder`'s headers into `folder`/library.so.
  virtual Build build(const std::filesystem::path& source, const std::filesystem::path& interface_folder,
                      const std::filesystem::path& folder, const course::Limits& limits) const = 0;

  /// The same where only the C symbols `entries` will be called; empty: all. What they do not need is checked, too, but
  /// a compiler that leaves_out() puts less into the library, which takes less time.
  virtual Build build_entries(const std::filesystem::path& source, const std::filesystem::path& interface_folder,
                              const std::filesystem::path& folder, const course::Limits& limits,
                              const std::vector<std::string>& /*entries*/) const {
    return build(source, interface_folder, folder, limits);
  }
  virtual bool leaves_out() const { return false; }  ///< Whether build_entries() depends on the entries.

  /// The same for a file of the course itself, which may do what a submission may not.
  virtual Build build_own(const std::filesystem::path& source, const std::filesystem::path& interface_folder,
                          const std::filesystem::path& folder, const course::Limits& limits,
                          const std::vector<std::string>& entries) const {
    return build_entries(source, interface_folder, folder, limits, entries);
  }

  /// The same for variants of a submission that has been compiled: in less time, without lines.
  virtual Build build_trial(const std::filesystem::path& source, const std::filesystem::path& interface_folder,
                            const std::filesystem::path& folder, const course::Limits& limits,
                            const std::vector<std::string>& entries) const {
    return build_own(source, interface_folder, folder, limits, entries);
  }

  /// How many registers the kernels of a library use that this compiler has made, where it made them for that compute
  /// capability (10 x major + minor); empty: not known.
  virtual std::vector<simt::memory::KernelRegisters> registers(const std::filesystem::path& /*library*/,
                                                               int /*compute_capability*/) const {
    return {};
  }

  /// What a library's bits depend on besides its source: compiler and flags, for the build cache.
  virtual std::string build_key() const = 0;
};

/// A kind of device that parts run on, and its compiler. One object for each grading.
class Backend : public Compiler {
 public:
  /// What results say of the device.
  virtual DeviceInfo device() const = 0;
  /// How a runner of this backend is started.
  virtual Runner runner() const = 0;

  /// The program that calls a part once, for a profiler (runner/profiled_main.cpp); empty where nothing can be
  /// profiled.
  virtual std::filesystem::path profiled_runner() const { return {}; }

  /// Throws CannotGrade when there is not enough memory.
  virtual std::unique_ptr<Workspace> lend(const Problem& problem) const = 0;

  /// Memory that may be lent, and what the device can move at most; nothing in the emulator.
  virtual std::optional<units::Bytes> free_memory() const { return std::nullopt; }
  /// The device's theoretical peak of DRAM; nothing in the emulator.
  virtual std::optional<units::GBps> peak() const { return std::nullopt; }
  /// GB/s of the best plain copy in lent memory, bytes read and written; nothing in the emulator.
  virtual std::optional<units::GBps> measure_copy(Workspace& /*workspace*/) const { return std::nullopt; }
  /// Never null where times are measured.
  virtual std::unique_ptr<DeviceWatch> watch() const { return nullptr; }

  /// The device for this grading, or experiment, alone, until what is returned ends: times and deadlines mean nothing
  /// beside another one's kernels. Calls `waiting` again and again while another has it. Before it returns, nothing is
  /// done on the device; afterwards the device is known to work. Throws CannotGrade where it does not.
  virtual std::unique_ptr<files::Lock> take_turn(const std::function<void()>& /*waiting*/) const { return nullptr; }
  /// Gives back all that this process has of the device, so that its end does not disturb another one's turn. No
  /// workspace and no watch may be left.
  virtual void leave() const {}

  virtual Abilities abilities() const = 0;  ///< What this backend can judge on this machine.

  /// What the compiler thinks suspicious in a submission that compiles; nothing where the backend does not ask it.
  virtual std::vector<simt::CompilerWarning> warnings(const std::filesystem::path& /*source*/,
                                                      const std::filesystem::path& /*interface_folder*/,
                                                      const course::Limits& /*limits*/) const {
    return {};
  }

  /// What a part of `lab` is timed, or counted, at: the size of lab.toml, scaled from an H200 to this device.
  virtual course::Size performance_size(const course::Lab& lab, const course::LabRules& rules,
                                        const course::Part& part) const = 0;

  /// Of the device, or of the part of it, that a lab is graded on.
  virtual course::DeviceProperties properties(const course::Lab& /*lab*/) const { return course::listed_for; }
};

/// For registry.cpp. Both throw CannotGrade with what is missing; the second throws simt::UnknownDevice, too.
std::unique_ptr<Backend> make_cuda_backend(const Setup& setup);
/// The emulator, for counts.
std::unique_ptr<Backend> make_simt_backend(const Setup& setup);

}  // namespace backends
