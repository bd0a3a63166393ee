// C++17, because nvcc compiles this file, too; without libraries, because the machine with the GPU may have none.
#include "experiments/results.hpp"

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <limits>
#include <sstream>
#include <stdexcept>

#include "grader/statistics.hpp"

namespace experiment {
namespace {

constexpr std::int64_t check_all_of = 1 << 14;
constexpr std::int64_t check_at_each_end = 256;
constexpr std::int64_t check_between = 512;

double rate(const Result& result, std::size_t round) {
  return static_cast<double>(result.bytes) / result.seconds[round] / 1e9;
}

std::string quoted(const std::string& words) {
  std::string result = "\"";
  for (const char c : words) {
    if (static_cast<unsigned char>(c) < 0x20) {
      result += text("\\u%04x", c);
    } else {
      if (c == '"' || c == '\\') result += '\\';
      result += c;
    }
  }
  return result + '"';
}

std::string number(std::int64_t value) { return std::to_string(value); }
std::string number(double value) { return std::isfinite(value) ? text("%.9g", value) : "null"; }

template <class Element, class ToJson>
std::string array(const std::vector<Element>& elements, ToJson to_json) {
  std::string result;
  for (const Element& element : elements) result += (result.empty() ? "" : ", ") + to_json(element);
  return "[" + result + "]";
}

std::string measured(const Result& result) {
  if (result.seconds.empty()) {
    const Counts& counts = result.counts;
    return "\"counts\": {\"load_requests\": " + number(counts.load_requests) +
           ", \"load_sectors\": " + number(counts.load_sectors) +
           ", \"store_requests\": " + number(counts.store_requests) +
           ", \"store_sectors\": " + number(counts.store_sectors) +
           ", \"atomic_requests\": " + number(counts.atomic_requests) +
           ", \"atomic_sectors\": " + number(counts.atomic_sectors) + ", \"wavefronts\": " + number(counts.wavefronts) +
           ", \"conflicts\": " + number(counts.conflicts) + "}";
  }
  return "\"gbps\": " + number(result.gbps()) + ", \"ci95\": " + number(result.ci95()) +
         ", \"launches\": " + std::to_string(result.launches) +
         ", \"seconds\": " + array(result.seconds, [](double seconds) { return number(seconds); });
}

std::string result_json(const Result& result) {
  return "{\"group\": " + quoted(result.group) + ", \"label\": " + quoted(result.label) +
         ", \"x\": " + number(result.x) + ", \"bytes\": " + number(result.bytes) +
         (result.steps == 0 ? "" : ", \"steps\": " + std::to_string(result.steps)) + ", " + measured(result) +
         (result.predicted_seconds == 0 ? ""
                                        : ", \"predicted\": {\"seconds\": " + number(result.predicted_seconds) +
                                              ", \"bound\": " + quoted(result.bound) + "}") +
         "}";
}

std::string claim_json(const Claim& claim) {
  static constexpr const char* holds[] = {"yes", "partly", "no", "unknown"};
  return "{\"source\": " + quoted(claim.source) + ", \"claimed\": " + quoted(claim.claimed) +
         ", \"measured\": " + quoted(claim.measured) + ", \"holds\": " + quoted(holds[static_cast<int>(claim.holds)]) +
         "}";
}

}  // namespace

double Result::gbps() const { return static_cast<double>(bytes) / grader::estimate_median(seconds).median / 1e9; }

double Result::microseconds_a_step() const {
  return grader::estimate_median(seconds).median * 1e6 / std::max(1, steps);
}

double Result::ci95() const { return grader::estimate_median(seconds).half_width; }

bool Results::has(const std::string& label, const std::string& group) const {
  return std::any_of(all.begin(), all.end(),
                     [&](const Result& result) { return result.label == label && result.group == group; });
}

const Result& Results::of(const std::string& label, const std::string& group) const {
  for (const Result& result : all) {
    if (result.label == label && result.group == group) return result;
  }
  throw std::out_of_range("the experiment has no case '" + label + "'");
}

Speed speed(const Result& one, const Result& other) {
  std::vector<double> ratios;
  const std::size_t rounds = std::min(one.seconds.size(), other.seconds.size());
  for (std::size_t round = 0; round < rounds; ++round) ratios.push_back(rate(one, round) / rate(other, round));
  const grader::MedianEstimate estimate = grader::estimate_median(ratios);
  return {estimate.median, estimate.half_width};
}

std::string text(const char* format, ...) {
  std::va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  std::string result(static_cast<std::size_t>(std::max(0, std::vsnprintf(nullptr, 0, format, arguments))) + 1, '\0');
  std::vsnprintf(result.data(), result.size(), format, again);
  va_end(again);
  va_end(arguments);
  result.pop_back();
  return result;
}

std::string text(Speed speed) { return text("%.3f ± %.1f %%", speed.ratio, speed.ci95 * 100); }

std::vector<std::int64_t> elements_to_check(std::int64_t elements) {
  std::vector<std::int64_t> result;
  if (elements <= check_all_of) {
    for (std::int64_t i = 0; i < elements; ++i) result.push_back(i);
    return result;
  }
  for (std::int64_t i = 0; i < check_at_each_end; ++i) result.push_back(i);
  // Steps of the golden section, so that no row, column or tile is left out systematically.
  for (std::int64_t i = 1; i <= check_between; ++i) {
    const double place = 0.6180339887498949 * static_cast<double>(i);
    result.push_back(static_cast<std::int64_t>((place - static_cast<double>(static_cast<std::int64_t>(place))) *
                                               static_cast<double>(elements)));
  }
  for (std::int64_t i = elements - check_at_each_end; i < elements; ++i) result.push_back(i);
  return result;
}

std::string first_mismatch(const Case& checked, const std::vector<std::int64_t>& indices,
                           const std::vector<float>& values) {
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const float expected = checked.expected(indices[i]);
    if (values[i] == expected) continue;
    return text("element %lld of the output is %.9g and should be %.9g", static_cast<long long>(indices[i]),
                static_cast<double>(values[i]), static_cast<double>(expected));
  }
  return "";
}

std::string to_json(const Experiment& described, const Results& results, const std::string& toolkit) {
  return "{\"toolkit\": " + quoted(toolkit) + ",\n\"axis\": " + quoted(described.axis) +
         ",\n\"notes\": " + array(described.notes, quoted) + ",\n\"cases\": " + array(results.all, result_json) +
         ",\n\"claims\": " + array(described.judge(results), claim_json) + "}\n";
}

std::string to_lines(const std::vector<Result>& results) {
  std::ostringstream lines;
  lines.precision(std::numeric_limits<double>::max_digits10);
  for (const Result& result : results) {
    lines << result.group << '\n' << result.label << '\n';
    lines << result.x << ' ' << result.bytes << ' ' << result.launches << ' ' << result.steps;
    for (const double seconds : result.seconds) lines << ' ' << seconds;
    lines << '\n';
  }
  return lines.str();
}

std::vector<Result> results_of_lines(const std::string& lines) {
  std::vector<Result> results;
  std::istringstream all(lines);
  for (std::string group, numbers; std::getline(all, group);) {
    Result result{};
    result.group = group;
    const bool is_whole = std::getline(all, result.label) && std::getline(all, numbers);
    std::istringstream fields(numbers);
    fields >> result.x >> result.bytes >> result.launches >> result.steps;
    for (double seconds = 0; fields >> seconds;) result.seconds.push_back(seconds);
    if (!is_whole || !fields.eof() || result.seconds.empty()) {
      throw std::runtime_error("the samples of '" + group + "', case '" + result.label + "' cannot be read");
    }
    results.push_back(result);
  }
  return results;
}

void write_file(const std::string& path, const std::string& content) {
  std::FILE* const file = std::fopen(path.c_str(), "wb");
  const bool is_written = file != nullptr && std::fwrite(content.data(), 1, content.size(), file) == content.size();
  const bool is_closed = file != nullptr && std::fclose(file) == 0;
  if (!is_written || !is_closed) throw std::runtime_error("cannot write " + path);
}

}  // namespace experiment
