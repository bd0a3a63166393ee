// Compiles an experiment, runs it on the GPU or in the emulator, and records its provenance.
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "experiments/list.hpp"
#include "experiments/outcome.hpp"

namespace experiments {

/// Which experiment to run, and with what.
struct Settings {
  std::filesystem::path root;    ///< the course's folder
  const Entry* entry = nullptr;  ///< which experiment
  std::string backend = "auto";  ///< "auto", or the name of a backend
  std::string device;            ///< the GPU whose rules the emulator uses; if not empty, a backend that counts runs
  bool predicts = false;         ///< the emulator's counts become times on its device; a backend that counts runs
  std::string commit;            ///< empty: from git
  std::function<void(std::string_view)> progress;  ///< receives one line about the current step; may be empty
};

/// Throws backends::CannotGrade with the missing program or the error, simt::UnknownDevice, process::Interrupted.
Outcome run(const Settings& settings);

/// The measured outcome in the data file `record` with the verdicts that today's judge gives its samples. Needs nvcc,
/// but no GPU, except for experiments whose judge asks the device. Uses root, entry, commit and progress of `settings`.
/// Throws the same as `run`, and CannotGrade if the record is of another experiment or has no samples.
Outcome judge_again(const Settings& settings, const std::filesystem::path& record);

/// Compiles experiments for this machine's GPU, or for sm 9.0 without one; another machine can run the programs without
/// compiling. Programs that are up to date are not compiled again. Throws the same as `run`.
void build(const std::filesystem::path& root, std::span<const Entry> entries,
           const std::function<void(std::string_view)>& progress);

/// The default path of an experiment's data file.
std::filesystem::path default_data_file(const std::filesystem::path& root, const Entry& entry);

}  // namespace experiments
