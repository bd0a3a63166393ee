// What gradings on one device have in common, so that a process that grades many submissions makes it once: the
// backend, processes that are started ahead, device memory, the reference's process and how fast it was.
#pragma once

#include <cstdint>
#include <filesystem>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "grader/pipeline/measure.hpp"
#include "grader/pipeline/runners.hpp"
#include "grader/pipeline/toolchain.hpp"

namespace grader {

/// What parts of one operation and size are measured in.
struct MeasuringMemory {
  int operation = 0;   ///< Operation::id
  course::Size asked;  ///< the size that course.toml has; where memory is short, the workspaces' is smaller
  std::unique_ptr<backends::Workspace> students;    ///< null: given back
  std::unique_ptr<backends::Workspace> references;  ///< of the reference; null: given back
  std::string note;                                 ///< says so when less than asked for is used; else empty
  units::GBps copy{};                               ///< what was measured in it; 0: nothing yet
};

/// How many submissions a bench is for. After the only one, nothing of it is left on the device when the turn ends.
enum class Serves : std::uint8_t { one, many };

/// What gradings on one device share: the backend, started runners, lent memory and what is known of references.
class Bench {
 public:
  /// `limits` must outlive it. The same exceptions as choose_toolchain().
  Bench(const std::filesystem::path& root, const BackendChoice& choice, const course::Limits& limits, Serves serves);
  Bench(Toolchain toolchain, const course::Limits& limits, Serves serves);  ///< On a backend that was chosen before.
  /// Keeps what it gets to know of references in `file`, for the next bench, and begins with what is there.
  void keep_references_in(const std::filesystem::path& file) { kept_references_ = file; }
  ~Bench();
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;

  /// The backend, and why it was chosen.
  const Toolchain& toolchain() const { return toolchain_; }
  /// What grades here.
  const backends::Backend& backend() const { return *toolchain_.backend; }
  /// Processes that were started ahead.
  Runners& runners() { return runners_; }
  /// How many submissions it is for.
  Serves serves() const { return serves_; }

  /// Memory for a part. While a call of this lends memory, no other may be lent to a runner but the reference's.
  MeasuringMemory& memory_for(const Context& context, const course::Part& part);

  /// All that takes part in measuring there. `library` is the reference's.
  Participants participants(Session& student, const std::filesystem::path& library, std::uint64_t schedule,
                            MeasuringMemory& memory, Stopwatch* stopwatch);

  /// What was predicted of the solution's parts, by their ids: nothing where it cannot be. For one lab and one device.
  std::map<std::string, std::optional<PredictedSpeed>>& predicted_references() { return predicted_references_; }

  /// Gives back all that it has of the device.
  void leave();

 private:
  void clear();
  std::string references_key() const;
  void lend(const Context& context, const course::Part& part, MeasuringMemory& memory);

  Toolchain toolchain_;
  const course::Limits& limits_;
  Serves serves_;
  Runners runners_;
  std::list<MeasuringMemory> memories_;
  // Declared after the memory, so that they end before it: memory is not freed while the watch runs.
  std::filesystem::path library_;
  std::optional<Session> reference_;
  std::unique_ptr<backends::DeviceWatch> watch_;
  References references_;
  std::filesystem::path kept_references_;  // empty: nowhere
  std::map<std::string, std::optional<PredictedSpeed>> predicted_references_;
};

}  // namespace grader
