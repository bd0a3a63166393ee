#include "simt/devices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "support/config/table.hpp"

namespace simt {
namespace {

using config::Table;
using memory::Device;

int small(Table& table, std::string_view key, config::NumberRange range) {
  return static_cast<int>(table.whole_number(key, range));
}

int power_of_two(Table& table, std::string_view key, config::NumberRange range) {
  return static_cast<int>(table.power_of_two(key, range));
}

void read_requests(Table table, Device& device) {
  device.request_lanes = power_of_two(table, "lanes", {16, 32});
  device.rule = table.choice("rule", {"sectors", "segments"}) == 0 ? memory::Rule::sectors : memory::Rule::segments;
  if ((device.rule == memory::Rule::segments) != (device.request_lanes == 16)) {
    table.complain("rule", "segments go with 16 lanes, sectors with 32");
  }
  device.sector_bytes = power_of_two(table, "sector_bytes", {32, 32});
  table.finish();
}

void read_shared(Table table, Device& device) {
  device.banks = power_of_two(table, "banks", {1, 32});
  device.bank_bytes = power_of_two(table, "bank_bytes", {4, 8});
  device.cycles_per_wavefront = small(table, "cycles_per_wavefront", {1, 64});
  device.shared_bytes_per_multiprocessor = table.whole_number("kib_per_multiprocessor", {1, 1 << 20}) << 10;
  device.reserved_shared_bytes_per_block = table.whole_number("reserved_bytes_per_block", {0, 1 << 16});
  if (device.reserved_shared_bytes_per_block >= device.shared_bytes_per_multiprocessor) {
    table.complain("reserved_bytes_per_block", "is all that a multiprocessor has");
  }
  table.finish();
}

void read_multiprocessors(Table table, Device& device) {
  device.multiprocessors = small(table, "count", {1, 1 << 16});
  device.clock_hz = table.number("clock_ghz", {0.01, 100}) * 1e9;
  device.multiply_adds_per_cycle = small(table, "multiply_adds_per_cycle", {1, 1 << 16});
  device.registers_per_multiprocessor = small(table, "registers", {1024, 1 << 24});
  device.threads_per_multiprocessor = small(table, "threads", {32, 1 << 16});
  device.blocks_per_multiprocessor = small(table, "blocks", {1, 1 << 16});
  table.finish();
}

void read_dram(Table table, Device& device) {
  device.memory_bus_bits = small(table, "bus_bits", {8, 1 << 16});
  device.dram_bytes_per_second = table.number("bandwidth_gbps", {0.1, 1e6}) * 1e9;
  device.copy_bytes_per_second = table.number("copy_gbps", {0, 1e6}) * 1e9;
  table.finish();
}

void read_caches(Table table, Device& device) {
  device.l1_bytes = table.whole_number("l1_kib", {0, 1 << 20}) << 10;
  device.l2_bytes = table.whole_number("l2_kib", {0, 1 << 24}) << 10;
  device.cache_line_bytes = power_of_two(table, "line_bytes", {32, 1024});
  device.most_persisting_bytes = table.whole_number("persisting_kib", {0, 1 << 24}) << 10;
  device.most_window_bytes = table.whole_number("window_bytes", {0, std::int64_t{1} << 31});
  if (device.most_persisting_bytes >= device.l2_bytes && device.most_persisting_bytes > 0) {
    table.complain("persisting_kib", "leaves nothing of the second level for all other lines");
  }
  table.finish();
}

void read_link(Table table, Device& device) {
  device.copy_engines = small(table, "copy_engines", {1, 2});
  device.pinned_bytes_per_second = table.number("pinned_gbps", {0.01, 1e4}) * 1e9;
  device.pageable_bytes_per_second = table.number("pageable_gbps", {0.01, 1e4}) * 1e9;
  if (device.pageable_bytes_per_second > device.pinned_bytes_per_second) {
    table.complain("pageable_gbps", "staging a copy cannot make it faster than pinned_gbps");
  }
  device.pin_bytes_per_second = table.number("pin_gbps", {0.01, 1e4}) * 1e9;
  device.launch_seconds = table.number("launch_us", {0, 1e4}) * 1e-6;
  table.finish();
}

void read_partitions(Table table, Device& device) {
  device.partitions = power_of_two(table, "count", {1, 1024});
  device.partition_bytes = power_of_two(table, "bytes", {128, 1 << 20});
  device.blocks_in_flight = small(table, "blocks_in_flight", {1, 1 << 20});
  table.finish();
}

void read_timing(Table table, Device& device) {
  memory::Timing& timing = device.timing;
  constexpr double giga = 1e9, nano = 1e-9;
  timing.is_measured = table.flag("measured");
  timing.dram_load_bytes_per_second = table.number("dram_load_gbps", {0.1, 1e6}) * giga;
  timing.dram_store_bytes_per_second = table.number("dram_store_gbps", {0.1, 1e6}) * giga;
  timing.l2_load_bytes_per_second = table.number("l2_load_gbps", {0.1, 1e6}) * giga;
  timing.l2_store_bytes_per_second = table.number("l2_store_gbps", {0.1, 1e6}) * giga;
  timing.l1_lines_per_cycle = table.number("l1_lines_per_cycle", {0.01, 100});
  timing.l1_request_cycles = table.number("l1_request_cycles", {0.01, 100});
  timing.constant_word_cycles = table.number("constant_word_cycles", {0, 1000});
  timing.dram_fetch_bytes = power_of_two(table, "dram_fetch_bytes", {32, 64});
  timing.dram_seconds = table.number("dram_ns", {1, 1e5}) * nano;
  timing.l2_seconds = table.number("l2_ns", {1, 1e5}) * nano;
  timing.l1_seconds = table.number("l1_ns", {1, 1e5}) * nano;
  timing.shared_seconds = table.number("shared_ns", {1, 1e5}) * nano;
  timing.barrier_seconds = table.number("barrier_ns", {0.1, 1e5}) * nano;
  timing.barrier_warp_seconds = table.number("barrier_warp_ns", {0, 1e5}) * nano;
  timing.block_seconds = table.number("block_ns", {0, 1e5}) * nano;
  timing.warp_seconds = table.number("warp_ns", {0, 1e5}) * nano;
  timing.thread_seconds = table.number("thread_ns", {0, 1e5}) * nano;
  timing.update_sector_seconds = table.number("update_sector_ns", {0, 1e5}) * nano;
  timing.update_again_seconds = table.number("update_again_ns", {0, 1e5}) * nano;
  timing.update_chunk_bytes = power_of_two(table, "update_chunk_bytes", {32, 1 << 16});
  timing.launch_seconds = table.number("launch_ns", {0, 1e6}) * nano;
  timing.instruction_seconds = table.number("instruction_ns", {0.01, 1e4}) * nano;
  timing.issue_per_cycle = table.number("issue_per_cycle", {0.01, 100});
  using memory::Pipe;
  const std::pair<Pipe, const char*> kinds[] = {
      {Pipe::single, "single_per_cycle"},     {Pipe::integer, "integer_per_cycle"},
      {Pipe::special, "special_per_cycle"},   {Pipe::doubles, "double_per_cycle"},
      {Pipe::exchange, "exchange_per_cycle"}, {Pipe::product, "product_per_cycle"}};
  for (const auto& [pipe, key] : kinds) {
    timing.per_cycle[static_cast<std::size_t>(pipe)] = table.number(key, {0.001, 100});
  }
  table.finish();
}

/// One key for each bound, as the one that most kernels of it were measured with.
void read_ranges(Table table, Device& device) {
  constexpr const char* keys[memory::bounds] = {"dram",    "l2",       "l1",     "shared",  "constant", "instructions",
                                                "updates", "barriers", "blocks", "latency", "launch"};
  for (int i = 0; i < memory::bounds; ++i) {
    memory::SpeedRange& range = device.speed_ranges[static_cast<std::size_t>(i)];
    range.low = table.number(fmt::format("{}_low", keys[i]), {0.01, 100});
    range.high = table.number(fmt::format("{}_high", keys[i]), {0.01, 100});
    if (range.low > range.high)
      table.complain(fmt::format("{}_low", keys[i]), "is more than the other end of the range");
  }
  table.finish();
}

Device read_device(Table root) {
  Device device;
  const std::string name = root.text("name", sizeof device.name - 1);
  std::fill(std::begin(device.name), std::end(device.name), '\0');
  name.copy(device.name, sizeof device.name - 1);
  device.compute_capability = static_cast<int>(std::lround(root.number("compute_capability", {1, 20}) * 10));
  read_requests(root.table("requests"), device);
  read_shared(root.table("shared"), device);
  read_multiprocessors(root.table("multiprocessors"), device);
  read_dram(root.table("dram"), device);
  read_caches(root.table("caches"), device);
  read_link(root.table("link"), device);
  const std::optional<Table> partitions = root.optional_table("partitions");
  device.has_hashed_partitions = !partitions;
  if (partitions) read_partitions(*partitions, device);
  if (std::optional<Table> timing = root.optional_table("timing")) read_timing(*timing, device);
  if (std::optional<Table> ranges = root.optional_table("speed_ranges")) read_ranges(*ranges, device);
  root.finish();
  return device;
}

}  // namespace

memory::Device parse_device(std::string_view text, std::string_view file) {
  return read_device(config::parse(text, file));
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
    throw UnknownDevice(fmt::format("there is no device \"{}\"; {} describes {}", name, folder.string(),
                                    names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "))));
  }
  return read_device(config::load(folder / fmt::format("{}.toml", name)));
}

}  // namespace simt
