// Reads device descriptions from files such as simt/devices/gtx280.toml. The meaning of the numbers is explained in
// simt/memory/device.hpp.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "simt/memory/device.hpp"

namespace simt {

/// There is no device with this name; the message lists the known names.
class UnknownDevice : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reads and validates a description. Every key must be known, present and in range. Only three tables may be
/// missing: without [partitions], addresses are hashed over the partitions; without [timing], no time is predicted;
/// without [speed_ranges], it is not known how far off predictions are. In [timing], measured = false marks numbers
/// that are only stated. Throws config::Error for the first error.
memory::Device parse_device(std::string_view text, std::string_view file);

/// The device `name` of `folder`: the file <name>.toml. Throws UnknownDevice, or config::Error.
memory::Device load_device(const std::filesystem::path& folder, std::string_view name);

/// The names of the devices described in `folder`, sorted.
std::vector<std::string> device_names(const std::filesystem::path& folder);

}  // namespace simt
