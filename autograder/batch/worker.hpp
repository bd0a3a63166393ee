// One `grade` process that grades one submission, or compiles it. Not for which one, or what is done with the result.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "support/process/child.hpp"
#include "support/process/descriptor.hpp"

namespace batch {

/// A call of `grade`.
struct Call {
  std::filesystem::path program;  ///< `grade`
  std::filesystem::path root;     ///< the course's folder
  std::string lab;                ///< "lab3"
  std::filesystem::path source;
  std::vector<std::string> only;  ///< parts; empty: all
  std::string backend;
  std::string device;
  std::string seed;
  std::string gpu;               ///< for CUDA_VISIBLE_DEVICES; empty: as it is
  std::filesystem::path folder;  ///< for its output; exists
};

/// What came of it.
struct Outcome {
  int status = 0;    ///< the exit status of `grade`; -1 if it crashed or was given up
  std::string json;  ///< empty where it wrote none
  std::string text;  ///< what it printed
};

/// What a process gets for a call, but for its command.
process::ChildOptions options_of(const Call& call);
/// Where the results of a call are written, and what has been.
std::filesystem::path json_of(const Call& call);
std::filesystem::path text_of(const Call& call);
Outcome written_by(const Call& call);
/// Of a grader that is given up.
std::string words_after(double seconds);

/// What compiles has no report and status 0; what does not has its report.
enum class Work : std::uint8_t { grade, compile };

class Worker {
 public:
  /// Starts it. Throws std::system_error.
  explicit Worker(const Call& call, Work work = Work::grade);

  /// Empty while it runs. A worker that has had `most_seconds` is ended.
  std::optional<Outcome> outcome(double most_seconds);

  /// Stops it and all that it has started until `resume`.
  void pause();
  void resume();

 private:
  Call call_;
  process::Descriptor output_;
  std::optional<process::Child> child_;
  process::Clock::time_point started_ = process::Clock::now();
};

/// What CUDA_VISIBLE_DEVICES may name: one for each GPU of this machine, or of those that the variable already names.
std::vector<std::string> visible_gpus();

/// Its clocks now, "1980 MHz, memory 3201 MHz"; empty where the driver does not tell.
std::string clocks_of(const std::string& gpu);

}  // namespace batch
