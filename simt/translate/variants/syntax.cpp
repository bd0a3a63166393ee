#include "simt/translate/variants/syntax.hpp"

#include <string>
#include <utility>
#include <vector>

namespace simt::detail {
namespace {

constexpr std::array<std::string_view, 24> type_words{
    "const",  "constexpr",  "static", "auto",         "float",       "double",      "dim3",    "volatile",
    "extern", "__shared__", "using",  "struct",       "typedef",     "void",        "float2",  "float4",
    "uint2",  "uint4",      "std",    "cudaStream_t", "cudaEvent_t", "cudaError_t", "alignas", "enum"};

// The last token of the type that may begin at `i`: of `cg::grid_group`, or `cg::thread_block_tile<32>`.
std::size_t end_of_type(const Code& code, std::size_t i) {
  constexpr std::size_t longest = 24;
  while (code.is(i + 1, "::") && i + 2 < code.size() && code[i + 2].kind == TokenKind::identifier) i += 2;
  if (!code.is(i + 1, "<")) return i;
  for (std::size_t k = i + 2; k < i + longest && k + 1 < code.size(); ++k) {
    if (code.is(k, ">")) return code[k + 1].kind == TokenKind::identifier ? k : i;
    if (code[k].kind == TokenKind::punctuation && !code.is(k, "::") && !code.is(k, ",")) return i;
  }
  return i;
}

}  // namespace

bool is_constant_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

Tokens with_operators(Tokens tokens) {
  constexpr std::array<std::string_view, 13> operators{
      "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "!=", "++", "--", ">>=", "<<="};
  std::vector<Token> joined;
  for (Token& token : tokens.code) {
    Token* const left = joined.empty() ? nullptr : &joined.back();
    if (left != nullptr && left->kind == TokenKind::punctuation && token.kind == TokenKind::punctuation &&
        left->end == token.begin && is_one_of(left->text + token.text, operators)) {
      left->text += token.text;
      left->end = token.end;
    } else {
      joined.push_back(std::move(token));
    }
  }
  tokens.code = std::move(joined);
  return tokens;
}

std::size_t next_comma(const Code& code, std::size_t i, std::size_t end) {
  for (; i < end; ++i) {
    if (code.opens(i) && code.partner(i) != none) i = code.partner(i);
    if (code.is(i, ",")) return i;
  }
  return end;
}

std::size_t semicolon(const Code& code, std::size_t i) {
  for (; i < code.size(); ++i) {
    if (code.opens(i) && code.partner(i) != none) {
      i = code.partner(i);
      continue;
    }
    if (code.is(i, ";")) return i;
  }
  return code.size() - 1;
}

std::size_t semicolon_before(const Code& code, std::size_t i, std::size_t end) {
  for (; i < end; ++i) {
    if (code.opens(i) && code.partner(i) != none) i = code.partner(i);
    if (code.is(i, ";")) return i;
  }
  return none;
}

std::size_t plain_end(const Code& code, std::size_t i, std::size_t close) {
  if (code.is(i, "if") && code.is(i + 1, "(") && code.partner(i + 1) != none) {
    const std::size_t body = code.partner(i + 1) + 1;
    const std::size_t end = plain_end(code, body, close);
    return end == none || code.is(end + 1, "else") || code.is(body, "if") ? none : end;
  }
  constexpr std::array<std::string_view, 14> others{"for", "while", "do",      "return", "break", "continue", "{",
                                                    "}",   "case",  "default", "switch", "else",  "goto",     ";"};
  if (is_one_of(code[i].text, others) || is_declaration(code, i)) return none;
  const std::size_t end = semicolon(code, i);
  return end < close ? end : none;
}

std::size_t template_end(const Code& code, std::size_t open, std::size_t end) {
  if (!code.is(open, "<")) return none;
  int depth = 0;
  bool is_computed = false;  // `stage<-1>`, `stage<2 * SIDE>`
  for (std::size_t i = open; i < end; ++i) {
    if (code.is(i, "<")) ++depth;
    if (code.is(i, ">") && --depth == 0) {
      const bool is_call = code.is(i + 1, "(") || code.is(i + 1, "<<<") || code.is(i + 1, "::");
      const bool is_type = code.is(i + 1, "{") || code.is(i + 1, ",") || code.is(i + 1, ")");
      return is_call || (is_type && !is_computed) ? i : none;
    }
    if (code.is(i, "+") || code.is(i, "-") || code.is(i, "/") || code.is(i, "%")) {
      is_computed = true;
      continue;
    }
    const bool is_type = code[i].kind != TokenKind::punctuation || code.is(i, "<") || code.is(i, "::") ||
                         code.is(i, "*") || code.is(i, ",") || code.is(i, "&");
    if (!is_type) return none;
  }
  return none;
}

bool is_declaration(const Code& code, std::size_t i) {
  if (i >= code.size() || code[i].kind != TokenKind::identifier) return false;
  const std::string& text = code[i].text;
  if (text == "std" && code.is(i + 1, "::") && code.is(i + 3, "(")) return false;  // a call
  if (is_one_of(text, type_words) || is_one_of(text, integers)) return true;
  i = end_of_type(code, i);
  if (i + 1 >= code.size()) return false;
  if (code[i + 1].kind == TokenKind::identifier) return true;
  // `Word* const to = …`
  if (code.is(i + 1, "*") && code.is(i + 2, "const") && i + 4 < code.size() && code.is(i + 4, "=")) return true;
  // `Tile& tile = …`
  if (code.is(i + 1, "&") && i + 3 < code.size() && code[i + 2].kind == TokenKind::identifier && code.is(i + 3, "="))
    return true;
  if (code.is(i + 1, "*") && i + 3 < code.size() && code[i + 2].kind == TokenKind::identifier &&
      (code.is(i + 3, "=") || code.is(i + 3, ";")))
    return true;
  return false;
}

bool is_label(const Code& code, std::size_t i) {
  return code.is(i, "case") || code.is(i, "default") || code.is(i, "else");
}

bool is_lambda(const Code& code, std::size_t i) {
  if (!code.is(i, "[") || code.partner(i) == none || i == 0) return false;
  const Token& left = code[i - 1];
  if (left.kind != TokenKind::punctuation && left.text != "return") return false;
  return left.text != ")" && left.text != "]";
}

bool is_unary_ampersand(const Code& code, std::size_t i) {
  if (!code.is(i, "&")) return false;
  if (i == 0) return true;
  const Token& left = code[i - 1];
  if (left.text == ")" && code.is(i - 2, "*")) return true;  // (void**)&
  return left.kind == TokenKind::punctuation && left.text != ")" && left.text != "]";
}

bool is_changed(const Code& code, std::size_t first, std::size_t last) {
  if (code.is(last + 1, "++") || code.is(last + 1, "--")) return true;
  if (first > 0 && (code.is(first - 1, "++") || code.is(first - 1, "--") || is_unary_ampersand(code, first - 1)))
    return true;
  return last + 1 < code.size() && is_assignment(code, last + 1);
}

bool is_for_dimensions(const Code& code, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    const bool is_plain =
        code[i].kind == TokenKind::number || is_constant_name(code[i].text) || (code[i].kind == TokenKind::punctuation);
    if (!is_plain) return false;
  }
  return true;
}

bool is_assignment(const Code& code, std::size_t i) {
  constexpr std::array<std::string_view, 11> assignments{
      "=", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "<<=", ">>="};
  return code[i].kind == TokenKind::punctuation && is_one_of(code[i].text, assignments);
}

}  // namespace simt::detail
