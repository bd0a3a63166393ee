// Which backends this machine can use, and why not.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "backends/backend.hpp"
#include "backends/device.hpp"
#include "backends/registry.hpp"

namespace grader {

using backends::default_device;

/// One kind of backend on this machine.
struct Toolchain {
  const backends::Registration* kind = nullptr;  ///< of the registry
  std::unique_ptr<backends::Backend> backend;    ///< null when it cannot be used here
  std::string note;  ///< why it cannot be used; of a chosen one: why those that are preferred cannot
};

/// One for each registered backend, in the registry's order. `root` is the course's folder.
std::vector<Toolchain> toolchains(const std::filesystem::path& root);

/// The backend of this kind, or else its compiler where that works without the backend's device. Null where neither can
/// be used here.
std::unique_ptr<backends::Compiler> usable_compiler(const backends::Registration& kind,
                                                    const std::filesystem::path& root);

/// What a choice of backend must fulfil.
struct BackendChoice {
  std::string name = "auto";            ///< "auto", or of a registered backend
  std::string device = default_device;  ///< whose rules are followed, should a backend that counts be chosen
  bool must_time = false;               ///< only a backend that measures time will do
  bool must_count = false;              ///< only a backend that counts will do
  bool predicts = false;                ///< and it counts instructions, too
};

/// The first backend that fulfils `choice` and can be used here. Throws UsageError when no backend fulfils it,
/// CannotGrade with what is missing, simt::UnknownDevice for a device that is not described.
Toolchain choose_toolchain(const std::filesystem::path& root, const BackendChoice& choice);

}  // namespace grader
