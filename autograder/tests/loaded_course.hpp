// The course as it is, loaded once for all tests of a program.
#pragma once

#include <stdexcept>
#include <string>

#include "course/course.hpp"

namespace tests {

inline const course::Course& loaded_course() {
  static const course::Course course = course::load(COURSE_ROOT);
  return course;
}

/// "lab3". Throws std::out_of_range when there is none.
inline const course::Lab& lab(std::string_view name) {
  const course::Lab* const found = loaded_course().find_lab(name);
  if (found == nullptr) throw std::out_of_range("no lab " + std::string(name));
  return *found;
}

/// "3.2". Throws std::out_of_range when there is none.
inline const course::Part& part(std::string_view id) {
  const course::Lab& of_lab = lab("lab" + std::string(id.substr(0, id.find('.'))));
  const course::Part* const found = course::find_part(of_lab, id);
  if (found == nullptr) throw std::out_of_range("no part " + std::string(id));
  return *found;
}

}  // namespace tests
