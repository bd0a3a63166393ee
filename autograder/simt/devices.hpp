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

/// What is wrong with a device description, as "gtx280.toml:11: shared.banks: is 17; must be a power of two …". A
/// key that is missing is reported at the line of the table it should be in.
class DeviceError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reads and validates; every key must be known and in range, and all must be there but the table [partitions]:
/// without it, addresses are hashed over the partitions. Throws DeviceError for the first thing that is wrong.
memory::Device parse_device(std::string_view text, std::string_view file);

/// The device `name` of `folder`: the file <name>.toml. The message for an unknown name lists those there are.
memory::Device load_device(const std::filesystem::path& folder, std::string_view name);

/// The names of the devices described in `folder`, sorted.
std::vector<std::string> device_names(const std::filesystem::path& folder);

}  // namespace simt
