#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "simt/tests/fuzz/targets.hpp"
#include "simt/translate/source_index.hpp"
#include "simt/translate/translate.hpp"
#include "simt/translate/variants.hpp"

namespace simt::fuzz {
namespace {

void promise(bool holds, const char* what) {
  if (!holds) throw std::logic_error(what);
}

/// Ends of lines: "\n", "\r\n", and "\r" alone, as for compilers.
std::int64_t lines_of(std::string_view text) {
  std::int64_t lines = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n' || (text[i] == '\r' && !text.substr(i + 1).starts_with('\n'))) ++lines;
  }
  return lines;
}

void check_variants(const std::string& source) {
  constexpr std::size_t most = 500;
  const SourceIndex index = index_source(source);
  const std::string entry = index.functions.empty() ? "" : index.functions.back().name;
  const SourceVariants variants = with_variants(source, entry, {}, most);
  promise(variants.list.size() <= most, "more variants than asked for");
  promise(variants.list.empty() || lines_of(variants.source) == lines_of(source), "variants moved a line");
  for (const Variant& one : variants.list) {
    promise(one.line > 0 && one.line <= lines_of(source) + 1, "a variant is beyond the last line");
  }
}

}  // namespace

void check_translation(Bytes input) {
  const std::string source(input.begin(), input.end());
  check_variants(source);
  const Translation translation = translate(source, "fuzz.cu");
  promise(translation.source.starts_with("#line 1 \"fuzz.cu\"\n"), "the first line does not name the file");
  // Device code that tests __CUDA_ARCH__ is put between directives, on lines of their own.
  const bool may_add = source.find("__CUDA_ARCH__") != std::string::npos || source.find("\\\n") != std::string::npos;
  const auto expected = lines_of(source) + 1;
  const auto is_right = [&](std::string_view text) {
    return lines_of(text) == expected || (may_add && lines_of(text) > expected);
  };
  // What the translator itself says stands behind the last line, where it says anything. The source may look like that.
  const std::string_view all = translation.source;
  promise(is_right(all) || is_right(all.substr(0, all.rfind("\n__attribute__((used)) static const"))),
          "a line was lost or added");
  int last = 1;
  for (const Diagnostic& error : translation.errors) {
    promise(error.line >= last, "the errors are not in the order of their lines");
    promise(error.line <= lines_of(source) + 1, "an error is beyond the last line");
    promise(!error.message.empty(), "an error has no message");
    last = error.line;
  }
}

}  // namespace simt::fuzz
