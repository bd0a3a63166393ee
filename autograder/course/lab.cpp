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
std::optional<std::string> optional_prose(Table& table, std::string_view key) {
  std::optional<std::string> text = table.optional_text(key, longest_prose);
  if (text) std::ranges::replace(*text, '\n', ' ');
  return text;
}

std::string prose(Table& table, std::string_view key) {
  std::string text = table.text(key, longest_prose);
  std::ranges::replace(text, '\n', ' ');
  return text;
}

/// A question, a hint, the steps: the first and the last may be missing.
std::vector<std::string> read_hints(Table& table) {
  std::vector<std::string> hints;
  if (auto question = optional_prose(table, "question")) hints.push_back(std::move(*question));
  hints.push_back(prose(table, "hint"));
  if (auto steps = optional_prose(table, "steps")) hints.push_back(std::move(*steps));
  return hints;
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
  part.extents = lab.extents;
  part.extents.insert(part.extents.end(), part.operation.further_extents.begin(), part.operation.further_extents.end());
  part.invoke = function->invoke;
  part.title = table.text("title", longest_name);
  part.entry = table.text("entry", longest_name);
  part.hints = read_hints(table);
  part.read_on = table.optional_text("read_on", longest_prose)
                     .value_or(fmt::format("labs/{}/README.md, part {}", lab.folder, part.id));
  part.slow_cause = prose(table, "slow_cause");
  part.clock = static_cast<Clock>(table.choice("clock", {"device", "host"}));
  part.data_path = static_cast<DataPath>(table.choice("data_path", {"kernels", "device", "host"}));
  part.bounds = table.optional_texts("bounds", longest_name);
  part.alternatives = table.optional_texts("alternatives", longest_name);
  part.needs_sm = static_cast<int>(table.optional_whole_number("needs_sm", {0, 1000}).value_or(0));
  part.leaves_no_trace = table.flag("leaves_no_trace");
  part.owns_memory = table.flag("owns_memory");
  return part;
}

Scales read_scales(Table& table, std::string_view key, int rank) {
  Scales scales{};
  const std::vector<std::string> names = table.optional_texts(key, longest_name);
  if (names.empty()) return scales;
  if (names.size() != static_cast<std::size_t>(rank)) {
    table.complain(key, fmt::format("has {} names; a size of this lab has {} extents", names.size(), rank));
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == "multiprocessors") {
      scales[i] = ScaledBy::multiprocessors;
    } else if (names[i] == "persisting") {
      scales[i] = ScaledBy::persisting;
    } else if (names[i] != "nothing") {
      table.complain(key,
                     fmt::format("names \"{}\"; must be \"nothing\", \"multiprocessors\" or \"persisting\"", names[i]));
    }
  }
  return scales;
}

std::int64_t amount(ScaledBy by, const DeviceProperties& device) {
  switch (by) {
    case ScaledBy::multiprocessors:
      return device.multiprocessors;
    case ScaledBy::persisting:
      return device.persisting_bytes;
    case ScaledBy::nothing:
      break;
  }
  return 1;
}

}  // namespace

Size scaled(Size size, const Scales& scales, const DeviceProperties& from, const DeviceProperties& to) {
  for (std::size_t i = 0; i < scales.size(); ++i) {
    const std::int64_t before = amount(scales[i], from);
    const std::int64_t now = amount(scales[i], to);
    // What a device does not have says nothing about sizes.
    if (before == 0 || now == 0) continue;
    // In double: the product of an extent and a number of bytes may exceed 64 bits.
    const double extent = static_cast<double>(size.extent[i]) * static_cast<double>(now) / static_cast<double>(before);
    if (now != before) size.extent[i] = std::max(std::int64_t{1}, static_cast<std::int64_t>(extent));
  }
  return size;
}

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
  // Files are looked for, and written, by this name: it must not lead to another folder.
  if (lab.source.find('/') != std::string::npos || lab.source.starts_with(".") || !lab.source.ends_with(".cu")) {
    file.complain("source", "must be the name of a .cu file, without a folder");
  }
  lab.extents = file.optional_texts("extents", longest_name);
  if (lab.extents.empty() || lab.extents.size() > 3) {
    file.complain("extents", fmt::format("has {} names; a size has from 1 to 3 extents", lab.extents.size()));
  }
  lab.has_matrices = file.flag("has_matrices");
  lab.pin_entry = file.optional_text("pin", longest_name).value_or("");
  lab.unpin_entry = file.optional_text("unpin", longest_name).value_or("");
  lab.device_parts = static_cast<int>(file.optional_whole_number("device_parts", {1, 1e6}).value_or(1));
  if (auto scales = file.optional_table("scales_with")) {
    lab.gpu_scales = read_scales(*scales, "gpu", lab.rank());
    lab.emulator_scales = read_scales(*scales, "emulator", lab.rank());
    scales->finish();
  }
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
