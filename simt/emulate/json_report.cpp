#include <nlohmann/json.hpp>

#include "simt/emulate/report.hpp"
#include "simt/emulate/traffic_rows.hpp"
#include "simt/simt.hpp"

namespace simt::emulate {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const Index3& index) { return {index.x, index.y, index.z}; }

/// A line, or null where it is unknown.
Json line_json(std::uint64_t pc, const Lines& lines) {
  const int line = line_of(pc, lines);
  return line == 0 ? Json() : Json(line);
}

Json traffic_json(const std::vector<SiteTraffic>& sites, const Lines& lines) {
  Json rows = Json::array();
  for (const LineTraffic& row : by_line(sites, lines)) {
    Json& json = rows.emplace_back(Json{{"line", row.line == 0 ? Json() : Json(row.line)},
                                        {"memory", name_of(row.sum.space)},
                                        {"op", name_of(row.sum.access)},
                                        {"bytes", row.sum.bytes}});
    for (const Counter& counter : counters) {
      if (counter.is_about(row.sum)) json[std::string(counter.key)] = row.sum.*counter.value;
    }
  }
  return rows;
}

Json launches_json(const std::vector<LaunchRecord>& launches, const Lines& lines) {
  Json all = Json::array();
  for (const LaunchRecord& launch : launches) {
    all.push_back(Json{{"kernel", launch.kernel},
                       {"grid", to_json(launch.grid)},
                       {"block", to_json(launch.block)},
                       {"dynamic_shared", launch.dynamic_shared},
                       {"stream", launch.stream},
                       {"cooperative", launch.is_cooperative},
                       {"line", line_json(launch.pc, lines)},
                       {"traffic", traffic_json(launch.traffic, lines)}});
  }
  return all;
}

Json finding_json(const FindingRecord& finding, std::uint64_t schedule, const Lines& lines) {
  return {{"kind", kind_name(finding)},
          {"line", line_json(finding.pc, lines)},
          {"other_line", line_json(finding.other_pc, lines)},
          {"launch", finding.launch == 0 ? Json() : Json(finding.launch)},
          {"schedule", schedule},
          {"count", finding.count},
          {"text", words(finding, lines)}};
}

Json findings_json(const Evidence& evidence, std::uint64_t schedule, const Lines& lines) {
  Json all = Json::array();
  for (const FindingRecord& finding : evidence.findings) all.push_back(finding_json(finding, schedule, lines));
  for (const auto& [finding, other] : evidence.in_other_orders) all.push_back(finding_json(finding, other, lines));
  return all;
}

std::string_view operation_name(OperationKind kind) {
  switch (kind) {
    case OperationKind::kernel:
      return "kernel";
    case OperationKind::copy_to_device:
      return "copy to device";
    case OperationKind::copy_to_host:
      return "copy to host";
    case OperationKind::copy_on_device:
      return "copy on device";
    case OperationKind::fill:
      return "fill";
    case OperationKind::host_function:
      return "host function";
  }
  return "unknown";
}

Json timeline_json(const std::vector<OperationRecord>& operations, const Lines& lines) {
  Json all = Json::array();
  for (const OperationRecord& operation : operations) {
    all.push_back(Json{{"kind", operation_name(operation.kind)},
                       {"label", std::string(operation.label)},
                       {"stream", operation.stream},
                       {"line", line_json(operation.pc, lines)},
                       {"bytes", operation.bytes},
                       {"start", operation.start},
                       {"end", operation.end}});
  }
  return all;
}

}  // namespace

std::string json_report(const ProgramRun& run, const ProgramOptions& options) {
  Json json{{"schema", 1},
            {"source", options.source.filename().string()},
            {"device", options.device},
            {"schedule", options.schedule.value_or(0)},
            {"exit_status", run.ending.by_signal ? Json() : Json(run.ending.code)},
            {"signal", run.ending.by_signal ? Json(run.ending.code) : Json()},
            {"complete", run.evidence.has_value()}};
  const Evidence evidence = run.evidence.value_or(Evidence{});
  json["launch_count"] = evidence.launch_count;
  json["untried_launches"] = {{"with_threads", evidence.untried.with_threads},
                              {"with_shared_memory", evidence.untried.with_shared_memory}};
  json["launches"] = launches_json(evidence.launches, run.lines);
  json["traffic"] = traffic_json(evidence.traffic, run.lines);
  json["findings"] = findings_json(evidence, options.schedule.value_or(0), run.lines);
  json["timeline"] = timeline_json(evidence.operations, run.lines);
  // The program chooses some of the text: bytes that are no UTF-8 are replaced.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace simt::emulate
