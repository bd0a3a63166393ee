// Reads what a lab is. Rules are read in course/rules.cpp.
#include "course/lab.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "course/read.hpp"

namespace course {
namespace {

using config::Table;

constexpr std::size_t longest_name = 60;
constexpr std::size_t longest_prose = 2000;

/// Lines of the file are joined: reports break text into lines of their own.
std::string prose(Table& table, std::string_view key) {
  std::string text = table.text(key, longest_prose);
  std::ranges::replace(text, '\n', ' ');
  return text;
}

std::span<const Function> functions_of(std::string_view folder) {
  const auto all = all_functions();
  const auto found = std::ranges::find(all, folder, &LabFunctions::folder);
  return found == all.end() ? std::span<const Function>{} : found->functions;
}

Part read_part(const Lab& lab, Table table) {
  Part part;
  part.id = table.text("id", longest_name);
  const Function* function = find_function(lab.name, part.id);
  if (function == nullptr) {
    table.complain(
        "id", fmt::format("functions.cpp beside this file has no part \"{}\"; add it there, and build again", part.id));
  }
  if (find_part(lab, part.id) != nullptr) table.complain("id", "there are two parts of this name");
  part.operation = function->operation;
  part.invoke = function->invoke;
  part.title = table.text("title", longest_name);
  part.entry = table.text("entry", longest_name);
  part.hint = prose(table, "hint");
  part.read_on = table.optional_text("read_on", longest_prose)
                     .value_or(fmt::format("labs/{}/README.md, part {}", lab.folder, part.id));
  part.slow_cause = prose(table, "slow_cause");
  part.clock = static_cast<Clock>(table.choice("clock", {"device", "host"}));
  part.data_path = static_cast<DataPath>(table.choice("data_path", {"kernels", "device", "host"}));
  part.bounds = table.optional_texts("bounds", longest_name);
  part.needs_sm = static_cast<int>(table.optional_whole_number("needs_sm", {0, 1000}).value_or(0));
  part.leaves_no_trace = table.flag("leaves_no_trace");
  return part;
}

}  // namespace

const Part* find_part(const Lab& lab, std::string_view id) {
  const auto found = std::ranges::find(lab.parts, id, &Part::id);
  return found == lab.parts.end() ? nullptr : &*found;
}

Lab read_lab(std::string_view folder, Table file, const std::vector<Table>& parts) {
  Lab lab;
  lab.folder = folder;
  lab.name = name_of_lab(folder);
  lab.title = file.text("title", longest_name);
  lab.source = file.text("source", longest_name);
  lab.extents = file.optional_texts("extents", longest_name);
  if (lab.extents.empty() || lab.extents.size() > 3) {
    file.complain("extents", fmt::format("has {} names; a size has from 1 to 3 extents", lab.extents.size()));
  }
  lab.has_matrices = file.flag("has_matrices");
  lab.pin_entry = file.optional_text("pin", longest_name).value_or("");
  lab.unpin_entry = file.optional_text("unpin", longest_name).value_or("");
  lab.device_parts = static_cast<int>(file.optional_whole_number("device_parts", {1, 1e6}).value_or(1));
  for (const Table& part : parts) lab.parts.push_back(read_part(lab, part));
  for (const Function& function : functions_of(folder)) {
    if (find_part(lab, function.part) != nullptr) continue;
    file.complain("parts",
                  fmt::format("there is no part \"{0}\", which functions.cpp beside this file has; add a table "
                              "[[parts]] with id = \"{0}\"",
                              function.part));
  }
  return lab;
}

}  // namespace course
