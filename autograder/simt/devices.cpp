#include "simt/devices.hpp"

#include <fmt/format.h>

#define TOML_HEADER_ONLY 1
#include <toml++/toml.h>

#include <algorithm>
#include <bit>
#include <fstream>
#include <set>
#include <sstream>

namespace simt {
namespace {

using memory::Device;

class Reader {
 public:
  Reader(const toml::table& root, std::string_view file) : root_(root), file_(file) {}

  double number(const std::string& key, double least, double most) {
    const toml::node& node = require(key);
    const auto value = node.value<double>();
    if (!node.is_number() || !(*value >= least && *value <= most)) {
      fail(key, node, fmt::format("must be a number from {} to {}", least, most));
    }
    return *value;
  }

  std::int64_t whole(const std::string& key, std::int64_t least, std::int64_t most) {
    const toml::node& node = require(key);
    const auto value = node.value_exact<std::int64_t>();
    if (!value || *value < least || *value > most) {
      fail(key, node, fmt::format("must be a whole number from {} to {}", least, most));
    }
    return *value;
  }

  int small(const std::string& key, int least, int most) { return static_cast<int>(whole(key, least, most)); }

  int power_of_two(const std::string& key, int least, int most) {
    const toml::node& node = require(key);
    const auto value = node.value_exact<std::int64_t>();
    if (!value || *value < least || *value > most || !std::has_single_bit(static_cast<std::uint64_t>(*value))) {
      fail(key, node, fmt::format("must be a power of two from {} to {}", least, most));
    }
    return static_cast<int>(*value);
  }

  std::string text(const std::string& key, std::size_t most) {
    const toml::node& node = require(key);
    const auto value = node.value_exact<std::string>();
    if (!value || value->empty() || value->size() > most) {
      fail(key, node, fmt::format("must be a string of 1 to {} characters", most));
    }
    return *value;
  }

  bool has_table(const std::string& name) const { return root_[name].is_table(); }

  [[noreturn]] void fail(const std::string& key, const toml::node& node, std::string_view what) const {
    fail_at(line_of(node), key, what);
  }

  [[noreturn]] void complain(const std::string& key, std::string_view what) const {
    fail(key, *root_.at_path(key).node(), what);
  }

  /// Reports the first key that nobody asked for.
  void finish() const {
    for (const auto& [name, node] : root_) {
      const std::string key(name.str());
      if (!node.is_table()) {
        check_known(key, node);
      } else {
        for (const auto& [inner, value] : *node.as_table()) check_known(key + "." + std::string(inner.str()), value);
      }
    }
  }

 private:
  static toml::source_index line_of(const toml::node& node) {
    return std::max<toml::source_index>(node.source().begin.line, 1);
  }

  [[noreturn]] void fail_at(toml::source_index line, const std::string& key, std::string_view what) const {
    throw DeviceError(fmt::format("{}:{}: {}: {}", file_, line, key, what));
  }

  void check_known(const std::string& key, const toml::node& node) const {
    if (!asked_.contains(key)) fail(key, node, "is not known; simt/devices/h200.toml has every key");
  }

  const toml::node& require(const std::string& key) {
    asked_.insert(key);
    const toml::node* const node = root_.at_path(key).node();
    if (node != nullptr) return *node;
    const toml::node* const table = root_.at_path(key.substr(0, key.find('.'))).node();
    fail_at(line_of(table == nullptr ? static_cast<const toml::node&>(root_) : *table), key, "is missing; add it here");
  }

  const toml::table& root_;
  std::string_view file_;
  std::set<std::string> asked_;
};

void read_requests(Reader& reader, Device& device) {
  device.request_lanes = reader.power_of_two("requests.lanes", 16, 32);
  const std::string rule = reader.text("requests.rule", 16);
  if (rule != "sectors" && rule != "segments") {
    reader.complain("requests.rule", fmt::format("is \"{}\"; must be \"sectors\" or \"segments\"", rule));
  }
  device.rule = rule == "sectors" ? memory::Rule::sectors : memory::Rule::segments;
  if ((device.rule == memory::Rule::segments) != (device.request_lanes == 16)) {
    reader.complain("requests.rule", "segments go with 16 lanes, sectors with 32");
  }
  device.sector_bytes = reader.power_of_two("requests.sector_bytes", 32, 32);
}

void read_shared(Reader& reader, Device& device) {
  device.banks = reader.power_of_two("shared.banks", 1, 32);
  device.bank_bytes = reader.power_of_two("shared.bank_bytes", 4, 8);
  device.cycles_per_pass = reader.small("shared.cycles_per_pass", 1, 64);
  device.shared_bytes_per_multiprocessor = reader.whole("shared.kib_per_multiprocessor", 1, 1 << 20) << 10;
}

void read_multiprocessors(Reader& reader, Device& device) {
  device.multiprocessors = reader.small("multiprocessors.count", 1, 1 << 16);
  device.clock_hz = reader.number("multiprocessors.clock_ghz", 0.01, 100) * 1e9;
  device.threads_per_multiprocessor = reader.small("multiprocessors.threads", 32, 1 << 16);
  device.blocks_per_multiprocessor = reader.small("multiprocessors.blocks", 1, 1 << 16);
}

void read_memory(Reader& reader, Device& device) {
  device.dram_bytes_per_second = reader.number("dram.bandwidth_gbps", 0.1, 1e6) * 1e9;
  device.copy_bytes_per_second = reader.number("dram.copy_gbps", 0, 1e6) * 1e9;
  device.l1_bytes = reader.whole("caches.l1_kib", 0, 1 << 20) << 10;
  device.l2_bytes = reader.whole("caches.l2_kib", 0, 1 << 24) << 10;
  device.cache_line_bytes = reader.power_of_two("caches.line_bytes", 32, 4096);
  device.has_hashed_partitions = !reader.has_table("partitions");
  if (device.has_hashed_partitions) return;
  device.partitions = reader.power_of_two("partitions.count", 1, 1024);
  device.partition_bytes = reader.power_of_two("partitions.bytes", 128, 1 << 20);
  device.blocks_in_flight = reader.small("partitions.blocks_in_flight", 1, 1 << 20);
}

Device read_device(Reader reader) {
  Device device;
  const std::string name = reader.text("name", sizeof device.name - 1);
  std::fill(std::begin(device.name), std::end(device.name), '\0');
  name.copy(device.name, sizeof device.name - 1);
  read_requests(reader, device);
  read_shared(reader, device);
  read_multiprocessors(reader, device);
  read_memory(reader, device);
  reader.finish();
  return device;
}

}  // namespace

memory::Device parse_device(std::string_view text, std::string_view file) {
  try {
    const toml::table root = toml::parse(text, file);
    return read_device(Reader(root, file));
  } catch (const toml::parse_error& error) {
    const auto line = std::max<toml::source_index>(error.source().begin.line, 1);
    throw DeviceError(fmt::format("{}:{}: this is not TOML: {}", file, line, error.description()));
  }
}

std::vector<std::string> device_names(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".toml") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

memory::Device load_device(const std::filesystem::path& folder, std::string_view name) {
  const std::vector<std::string> names = device_names(folder);
  // A name, not a path: it may come from a command line.
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    throw DeviceError(fmt::format("there is no device \"{}\"; {} describes {}", name, folder.string(),
                                  names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "))));
  }
  const std::filesystem::path file = folder / fmt::format("{}.toml", name);
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  if (!stream || !(text << stream.rdbuf())) throw DeviceError(fmt::format("{}: cannot be read", file.string()));
  return parse_device(text.str(), file.filename().string());
}

}  // namespace simt
