// Schema 2, field by field. A field may be added; to rename or remove one is schema 3.
#include "report/json.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "grader/words/mismatch.hpp"

namespace report {
namespace {

using Json = nlohmann::ordered_json;

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

std::string_view name(grader::Verdict verdict) {
  switch (verdict) {
    case grader::Verdict::passed:
      return "passed";
    case grader::Verdict::partial:
      return "partial";
    case grader::Verdict::failed:
      return "failed";
    case grader::Verdict::not_attempted:
      return "not_attempted";
    case grader::Verdict::not_on_this_device:
      return "not_on_this_device";
    case grader::Verdict::could_not_be_graded:
      break;
  }
  return "could_not_be_graded";
}

// As many extents as the sizes of the lab, or of the part, have.
Json size(const course::Size& value, int rank) {
  Json extents = Json::array();
  for (int i = 0; i < rank; ++i) extents.push_back(value.extent[i]);
  return extents;
}

template <class Range, class ToJson>
Json array(const Range& range, ToJson to_json) {
  Json result = Json::array();
  for (const auto& element : range) result.push_back(to_json(element));
  return result;
}

Json reason(const grader::Reason& value) { return {{"text", value.text}, {"read_on", text_or_null(value.read_on)}}; }

Json correctness(const grader::Correctness& value, int rank) {
  Json result{{"sizes", array(value.sizes, [&](const course::Size& s) { return size(s, rank); })},
              {"first_mismatch", nullptr}};
  if (const auto& wrong = value.first_mismatch) {
    result["first_mismatch"] = {{"size", size(wrong->size, rank)},
                                {"output", wrong->output},
                                {"element", grader::element_name(wrong->element)},
                                {"index", wrong->index},
                                {"expected", number(wrong->expected)},
                                {"actual", wrong->never_written ? Json(nullptr) : number(wrong->actual)},
                                {"never_written", wrong->never_written}};
  }
  return result;
}

/// For speed that is shown in steps.
Json microseconds_per_step(const grader::Performance& value) {
  if (value.step.empty()) return nullptr;
  return number(value.microseconds_per_step(value.gbps));
}

Json quartiles_in_us(const grader::Quartiles& value) {
  return {number(value.low.value * 1e6), number(value.middle.value * 1e6), number(value.high.value * 1e6)};
}

Json performance(const std::optional<grader::Performance>& value, int rank) {
  if (!value) return nullptr;
  return {{"gbps", number(value->gbps.value)},
          {"ci95", number(value->ci95)},
          {"reference_gbps", number(value->reference.value)},
          {"bound_gbps", value->bound.value > 0 ? number(value->bound.value) : Json(nullptr)},
          {"step", text_or_null(value->step)},
          {"microseconds_per_step", microseconds_per_step(*value)},
          {"min_gbps", number(value->minimum.value)},
          {"device_min_gbps", value->device_minimum.value > 0 ? number(value->device_minimum.value) : Json(nullptr)},
          {"copy_fraction", number(value->copy_fraction)},
          {"samples", value->samples},
          {"launches", value->launches},
          {"size", size(value->size, rank)},
          {"reference_drift", number(value->reference_drift)},
          {"excess_us", quartiles_in_us(value->excess)},
          {"delay_us", quartiles_in_us(value->delay)},
          {"late_us", number(value->late.value * 1e6)},
          {"capped", value->capped},
          {"ended_early", value->ended_early},
          {"outside_clock", value->outside_clock}};
}

Json estimate(const std::optional<grader::EstimatedSpeed>& value) {
  if (!value) return nullptr;
  return {{"seconds", number(value->seconds.value)}, {"gbps", number(value->gbps.value)}};
}

Json predicted(const grader::PredictedSpeed& value) {
  Json result{{"device", value.device},
              {"seconds", number(value.seconds.value)},
              {"gbps", number(value.gbps.value)},
              {"low_gbps", value.high.value > 0 ? number(value.low.value) : Json(nullptr)},
              {"high_gbps", value.high.value > 0 ? number(value.high.value) : Json(nullptr)},
              {"copy_fraction", number(value.copy_share)},
              {"costs", value.is_stated ? "stated" : "measured"},
              {"registers", value.knows_registers ? "known" : "not known"},
              {"bound", simt::memory::name_of(value.times.bound())},
              {"line", value.line > 0 ? Json(value.line) : Json(nullptr)}};
  for (int i = 0; i < simt::memory::bounds; ++i) {
    const auto bound = static_cast<simt::memory::Bound>(i);
    result["bounds"][std::string(simt::memory::name_of(bound))] = number(value.times.of(bound));
  }
  return result;
}

Json levels(const simt::memory::LevelBytes& value) {
  return {{"l1_read_bytes", value.l1_read},
          {"l2_read_bytes", value.l2_read},
          {"dram_read_bytes", value.dram_read},
          {"dram_written_bytes", value.dram_written}};
}

Json traffic(const grader::Traffic& value) {
  return {{"line", value.line},
          {"space", grader::name_of(value.space)},
          {"op", grader::name_of(value.op)},
          {"requests", value.requests},
          {"sectors", value.sectors},
          {"ideal_sectors", value.ideal_sectors},
          {"wavefronts", value.wavefronts},
          {"conflicts", value.conflicts},
          {"transactions", value.transactions},
          {"transaction_bytes", value.transaction_bytes},
          {"levels", levels(value.levels)}};
}

Json metric_value(const course::Metric& metric, const std::optional<double>& value) {
  if (!value) return nullptr;
  return metric.unit == course::Unit::count ? Json(static_cast<std::int64_t>(*value)) : number(*value);
}

Json traffic_summary(const std::optional<grader::TrafficSummary>& value) {
  if (!value) return nullptr;
  Json result;
  for (const course::Metric& metric : course::metrics) {
    result[std::string(metric.key)] = metric_value(metric, value->values[metric]);
  }
  result["levels"] = value->levels ? levels(*value->levels) : Json(nullptr);
  result["estimate"] = estimate(value->estimate);
  if (value->predicted) result["predicted"] = predicted(*value->predicted);
  return result;
}

Json finding(const grader::Finding& value) {
  return {{"kind", value.name}, {"line", value.line > 0 ? Json(value.line) : Json(nullptr)}, {"text", value.text}};
}

std::string_view name(grader::OperationKind kind) {
  switch (kind) {
    case grader::OperationKind::kernel:
      return "kernel";
    case grader::OperationKind::copy_to_device:
      return "copy_to_device";
    case grader::OperationKind::copy_to_host:
      return "copy_to_host";
    case grader::OperationKind::copy_on_device:
      return "copy_on_device";
    case grader::OperationKind::fill:
      return "fill";
    case grader::OperationKind::host_function:
      break;
  }
  return "host_function";
}

std::string_view name(grader::Wait wait) {
  switch (wait) {
    case grader::Wait::nothing:
      return "nothing";
    case grader::Wait::own_stream:
      return "own_stream";
    case grader::Wait::hardware:
      return "hardware";
    case grader::Wait::default_stream:
      return "default_stream";
    case grader::Wait::event:
      return "event";
    case grader::Wait::synchronized:
      return "synchronized";
    case grader::Wait::pageable_copy:
      return "pageable_copy";
    case grader::Wait::blocking_copy:
      break;
  }
  return "blocking_copy";
}

Json line_or_null(int line) { return line > 0 ? Json(line) : Json(nullptr); }

Json operation(const grader::TimelineOperation& value) {
  return {{"stream", value.stream},
          {"kind", name(value.kind)},
          {"label", value.label},
          {"line", line_or_null(value.line)},
          {"bytes", value.bytes},
          {"pageable", value.is_pageable},
          {"start_us", number(value.start * 1e6)},
          {"end_us", number(value.end * 1e6)},
          {"waited_for", name(value.wait)},
          {"waited_for_line", line_or_null(value.wait_line)}};
}

Json predicted_performance(const std::optional<grader::PredictedPerformance>& value) {
  if (!value) return nullptr;
  return {{"device", value->device},
          {"gbps", number(value->gbps.value)},
          {"reference_gbps", number(value->reference.value)},
          {"min_gbps", number(value->minimum.value)},
          {"copy_gbps", number(value->copy.value)}};
}

Json part(const grader::PartResult& value) {
  const int rank = static_cast<int>(value.extents.size());
  return {{"id", value.id},
          {"title", value.title},
          {"verdict", name(value.verdict)},
          {"points", number(value.points)},
          {"max_points", number(value.max_points)},
          {"points_elsewhere", number(value.points_elsewhere)},
          {"points_by", grader::name_of(value.points_by)},
          {"reasons", array(value.reasons, reason)},
          {"correctness", correctness(value.correctness, rank)},
          {"performance", performance(value.performance, rank)},
          {"predicted_performance", predicted_performance(value.predicted)},
          {"traffic", array(value.traffic, traffic)},
          {"traffic_summary", traffic_summary(value.traffic_summary)},
          {"findings", array(value.findings, finding)},
          {"timeline", array(value.timeline, operation)}};
}

Json device(const grader::DeviceInfo& value) {
  return {{"name", value.name},
          {"sm", text_or_null(value.sm)},
          {"driver", text_or_null(value.driver)},
          {"toolkit", text_or_null(value.toolkit)},
          {"copy_gbps", value.copy ? number(value.copy->value) : Json(nullptr)}};
}

Json limits(const course::Limits& value) {
  return {{"compile_seconds", number(value.compile.value)},
          {"compile_memory_bytes", value.compile_memory.value},
          {"work", value.work},
          {"run_seconds", number(value.run.value)},
          {"cpu_seconds", number(value.cpu.value)},
          {"all_seconds", number(value.all.value)},
          {"memory_bytes", value.memory.value},
          {"output_bytes", value.output.value}};
}

Json measuring(const course::Measuring& value) {
  return {{"clear_samples", value.clear_samples},       {"min_samples", value.min_samples},
          {"max_samples", value.max_samples},           {"ci_half_width", value.ci_half_width},
          {"tolerance_seconds", value.tolerance.value}, {"tolerance_share", value.tolerance_share},
          {"max_launches", value.max_launches},         {"memory_share", value.memory_share}};
}

std::string_view name(course::Baseline baseline) {
  switch (baseline) {
    case course::Baseline::reference:
      return "reference";
    case course::Baseline::copy:
      return "copy";
    case course::Baseline::bound:
      break;
  }
  return "bound";
}

Json part_rules(const course::PartRules& value, int rank) {
  Json result{{"points_right", value.points_right},
              {"points_fast", value.points_fast},
              {"points_traffic", value.points_traffic},
              {"zero_at", value.zero_at},
              {"full_at", value.full_at},
              {"baseline", name(value.baseline)},
              {"at_least", value.traffic.at_least}};
  if (!value.min_gbps.empty()) result["min_gbps"] = value.min_gbps;
  for (const course::Metric& metric : course::metrics) {
    if (const auto& limit = value.traffic.at_most[metric]) result[std::string(metric.key)] = *limit;
  }
  if (value.gpu_performance_size) result["performance_size_gpu"] = size(*value.gpu_performance_size, rank);
  if (value.emulator_performance_size) {
    result["performance_size_emulator"] = size(*value.emulator_performance_size, rank);
  }
  if (value.emulator_second_size) {
    result["performance_size_emulator_second"] = size(*value.emulator_second_size, rank);
  }
  return result;
}

/// Null where the rules have no such lab.
Json rules(const course::Rules& value, const std::string& lab, int rank) {
  const auto found = value.labs.find(lab);
  if (found == value.labs.end()) return nullptr;
  const course::LabRules& own = found->second;
  const auto sizes = [&](const std::vector<course::Size>& list) {
    return array(list, [&](const course::Size& s) { return size(s, rank); });
  };
  Json parts = Json::object();
  for (const auto& [id, part] : own.parts) parts[id] = part_rules(part, rank);
  return {{"limits", limits(value.limits)},
          {"points_by_prediction", value.prediction.points},
          {"measure", measuring(value.measuring)},
          {"check_sizes", sizes(own.check_sizes)},
          {"check_sizes_gpu", sizes(own.gpu_check_sizes)},
          {"performance_size_gpu", size(own.gpu_performance_size, rank)},
          {"performance_size_emulator", size(own.emulator_performance_size, rank)},
          {"parts", parts}};
}

Json wall(const grader::Wall& value) { return {{"name", value.name}, {"stands", value.stands}, {"how", value.how}}; }

Json phases(const grader::PhaseTimes& value) {
  Json object = Json::object();
  for (std::size_t i = 0; i < value.size(); ++i) object[std::string(grader::phase_names[i])] = number(value[i].value);
  return object;
}

/// Whatever reads the file may print its strings.
void make_printable(Json& value) {
  if (value.is_string()) {
    value = printable(value.get_ref<const std::string&>());
  } else if (value.is_structured()) {  // another value is its own only member
    for (Json& member : value) make_printable(member);
  }
}

}  // namespace

std::string json_report(const grader::GradeResult& result) {
  const int rank = static_cast<int>(result.extents.size());
  Json report{{"schema", 2},
              {"submission", result.submission},
              {"lab", result.lab},
              {"lab_title", result.lab_title},
              {"backend", result.backend},
              {"device", device(result.device)},
              {"started", result.started},
              {"seconds", number(result.elapsed.value)},
              {"phases", phases(result.phases)},
              {"seed", std::to_string(result.seed)},
              {"schedule", std::to_string(result.schedule)},
              {"walls", array(result.walls, wall)},
              {"rules", rules(result.rules, result.lab, rank)},
              {"score", number(result.score)},
              {"max_score", number(result.max_score)},
              {"parts", array(result.parts, part)},
              {"notes", result.notes},
              {"compiler_output", text_or_null(result.compiler_output)}};
  make_printable(report);
  return report.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string rules_json(const course::Rules& value, const course::Lab& lab) {
  return rules(value, lab.name, lab.rank()).dump();
}

}  // namespace report
