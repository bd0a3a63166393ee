// Device descriptions, read from files such as simt/devices/gtx280.toml. Not for what the numbers mean; see
// simt/memory/device.hpp.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "simt/memory/device.hpp"

namespace simt {

/// There is no device of that name; the message lists those there are.
class UnknownDevice : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reads and validates; every key must be known and in range, and all must be there but the table [partitions]:
/// without it, addresses are hashed over the partitions. Throws config::Error for the first thing that is wrong.
memory::Device parse_device(std::string_view text, std::string_view file);

/// The device `name` of `folder`: the file <name>.toml. Throws UnknownDevice, or config::Error.
memory::Device load_device(const std::filesystem::path& folder, std::string_view name);

/// The names of the devices described in `folder`, sorted.
std::vector<std::string> device_names(const std::filesystem::path& folder);

}  // namespace simt
