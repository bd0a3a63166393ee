#include "batch/export_words.hpp"

#include <fmt/format.h>

namespace batch {

std::string number(double value) { return fmt::format("{}", value); }
std::string number(std::optional<double> value) { return value ? number(*value) : ""; }

std::string heading_of(const PartGrade& part) { return part.title.empty() ? part.part : part.part + " " + part.title; }

std::string words_of(const PartGrade& part) {
  if (!part.points) {
    return "This part could not be graded. That is not your fault, and it is no zero: tell your instructors.";
  }
  std::string words = part.verdict == "not_on_this_device"
                          ? "The device that graded this cannot run this part, so there are no points to lose."
                          : fmt::format("{} of {} points.", number(*part.points), number(part.max_points));
  if (part.points_by == "prediction") words += " Those for speed are predicted, not measured.";
  if (!part.reasons.empty()) words += "\n" + part.reasons;
  if (part.points_elsewhere > 0) {
    words += fmt::format("\n{} more points can only be judged on a GPU.", number(part.points_elsewhere));
  }
  return words;
}

std::string words_of(const LabGrade& grade) {
  if (grade.exempt) return "You are exempt from this lab.";
  if (grade.parts.empty()) {
    return "This could not be graded. That is not your fault: tell your instructors." +
           (grade.note.empty() ? "" : "\nThe grader says: " + grade.note);
  }
  std::string words;
  if (!grade.points) {
    words = "Some parts could not be graded. That is not your fault: tell your instructors.";
  } else {
    words = fmt::format("{}: {} of {} points.", grade.lab, number(*grade.points), number(grade.max_points));
  }
  if (grade.late.days > 0) {
    words += fmt::format("\nThis was handed in {} day{} late, which costs {} % of the points.", grade.late.days,
                         grade.late.days == 1 ? "" : "s", number(grade.late.percent));
    if (grade.final_points) words += fmt::format(" {} points remain.", number(*grade.final_points));
  }
  if (!grade.note.empty()) words += "\n" + grade.note;
  return words;
}

}  // namespace batch
