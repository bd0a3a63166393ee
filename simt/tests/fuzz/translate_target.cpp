#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>

#include "simt/tests/fuzz/targets.hpp"
#include "simt/translate/translate.hpp"

namespace simt::fuzz {

void check_translation(Bytes input) {
  const std::string source(input.begin(), input.end());
  const Translation translation = translate(source, "fuzz.cu");
  const auto require = [](bool holds, const char* what) {
    if (!holds) throw std::logic_error(what);
  };
  require(translation.source.starts_with("#line 1 \"fuzz.cu\"\n"), "the first line does not name the file");
  const auto lines = [](std::string_view text) { return std::count(text.begin(), text.end(), '\n'); };
  // Device code that tests __CUDA_ARCH__ is put between directives, on lines of their own.
  const bool may_add = source.find("__CUDA_ARCH__") != std::string::npos || source.find("\\\n") != std::string::npos;
  const auto expected = lines(source) + 1;
  require(lines(translation.source) == expected || (may_add && lines(translation.source) > expected),
          "a line was lost or added");
  int last = 1;
  for (const Diagnostic& error : translation.errors) {
    require(error.line >= last, "the errors are not in the order of their lines");
    require(error.line <= lines(source) + 1, "an error is beyond the last line");
    require(!error.message.empty(), "an error has no message");
    last = error.line;
  }
}

}  // namespace simt::fuzz
