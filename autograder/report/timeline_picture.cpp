#include "report/timeline_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

namespace report {
namespace {

using grader::OperationKind;
using grader::TimelineOperation;
using Operations = std::vector<TimelineOperation>;

constexpr int name_width = 12;
constexpr int fewest_columns = 20;
constexpr std::size_t most_streams = 8;

struct Sign {
  OperationKind kind;
  char sign;
  const char* name;
};
constexpr std::array signs{Sign{OperationKind::copy_to_device, '>', "to the device"},
                           Sign{OperationKind::kernel, '#', "kernel"},
                           Sign{OperationKind::copy_to_host, '<', "to the host"},
                           Sign{OperationKind::copy_on_device, '=', "within the device"},
                           Sign{OperationKind::fill, ':', "fill"},
                           Sign{OperationKind::host_function, '!', "host function"}};

char sign_of(const TimelineOperation& operation) {
  const auto found = std::find_if(signs.begin(), signs.end(), [&](const Sign& s) { return s.kind == operation.kind; });
  return found == signs.end() ? '?' : found->sign;
}

char stream_digit(const TimelineOperation& operation) { return static_cast<char>('0' + operation.stream % 10); }

std::string time_text(double seconds) {
  if (seconds >= 1e-2) return fmt::format("{:.1f} ms", seconds * 1e3);
  return fmt::format("{:.1f} µs", seconds * 1e6);
}

/// The columns of times on the page.
class Scale {
 public:
  Scale(const Operations& operations, int columns) : columns_(columns) {
    const auto earlier = [](const TimelineOperation& a, const TimelineOperation& b) { return a.start < b.start; };
    const auto ends_earlier = [](const TimelineOperation& a, const TimelineOperation& b) { return a.end < b.end; };
    first_ = std::min_element(operations.begin(), operations.end(), earlier)->start;
    seconds_ = std::max_element(operations.begin(), operations.end(), ends_earlier)->end - first_;
  }

  double seconds() const { return seconds_; }
  int columns() const { return columns_; }
  int column(double time) const {
    return std::clamp(static_cast<int>(std::lround((time - first_) / seconds_ * columns_)), 0, columns_);
  }

 private:
  int columns_;
  double first_ = 0;
  double seconds_ = 0;
};

/// A row with every operation that `belongs`, as `sign` draws it; each takes a column at least.
template <class Belongs, class SignOf>
std::string row(const std::string& name, const Operations& operations, const Scale& scale, const Belongs& belongs,
                const SignOf& sign) {
  std::string drawn(static_cast<std::size_t>(scale.columns()), ' ');
  for (const TimelineOperation& operation : operations) {
    if (!belongs(operation)) continue;
    const int begin = std::min(scale.column(operation.start), scale.columns() - 1);
    const int end = std::max(scale.column(operation.end), begin + 1);
    std::fill(drawn.begin() + begin, drawn.begin() + end, sign(operation));
  }
  drawn.erase(drawn.find_last_not_of(' ') + 1);
  return fmt::format("{:<{}}│{}", name, name_width, drawn);
}

/// Seconds in which at least one operation ran.
double busy_seconds(const Operations& operations) {
  std::vector<std::pair<double, double>> spans;
  for (const TimelineOperation& operation : operations) spans.emplace_back(operation.start, operation.end);
  std::sort(spans.begin(), spans.end());
  double busy = 0, until = 0;
  for (const auto& [start, end] : spans) {
    busy += std::max(0.0, end - std::max(start, until));
    until = std::max(until, end);
  }
  return busy;
}

/// What the signs mean, as many as there is room for on a line.
std::vector<std::string> legend(const Operations& operations, int width) {
  std::vector<std::string> words;
  for (const Sign& sign : signs) {
    const bool is_used = std::any_of(operations.begin(), operations.end(),
                                     [&](const TimelineOperation& operation) { return operation.kind == sign.kind; });
    if (is_used) words.push_back(fmt::format("{} {}", sign.sign, sign.name));
  }
  words.push_back("digits: the stream");
  constexpr const char* gap = "   ";
  std::vector<std::string> lines;
  for (const std::string& word : words) {
    const bool has_room = !lines.empty() && static_cast<int>(lines.back().size() + 3 + word.size()) <= width;
    if (has_room) {
      lines.back() += gap + word;
    } else {
      lines.push_back(word);
    }
  }
  return lines;
}

}  // namespace

std::vector<std::string> timeline_picture(const Operations& operations, int width) {
  if (operations.empty()) return {};
  const Scale scale(operations, std::max(width - name_width - 1, fewest_columns));
  if (!(scale.seconds() > 0)) return {};
  std::vector<std::string> lines;
  std::set<int> streams;
  for (const TimelineOperation& operation : operations) streams.insert(operation.stream);
  std::size_t drawn = 0;
  for (const int stream : streams) {
    if (drawn++ == most_streams) {
      lines.push_back(fmt::format("… and {} more streams", streams.size() - most_streams));
      break;
    }
    lines.push_back(row(
        stream == 0 ? "default" : fmt::format("stream {}", stream), operations, scale,
        [&](const TimelineOperation& operation) { return operation.stream == stream; }, sign_of));
  }
  lines.emplace_back();
  const auto hardware = [&](const char* name, std::set<OperationKind> kinds) {
    const auto belongs = [&](const TimelineOperation& operation) { return kinds.count(operation.kind) != 0; };
    if (std::none_of(operations.begin(), operations.end(), belongs)) return;
    lines.push_back(row(name, operations, scale, belongs, stream_digit));
  };
  hardware("to device", {OperationKind::copy_to_device});
  hardware("device", {OperationKind::kernel, OperationKind::copy_on_device, OperationKind::fill});
  hardware("to host", {OperationKind::copy_to_host});
  lines.emplace_back();
  for (std::string& line : legend(operations, width)) lines.push_back(std::move(line));
  double one_by_one = 0;
  for (const TimelineOperation& operation : operations) one_by_one += operation.seconds();
  const double busy = busy_seconds(operations);
  lines.push_back(fmt::format("{} in all, {} of it busy; one after the other: {}", time_text(scale.seconds()),
                              time_text(busy), time_text(one_by_one)));
  return lines;
}

}  // namespace report
