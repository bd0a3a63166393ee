#include "simt/core/streams/streams.hpp"

#include "simt/explore/explorers.hpp"

namespace simt::explore {
namespace {

constexpr std::int64_t threads = 256;  // of a block of the kernel, one float each

std::string name_of(OperationKind kind) {
  if (kind == OperationKind::copy_to_device) return "copy in";
  return kind == OperationKind::copy_to_host ? "copy out" : "kernel";
}

// The operations of one chunk, in the order of its data.
std::vector<core::Operation> operations_of(const Question& question, const memory::Device& device,
                                           std::int64_t floats) {
  const auto bytes = floats * static_cast<std::int64_t>(sizeof(float));
  core::Operation in;
  in.kind = OperationKind::copy_to_device;
  in.bytes = bytes;
  in.is_pageable = question.choice("memory", {"pinned", "pageable"}) == "pageable";
  core::Operation kernel;
  kernel.work.device_bytes = 2 * bytes * question.number("passes", 1, 1000);
  const auto blocks = static_cast<double>(ceil_div(floats, threads));
  kernel.share = std::min(1.0, blocks / device.multiprocessors);
  core::Operation out = in;
  out.kind = OperationKind::copy_to_host;
  return {in, kernel, out};
}

}  // namespace

Json streams(const Question& question, const memory::Device& of_file) {
  memory::Device device = of_file;
  if (const std::int64_t engines = question.number("engines", 0, 2); engines != 0) {
    device.copy_engines = static_cast<int>(engines);
  }
  const std::int64_t floats = question.number("mebibytes", 1, 4096) << 18;
  const std::int64_t chunks = question.number("chunks", 1, 64);
  const std::int64_t count = question.number("streams", 1, 16);
  const bool is_depth_first = question.choice("order", {"depth", "breadth"}) == "depth";

  core::Streams timeline(device);
  std::vector<core::StreamNumber> numbers;
  for (std::int64_t i = 0; i < count; ++i) numbers.push_back(timeline.create(true));
  timeline.begin_time();
  std::vector<std::int64_t> chunk_of;
  const auto issue = [&](std::int64_t chunk, std::size_t stage) {
    const std::int64_t first = floats * chunk / chunks;
    const std::int64_t last = floats * (chunk + 1) / chunks;
    core::Operation operation = operations_of(question, device, last - first)[stage];
    operation.stream = numbers[static_cast<std::size_t>(chunk % count)];
    timeline.issue(operation);
    chunk_of.push_back(chunk);
  };
  constexpr std::int64_t stages = 3;
  for (std::int64_t i = 0; i < stages * chunks; ++i) {
    if (is_depth_first) {
      issue(i / stages, static_cast<std::size_t>(i % stages));
    } else {
      issue(i % chunks, static_cast<std::size_t>(i / chunks));
    }
  }

  Json operations = Json::array();
  double end = 0;
  double serial = 0;
  for (std::size_t i = 0; i < chunk_of.size(); ++i) {
    const OperationRecord& one = timeline.operations()[i];
    end = std::max(end, one.end);
    serial += one.end - one.start;
    operations.push_back({{"kind", name_of(one.kind)},
                          {"chunk", chunk_of[i]},
                          {"stream", one.stream},
                          {"start", one.start},
                          {"end", one.end}});
  }
  return {{"operations", operations}, {"seconds", end}, {"serial", serial}, {"engines", device.copy_engines}};
}

}  // namespace simt::explore
