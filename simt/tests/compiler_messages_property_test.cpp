// Whatever a compiler says: what makes words of it ends, makes no more of it than there was, and names lines that may
// be. A program chooses much of that text, by #error, by names and by its literals. The cases are the same everywhere.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <string_view>

#include "simt/compile.hpp"
#include "simt/compiler_messages.hpp"
#include "simt/language_messages.hpp"

namespace simt {
namespace {

constexpr int cases = 4000;
constexpr std::string_view name = "a.cu";
constexpr std::string_view source =
    "#include <cuda_runtime.h>\n__global__ void k(int* p) { *p = undeclared; }\n\xff\n\n";

/// Pieces that clang's messages, or a program's words in them, are made of.
constexpr std::array<std::string_view, 40> pieces{"a.cu",
                                                  ":",
                                                  "2",
                                                  "0",
                                                  "-1",
                                                  "99999999999999999999",
                                                  "2147483648",
                                                  ": error: ",
                                                  ": warning: ",
                                                  ": note: ",
                                                  ": fatal error: ",
                                                  "\n",
                                                  "\r",
                                                  "\n\n",
                                                  " [-W",
                                                  "]",
                                                  "'",
                                                  "\"",
                                                  "use of undeclared identifier 'k'",
                                                  "no member named 'x' in namespace 'std'",
                                                  "no matching function for call to 'cudaMalloc'",
                                                  "call to global function 'k' not configured",
                                                  "In file included from ",
                                                  "/usr/include/c++/12/list:12",
                                                  "<built-in>",
                                                  "/work/simt/include/cuda_runtime.h:7",
                                                  "simt:",
                                                  "has no ",
                                                  "reference to __host__ function 'f' in __global__ function",
                                                  "candidate function not viable",
                                                  "(",
                                                  ")",
                                                  "<",
                                                  ">",
                                                  "1 error generated.",
                                                  "\xff\xfe",
                                                  "\x1b[2J",
                                                  "\u202e",
                                                  "$1 \\1 %s {}",
                                                  "translated.cpp"};

std::string random_text(std::mt19937& random) {
  std::string text;
  const auto below = [&](std::size_t bound) { return random() % bound; };
  for (std::size_t i = below(24) + 1; i > 0; --i) text += pieces[below(pieces.size())];
  if (below(50) == 0) text += std::string(100'000, "a(:'"[below(4)]);
  if (below(4) == 0) text[below(text.size())] = static_cast<char>(random());
  if (below(2) == 0) text = "a.cu:2: error: " + text;
  return text;
}

TEST(CompilerMessages, AnyTextBecomesWords) {
  std::mt19937 random(14);
  const ProgramFiles files{std::string(source), std::string(name), {"/work/labs"}};
  for (int i = 0; i < cases; ++i) {
    const std::string said = random_text(random);
    SCOPED_TRACE("case " + std::to_string(i) + ": " + said.substr(0, 300));
    // Under each message there may be a line of the source, or the advice for a feature that is missing.
    const std::size_t lines = std::count(said.begin(), said.end(), '\n') + 1;
    const std::size_t most = said.size() + lines * (source.size() + 1000);
    std::string words;
    ASSERT_NO_THROW(words = about_the_source(said, source, name));
    ASSERT_LE(words.size(), most);
    ASSERT_NO_THROW(missing_feature(words));
    if (const auto feature = missing_feature(words)) {
      ASSERT_GE(feature->line, 0);
    }
    ASSERT_NO_THROW(warnings_in(said, name));
    for (const CompilerWarning& warning : warnings_in(said, name)) ASSERT_GE(warning.other_line, 0);
    std::vector<LanguageMessage> messages;
    ASSERT_NO_THROW(messages = in_words_of_cuda(said, files));
    for (const LanguageMessage& message : messages) ASSERT_GE(message.line, 0);
    ASSERT_NO_THROW(words = print_messages(messages, files));
    ASSERT_LE(words.size(), 4 * most);
  }
}

}  // namespace
}  // namespace simt
