#include <algorithm>

#include "course/function.hpp"

namespace course {

std::string Operation::name_of(int buffer) const {
  const int of_its_kind = is_input(buffer) ? input_count : is_output(buffer) ? output_count : scratch_count;
  std::string name = is_input(buffer) ? "the input" : is_output(buffer) ? "the output" : "the scratch buffer";
  if (of_its_kind > 1 && !names.empty()) name.append(" ").append(names[static_cast<std::size_t>(buffer)]);
  return name;
}

const Function* find_function(std::string_view lab, std::string_view part) {
  for (const LabFunctions& of_lab : all_functions()) {
    if (name_of_lab(of_lab.folder) != lab) continue;
    const auto found = std::ranges::find(of_lab.functions, part, &Function::part);
    return found == of_lab.functions.end() ? nullptr : &*found;
  }
  return nullptr;
}

}  // namespace course
