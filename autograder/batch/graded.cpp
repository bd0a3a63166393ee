#include "batch/graded.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "grader/stopwatch.hpp"
#include "support/files/whole_file.hpp"

namespace batch {
namespace {

using Json = nlohmann::ordered_json;

constexpr int known_schema = 2;

std::string text_or_empty(const Json& value) { return value.is_string() ? value.get<std::string>() : ""; }

std::optional<double> number_at(const Json& object, const char* key) {
  if (!object.is_object() || !object.contains(key) || !object[key].is_number()) return std::nullopt;
  return object[key].get<double>();
}

std::string walls(const Json& report, bool stands) {
  std::string lines;
  for (const Json& wall : report.at("walls")) {
    if (wall.at("stands") != stands) continue;
    lines +=
        (lines.empty() ? "" : "\n") + wall.at("name").get<std::string>() + ": " + wall.at("how").get<std::string>();
  }
  return lines;
}

PartGrade part_of(const Json& part, const Json& rules) {
  PartGrade result;
  result.part = part.at("id");
  result.title = part.at("title");
  result.verdict = part.at("verdict");
  if (result.verdict != "could_not_be_graded") result.points = part.at("points").get<double>();
  result.max_points = part.at("max_points");
  result.points_elsewhere = part.at("points_elsewhere");
  result.points_by = part.at("points_by");
  result.thresholds = rules.at("parts").at(result.part).dump();
  for (const Json& reason : part.at("reasons")) {
    result.reasons += (result.reasons.empty() ? "" : "\n") + reason.at("text").get<std::string>();
  }
  const Json& performance = part.at("performance");
  result.gbps = number_at(performance, "gbps");
  result.ci95 = number_at(performance, "ci95");
  result.reference_gbps = number_at(performance, "reference_gbps");
  result.min_gbps = number_at(performance, "min_gbps");
  result.copy_fraction = number_at(performance, "copy_fraction");
  if (const auto samples = number_at(performance, "samples")) result.samples = static_cast<std::int64_t>(*samples);
  const Json& counters = part.at("traffic_summary");
  if (counters.is_object()) result.counters = counters.dump();
  return result;
}

Json parsed(const std::string& text) {
  try {
    Json report = Json::parse(text);
    if (report.at("schema") == known_schema) return report;
    throw std::runtime_error(
        fmt::format("the report is of schema {}, not {}", report.at("schema").dump(), known_schema));
  } catch (const nlohmann::json::exception& error) {
    throw std::runtime_error(std::string("the report is incomplete: ") + error.what());
  }
}

}  // namespace

void read_report(const std::string& json, Grading& grading) {
  Json report = parsed(json);
  try {
    const Json& rules = report.at("rules");
    grading.rules = rules.dump();
    grading.backend = report.at("backend");
    const Json& device = report.at("device");
    grading.device = device.at("name");
    grading.driver = text_or_empty(device.at("driver"));
    grading.sm = text_or_empty(device.at("sm"));
    grading.compiler = text_or_empty(device.at("toolkit"));
    grading.seed = report.at("seed");
    grading.schedule = report.at("schedule");
    grading.walls = walls(report, true);
    grading.walls_down = walls(report, false);
    grading.started = report.at("started");
    grading.seconds = report.at("seconds");
    grading.parts.clear();
    for (const Json& part : report.at("parts")) grading.parts.push_back(part_of(part, rules));
  } catch (const nlohmann::json::exception& error) {
    throw std::runtime_error(std::string("the report is incomplete: ") + error.what());
  }
  report["submission"] = grading.origin;
  report["student"] = grading.student;
  grading.json = report.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::vector<std::pair<std::string, double>> phases_of(const std::string& json) {
  const Json report = parsed(json);
  std::vector<std::pair<std::string, double>> phases;
  try {
    for (const std::string_view name : grader::phase_names) {
      phases.emplace_back(name, report.at("phases").at(std::string(name)).get<double>());
    }
  } catch (const nlohmann::json::exception& error) {
    throw std::runtime_error(std::string("the report is incomplete: ") + error.what());
  }
  return phases;
}

Grading grading_of_file(const std::filesystem::path& report, const std::string& student) {
  Grading grading;
  grading.student = student;
  grading.attempt = 1;
  try {
    const std::string json = files::read_file(report);
    grading.lab = parsed(json).at("lab");
    read_report(json, grading);
    const bool has_all_points = std::all_of(grading.parts.begin(), grading.parts.end(),
                                            [](const PartGrade& part) { return part.points.has_value(); });
    grading.status = has_all_points ? Status::graded : Status::not_graded;
  } catch (const std::exception& error) {
    grading.status = Status::not_graded;
    grading.note = fmt::format("the grader left no report that can be read: {}", error.what());
    grading.parts.clear();
  }
  return grading;
}

std::string walls_down_of(const std::string& json) {
  try {
    return walls(parsed(json), false);
  } catch (const nlohmann::json::exception& error) {
    throw std::runtime_error(std::string("the report is incomplete: ") + error.what());
  }
}

void fill_without_report(const Grading& example, Grading& grading) {
  const bool is_students_fault = grading.status != Status::not_graded;
  grading.rules = example.rules;
  grading.backend = example.backend;
  grading.device = example.device;
  grading.driver = example.driver;
  grading.sm = example.sm;
  grading.compiler = example.compiler;
  grading.walls = example.walls;
  grading.walls_down = example.walls_down;
  grading.parts.clear();
  for (const PartGrade& part : example.parts) {
    PartGrade& row = grading.parts.emplace_back();
    row.part = part.part;
    row.title = part.title;
    row.verdict = is_students_fault ? "not_attempted" : "could_not_be_graded";
    if (is_students_fault) row.points = 0;
    row.max_points = part.max_points;
    row.points_elsewhere = part.points_elsewhere;
    row.thresholds = part.thresholds;
    row.reasons = grading.note;
  }
  if (grading.text.empty()) grading.text = fmt::format("{}: {}\n", name_of(grading.status), grading.note);
}

}  // namespace batch
