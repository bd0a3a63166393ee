#include "batch/show.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <map>

namespace batch {
namespace {

std::string words_of(Status status) {
  switch (status) {
    case Status::graded:
      return "graded";
    case Status::missing:
      return "missing";
    case Status::unreadable:
      return "unreadable";
    case Status::not_graded:
      break;
  }
  return "could not be graded";
}

std::string submissions(int count) { return fmt::format("{} submission{}", count, count == 1 ? "" : "s"); }

std::string points_of(const PartGrade& part) {
  const std::string points = part.points ? fmt::format("{}", *part.points) : "?";
  return fmt::format("{} of {}, {}", points, part.max_points, part.verdict);
}

/// "1234 an hour; seconds of one grading: 0.35 timed, 0.30 check, …": what took at least a hundredth of a second.
std::string phases_text(const PhaseSums& sums) {
  if (sums.gradings == 0) return "";
  std::vector<std::pair<std::string, double>> each = sums.phases;
  std::stable_sort(each.begin(), each.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string text;
  for (const auto& [name, seconds] : each) {
    constexpr double least = 0.01;
    if (seconds / sums.gradings >= least) {
      text += fmt::format("{}{:.2f} {}", text.empty() ? "" : ", ", seconds / sums.gradings, name);
    }
  }
  return fmt::format("{:.0f} an hour; seconds of one grading: {}\n", sums.gradings / sums.seconds * 3600, text);
}

}  // namespace

std::string time_left(double seconds) {
  if (seconds < 90) return fmt::format("{:.0f} s left", std::ceil(seconds));
  if (seconds < 90 * 60) return fmt::format("{:.0f} min left", std::ceil(seconds / 60));
  return fmt::format("{:.1f} h left", seconds / 3600);
}

std::vector<double> ends_of(const std::vector<Grading>& gradings) {
  std::vector<double> ends;
  for (const Grading& grading : gradings) {
    std::tm started{};
    if (strptime(grading.started.c_str(), "%Y-%m-%dT%H:%M:%SZ", &started) == nullptr) continue;
    ends.push_back(static_cast<double>(timegm(&started)) + grading.seconds);
  }
  std::sort(ends.begin(), ends.end());
  return ends;
}

std::optional<double> seconds_left(const std::vector<double>& ends, int left, double now) {
  constexpr std::size_t most = 40;     // the pace of a moment ago, not of the morning
  constexpr double a_pause = 60 * 60;  // no grading takes longer
  std::size_t first = ends.size();
  while (first > 0 && ends.size() - first < most && (first == ends.size() || ends[first] - ends[first - 1] < a_pause)) {
    --first;
  }
  if (ends.size() - first < 2) return std::nullopt;
  // What has run since the last end counts: gradings that hang make the others wait.
  return left * (now - ends[first]) / static_cast<double>(ends.size() - first - 1);
}

std::string progress_line(const Progress& progress, int bar) {
  std::string text;
  if (bar > 0 && progress.planned > 0) {
    const int filled = bar * progress.done / progress.planned;
    for (int i = 0; i < bar; ++i) text += i < filled ? "█" : "░";
    text += "  ";
  }
  text += fmt::format("{} of {}, {} running", progress.done, submissions(progress.planned), progress.running);
  for (const auto& [status, count] : progress.ended) {
    if (status != Status::graded && count > 0) text += fmt::format(", {} {}", count, words_of(status));
  }
  if (progress.seconds_left && progress.done < progress.planned) text += ", " + time_left(*progress.seconds_left);
  return text;
}

std::string summary_text(const Summary& summary) {
  std::map<Status, int> counts;
  for (const Grading& grading : summary.gradings) ++counts[grading.status];
  if (summary.planned == 0) return "There was nothing to grade.\n";
  std::string text = submissions(summary.planned);
  for (const auto& [status, count] : counts) text += fmt::format(", {} {}", count, words_of(status));
  if (summary.already > 0) text += fmt::format(", {} done before", summary.already);
  text += "\n";
  text += phases_text(summary.phases);
  for (const Grading& grading : summary.gradings) {
    if (grading.status == Status::graded && grading.note.empty()) continue;
    text += fmt::format("  {}: {}{}\n", grading.student,
                        grading.status == Status::graded ? "" : words_of(grading.status) + ": ", grading.note);
  }
  if (summary.not_on_roster > 0) {
    text += fmt::format("{} not on the roster: the name of the folder or file stands for the student.\n",
                        submissions(summary.not_on_roster) + (summary.not_on_roster == 1 ? " is" : " are"));
  }
  if (counts[Status::not_graded] > 0) {
    text += "What could not be graded has no points, not zero; `./grade regrade --not-graded` tries it again.\n";
  }
  if (summary.other_rules > 0) {
    text += fmt::format(
        "{} of those done before were graded by other points, thresholds or sizes than today's; `./grade regrade "
        "--changed` grades them again.\n",
        summary.other_rules);
  }
  return text;
}

std::string changes_text(const std::vector<Change>& changes) {
  std::vector<const Change*> changed;
  std::map<std::string, std::pair<int, std::string>> only_other_maximum;  // part -> how many, and from what to what
  for (const Change& change : changes) {
    if (change.before.points != change.after.points || change.before.verdict != change.after.verdict) {
      changed.push_back(&change);
      continue;
    }
    auto& [count, maxima] = only_other_maximum[change.after.part];
    ++count;
    maxima = fmt::format("{} -> {}", change.before.max_points, change.after.max_points);
  }
  std::string text = "No points and no verdict changed.\n";
  if (!changed.empty())
    text = fmt::format("{} {} changed:\n", changed.size(), changed.size() == 1 ? "part has" : "parts have");
  for (const Change* change : changed) {
    text += fmt::format("  {}  {}  {} -> {}\n", change->student, change->after.part, points_of(change->before),
                        points_of(change->after));
  }
  for (const auto& [part, others] : only_other_maximum) {
    text += fmt::format("Part {} is worth other points now ({}); {} kept points and verdict.\n", part, others.second,
                        submissions(others.first));
  }
  return text;
}

}  // namespace batch
