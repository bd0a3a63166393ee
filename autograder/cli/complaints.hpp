// What is said of an error, and the exit status it means: for every program of the command.
#pragma once

#include <exception>
#include <string>

namespace cli {

inline constexpr int interrupted = 130;  // what shells report for a program that Ctrl-C ended

struct Complaint {
  int status = 0;
  std::string text;  ///< one sentence
};

Complaint complaint_of(const std::exception_ptr& error);

}  // namespace cli
