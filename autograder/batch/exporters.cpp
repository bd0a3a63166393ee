#include "batch/exporters.hpp"

#include <algorithm>
#include <array>

namespace batch {
namespace {

constexpr std::array<Exporter, 3> all = {{
    {"csv-labs", "a row for each student and lab", csv_of_labs},
    {"csv-parts", "a row for each student and part", csv_of_parts},
    {"csv-attempts", "a row for each part of every grading, with what defends its points", csv_of_attempts},
}};

}  // namespace

std::span<const Exporter> exporters() { return all; }

const Exporter* find_exporter(std::string_view name) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const Exporter& each) { return each.name == name; });
  return found == all.end() ? nullptr : &*found;
}

std::string exporter_names() {
  std::string names;
  for (const Exporter& each : all) names += (names.empty() ? "" : ", ") + std::string(each.name);
  return names;
}

}  // namespace batch
