// One library in a runner, with a new runner whenever the last one did not survive.
#pragma once

#include <filesystem>
#include <memory>

#include "backends/backend.hpp"
#include "grader/stopwatch.hpp"

namespace grader {

class Session {
 public:
  Session(const backends::Backend& backend, std::filesystem::path library, const course::Limits& limits,
          std::uint64_t schedule, Stopwatch* stopwatch = nullptr)
      : backend_(backend), library_(std::move(library)), limits_(limits), schedule_(schedule), stopwatch_(stopwatch) {}

  virtual ~Session() = default;

  /// Runs a part on `workspace`, lending it first where it is not lent yet.
  virtual backends::RunOutcome run(const course::Lab& lab, const course::Part& part,
                                   const backends::Workspace& workspace, const backends::PartRunOptions& options);

  /// Stops the library's process until the next run, whose clock starts before the process goes on. False when that
  /// cannot be done; then the process has been ended.
  [[nodiscard]] virtual bool pause();

  /// Takes `pause` back.
  virtual void go_on();

  /// Ends the library's process: from now on it has no part of the device and of lent memory. The next run starts
  /// another one.
  virtual void end();

  /// Must be called before a workspace that was used in `run` ends.
  virtual void take_back();

  /// Whether the library runs behind the walls that the backend asks for; fewer may stand where nothing worked behind
  /// them.
  bool is_confined() const { return walls_ != Walls::none; }
  bool has_own_processes() const { return walls_ == Walls::all; }

 private:
  enum class Walls { all, but_processes, none };

  backends::RunOutcome start_and_lend(const backends::Workspace& workspace);
  void start();
  backends::Runner runner() const;
  bool lower_walls();

  const backends::Backend& backend_;
  std::filesystem::path library_;
  const course::Limits& limits_;
  std::uint64_t schedule_;
  Stopwatch* stopwatch_;
  Walls walls_ = Walls::all;  // CUDA does not work behind all of them everywhere
  units::Seconds spent_;      // by all runners so far
  std::unique_ptr<backends::RunnerProcess> runner_;
  const backends::Workspace* lent_ = nullptr;
};

}  // namespace grader
