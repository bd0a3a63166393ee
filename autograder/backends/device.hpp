// What a result was measured on.
#pragma once

#include <optional>
#include <string>

#include "support/units.hpp"

namespace backends {

/// The device that counters follow when no other is asked for; the limits of the course are meant for it.
inline constexpr char default_device[] = "h200";

/// The device of a result, as reports show it.
struct DeviceInfo {
  std::string name;                 ///< "NVIDIA H200", or "emulated h200"
  std::string sm;                   ///< "9.0", empty for the emulator
  std::string driver;               ///< "13.0" as the driver reports it, empty for the emulator
  std::string toolkit;              ///< "13.0" or "clang 14.0.6"
  std::optional<units::GBps> copy;  ///< the copy roofline of this run
};

}  // namespace backends
