#include "simt/translate/source_index.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "simt/translate/lexer.hpp"

namespace simt {
namespace {

using detail::Token;
using detail::TokenKind;

/// What a closing bracket must match, and the opening one.
bool opens(const Token& token) { return token.text == "(" || token.text == "[" || token.text == "{"; }
bool closes(const Token& token) { return token.text == ")" || token.text == "]" || token.text == "}"; }

/// These take parentheses, but declare no parameters.
bool is_attribute(std::string_view name) {
  constexpr std::array names{"__launch_bounds__", "__align__", "__attribute__", "__declspec",      "alignas",
                             "decltype",          "noexcept",  "explicit",      "__cluster_dims__"};
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool declares_scope(std::string_view word) {
  return word == "namespace" || word == "struct" || word == "class" || word == "union" || word == "enum";
}

/// Finds definitions of functions. In a scope of declarations (the file, a namespace, a class) every declaration ends
/// with `;` or with a body; a body of a function is skipped as a whole.
class FunctionFinder {
 public:
  explicit FunctionFinder(std::span<const Token> code) : code_(code) {}

  std::vector<SourceFunction> run() {
    while (position_ < code_.size()) {
      const std::string& text = code_[position_].text;
      if (text == ";" || text == "}") {
        begin_ = ++position_;
      } else if (text == "{") {
        body();
      } else if (text == "(" || text == "[") {
        position_ = after_bracket(position_);
      } else {
        ++position_;
      }
    }
    return std::move(functions_);
  }

 private:
  /// The position after the bracket that matches the one at `open`.
  std::size_t after_bracket(std::size_t open) const {
    int depth = 0;
    for (std::size_t i = open; i < code_.size(); ++i) {
      depth += opens(code_[i]) ? 1 : closes(code_[i]) ? -1 : 0;
      if (depth == 0) return i + 1;
    }
    return code_.size();
  }

  /// What begins at the `{` of the declaration [begin_, position_).
  void body() {
    const auto head = code_.subspan(begin_, position_ - begin_);
    const std::string name = function_name(head);
    if (name.empty() && is_scope(head)) {
      begin_ = ++position_;  // its declarations follow
      return;
    }
    const std::size_t end = after_bracket(position_);
    if (!name.empty()) {
      const bool is_kernel =
          std::any_of(head.begin(), head.end(), [](const Token& token) { return token.text == "__global__"; });
      functions_.push_back({name, head.front().line, code_[end - 1].line, is_kernel});
    }
    begin_ = position_ = end;
  }

  /// The name before the first parameter list; empty where the head is that of no function.
  static std::string function_name(std::span<const Token> head) {
    for (std::size_t i = 1; i < head.size(); ++i) {
      const Token& before = head[i - 1];
      if (before.text == "=") return "";  // an initialiser
      if (head[i].text == "(" && before.text != "operator" && before.kind == TokenKind::identifier) {
        if (!is_attribute(before.text)) return before.text;
        i = closing(head, i);
      } else if (head[i].text == "(" && i > 1 && head[i - 2].text == "operator") {
        return "operator" + before.text;
      }
    }
    return "";
  }

  static std::size_t closing(std::span<const Token> head, std::size_t open) {
    int depth = 0;
    for (std::size_t i = open; i < head.size(); ++i) {
      depth += opens(head[i]) ? 1 : closes(head[i]) ? -1 : 0;
      if (depth == 0) return i;
    }
    return head.size();
  }

  static bool is_scope(std::span<const Token> head) {
    return std::any_of(head.begin(), head.end(),
                       [](const Token& token) { return declares_scope(token.text) || token.text == "extern"; }) &&
           std::none_of(head.begin(), head.end(), [](const Token& token) { return token.text == "="; });
  }

  std::span<const Token> code_;
  std::vector<SourceFunction> functions_;
  std::size_t begin_ = 0;  // of the declaration at hand
  std::size_t position_ = 0;
};

/// The name before the `<<<` at `launch`, without template arguments.
std::string launched_kernel(std::span<const Token> code, std::size_t launch) {
  std::size_t i = launch;
  if (i > 0 && code[i - 1].text == ">") {
    int depth = 0;
    do {
      --i;
      depth += code[i].text == ">" ? 1 : code[i].text == "<" ? -1 : 0;
    } while (i > 0 && depth > 0);
  }
  return i > 0 && code[i - 1].kind == TokenKind::identifier ? code[i - 1].text : "";
}

bool is_member_or_qualified(std::span<const Token> code, std::size_t i) {
  return i > 0 && (code[i - 1].text == "." || code[i - 1].text == "->" || code[i - 1].text == "::");
}

}  // namespace

const SourceFunction* SourceIndex::function_around(int line) const {
  const auto found = std::find_if(functions.begin(), functions.end(), [&](const SourceFunction& function) {
    return function.first_line <= line && line <= function.last_line;
  });
  return found == functions.end() ? nullptr : &*found;
}

bool SourceIndex::has_texture_fetch(int line) const {
  return std::binary_search(texture_fetches.begin(), texture_fetches.end(), line);
}

SourceIndex index_source(std::string_view source) {
  const std::vector<Token> code = detail::tokenize(source).code;
  SourceIndex index;
  index.functions = FunctionFinder(code).run();
  for (std::size_t i = 0; i < code.size(); ++i) {
    const Token& token = code[i];
    if (index.code_lines.empty() || index.code_lines.back() != token.line) index.code_lines.push_back(token.line);
    const std::string_view next = i + 1 < code.size() ? std::string_view(code[i + 1].text) : "";
    if (token.text == "<<<") index.launches.push_back({token.line, launched_kernel(code, i)});
    if (token.kind != TokenKind::identifier) continue;
    const bool is_group_sync = token.text == "sync" && is_member_or_qualified(code, i);
    if (next == "(" && (token.text.starts_with("__sync") || is_group_sync)) index.barriers.push_back(token.line);
    if (token.text == "return" && next == ";") index.returns.push_back(token.line);
    const std::string_view start = std::string_view(token.text).substr(0, 5);
    if (start == "tex1D" || start == "tex2D" || start == "tex3D") index.texture_fetches.push_back(token.line);
  }
  return index;
}

}  // namespace simt
