// Compiles an experiment, runs it on the GPU or in the emulator, and says where it was measured.
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "experiments/list.hpp"
#include "experiments/outcome.hpp"

namespace experiments {

struct Request {
  std::filesystem::path root;  ///< the course's folder
  const Entry* entry = nullptr;
  std::string backend = "auto";                    ///< auto, cuda or simt
  std::string device;                              ///< whose rules the emulator follows; not empty: the emulator runs
  std::string commit;                              ///< empty: git is asked
  std::function<void(std::string_view)> progress;  ///< one line, what is being done; may be empty
};

/// Throws backends::CannotGrade with what is missing or what went wrong, simt::UnknownDevice, process::Interrupted.
Outcome run(const Request& request);

/// Compiles for the GPU that is here, or for sm 9.0, so that another machine can run them as they are; what was
/// compiled from the same files already is left alone. Throws what `run` throws.
void build(const std::filesystem::path& root, std::span<const Entry> entries,
           const std::function<void(std::string_view)>& progress);

/// Where the data of an experiment goes when nobody says where.
std::filesystem::path default_data_file(const std::filesystem::path& root, const Entry& entry);

}  // namespace experiments
