// Splits CUDA C++ into tokens with their positions in the source. Comments and `#if 0` groups are removed, line
// continuations are joined, and every preprocessor directive is a separate list of tokens. It is not a preprocessor:
// nothing is included or expanded. Internal to simt/translate.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "simt/translate/translate.hpp"

namespace simt::detail {

enum class TokenKind { identifier, number, string, punctuation };

struct Token {
  TokenKind kind = TokenKind::punctuation;
  std::string text;       ///< without line continuations; "#include <x>" gives the string "<x>"
  std::size_t begin = 0;  ///< bytes of the source that form the token: [begin, end)
  std::size_t end = 0;
  int line = 0;
  bool space_before = false;
};

struct Tokens {
  std::vector<Token> code;                     ///< all tokens outside of directives
  std::vector<std::vector<Token>> directives;  ///< each starts with its "#", or "%:"
  std::vector<Diagnostic> errors;
};

/// Whether a line ends at `i`. Compilers end one at a carriage return alone, too.
bool ends_line(std::string_view source, std::size_t i);

/// Throws only std::bad_alloc; the time is linear in the length of the source.
Tokens tokenize(std::string_view source);

}  // namespace simt::detail
