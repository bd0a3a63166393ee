// What commands write: answers to stdout, progress to stderr, files only where they can be.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <string_view>

#include "cli/options.hpp"
#include "report/text.hpp"

namespace cli {

inline void print(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

/// "grade: …" on stderr, without what could command a terminal: it may name a file that a student has named.
void print_complaint(std::string_view text);

/// One line on stderr that overwrites itself and is gone at the end; silent where stderr is no terminal.
class Progress {
 public:
  explicit Progress(const Environment& environment)
      : shown_(environment.stderr_is_terminal && environment.term != "dumb"),
        width_(environment.columns > 0 ? environment.columns : 80) {}
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() { erase(); }

  void show(std::string_view text) {
    if (!shown_) return;
    // A line that wraps could not be erased.
    fmt::print(stderr, "\r\x1b[K{}", report::cut(report::printable(text), width_ - 1));
    std::fflush(stderr);
  }

 private:
  void erase() const {
    if (shown_) fmt::print(stderr, "\r\x1b[K");
  }

  bool shown_;
  int width_;
};

/// Throws CallError when `file`, given with `option`, could not be written later: better before the work than after.
void check_can_hold(std::string_view option, const std::filesystem::path& file);

}  // namespace cli
