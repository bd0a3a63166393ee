// CSV by lab, by part and by attempt. Unknown points are an empty field, never a zero.
#include <algorithm>
#include <utility>

#include "batch/csv.hpp"
#include "batch/export_words.hpp"
#include "batch/exporters.hpp"

namespace batch {
namespace {

std::string time(std::optional<std::int64_t> value) { return value ? utc_text(*value) : ""; }

std::string status_of(const LabGrade& grade) { return grade.exempt ? "exempt" : std::string(name_of(grade.status)); }

std::string on_one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

}  // namespace

Exported csv_of_labs(const ExportInput& input) {
  std::string text = csv::line({"student", "name", "lms_id", "lab", "status", "points", "max_points", "days_late",
                                "late_percent", "final_points", "submitted_utc", "due_utc", "attempts", "note"});
  for (const LabGrade& g : input.grades) {
    text += csv::line({g.student, g.name, g.lms_id, g.lab, status_of(g), number(g.points), number(g.max_points),
                       std::to_string(g.late.days), number(g.late.percent), number(g.final_points), time(g.submitted),
                       time(g.due), std::to_string(g.attempts), on_one_line(g.note)});
  }
  return {std::move(text)};
}

Exported csv_of_parts(const ExportInput& input) {
  std::string text = csv::line({"student", "name", "lms_id", "lab", "part", "title", "attempt", "status", "verdict",
                                "points", "max_points", "points_on_a_gpu", "points_by", "reasons", "gbps",
                                "reference_gbps", "device", "course_commit"});
  for (const LabGrade& g : input.grades) {
    for (const CountedPart& counted : g.parts) {
      const PartGrade& p = counted.grade;
      text +=
          csv::line({g.student, g.name, g.lms_id, g.lab, p.part, p.title, std::to_string(counted.attempt), status_of(g),
                     p.verdict, number(p.points), number(p.max_points), number(p.points_elsewhere), p.points_by,
                     on_one_line(p.reasons), number(p.gbps), number(p.reference_gbps), counted.device, counted.commit});
    }
  }
  return {std::move(text)};
}

Exported csv_of_attempts(const ExportInput& input) {
  std::string text = csv::line({"student",       "lab",           "part",       "attempt",
                                "status",        "verdict",       "points",     "max_points",
                                "reasons",       "note",          "file",       "source_sha256",
                                "submitted_utc", "course_commit", "thresholds", "backend",
                                "device",        "driver",        "sm",         "compiler",
                                "clocks",        "gbps",          "ci95",       "reference_gbps",
                                "min_gbps",      "copy_fraction", "samples",    "counters",
                                "points_by",     "seed",          "schedule",   "walls",
                                "walls_missing", "no_sandbox",    "tries",      "started_utc",
                                "seconds"});
  for (const Grading& g : input.gradings) {
    for (const PartGrade& p : g.parts) {
      text += csv::line({g.student,
                         g.lab,
                         p.part,
                         std::to_string(g.attempt),
                         std::string(name_of(g.status)),
                         p.verdict,
                         number(p.points),
                         number(p.max_points),
                         on_one_line(p.reasons),
                         on_one_line(g.note),
                         g.origin,
                         g.source_hash,
                         time(g.submitted),
                         g.commit,
                         p.thresholds,
                         g.backend,
                         g.device,
                         g.driver,
                         g.sm,
                         g.compiler,
                         g.clocks,
                         number(p.gbps),
                         number(p.ci95),
                         number(p.reference_gbps),
                         number(p.min_gbps),
                         number(p.copy_fraction),
                         p.samples ? std::to_string(*p.samples) : "",
                         p.counters,
                         p.points_by,
                         g.seed,
                         g.schedule,
                         on_one_line(g.walls),
                         on_one_line(g.walls_down),
                         g.no_sandbox ? "yes" : "no",
                         std::to_string(g.tries),
                         g.started,
                         number(g.seconds)});
    }
  }
  return {std::move(text)};
}

}  // namespace batch
