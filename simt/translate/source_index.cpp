#include "simt/translate/source_index.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "simt/translate/lexer.hpp"
#include "support/process/interrupt.hpp"

namespace simt {
namespace {

using detail::Token;
using detail::TokenKind;

/// What a closing bracket must match, and the opening one.
bool opens(const Token& token) { return token.text == "(" || token.text == "[" || token.text == "{"; }
bool closes(const Token& token) { return token.text == ")" || token.text == "]" || token.text == "}"; }

/// These take parentheses, but declare no parameters.
bool is_attribute(std::string_view name) {
  constexpr std::array names{"__launch_bounds__", "__align__", "__attribute__", "__declspec",       "alignas",
                             "decltype",          "noexcept",  "explicit",      "__cluster_dims__", "__maxnreg__"};
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
      if (text == ";" || text == "}" || (text == ":" && follows_access(position_))) {
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
  /// `public:`
  bool follows_access(std::size_t i) const {
    if (i == 0) return false;
    const std::string& word = code_[i - 1].text;
    return word == "public" || word == "private" || word == "protected";
  }

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
      functions_.push_back({name, head.front().line, code_[end - 1].line, is_kernel, parameters_of(head, name),
                            named_parameters(head, name)});
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
      } else if (const std::size_t word = operator_before(head, i); word != i) {
        std::string name;
        for (std::size_t k = word; k < i; ++k) name += head[k].text;
        return name;
      }
    }
    return "";
  }

  /// The word `operator` of `operator+(` or `operator()(`, whose parameters begin at `i`; `i` where there is none.
  static std::size_t operator_before(std::span<const Token> head, std::size_t i) {
    if (head[i].text != "(") return i;
    if (i > 1 && head[i - 2].text == "operator") return i - 2;
    return i > 2 && head[i - 3].text == "operator" ? i - 3 : i;
  }

  /// Where the parameters of the function `name` begin.
  static bool begins_parameters(std::span<const Token> head, std::size_t i, const std::string& name) {
    return head[i].text == "(" && (head[i - 1].text == name || operator_before(head, i) != i);
  }

  /// Values between the parentheses behind `name`, which is in `head`. Commas of template arguments do not count.
  static int parameters_of(std::span<const Token> head, const std::string& name) {
    for (std::size_t i = 1; i < head.size(); ++i) {
      if (!begins_parameters(head, i, name)) continue;
      const std::size_t close = closing(head, i);
      int count = close > i + 1 ? 1 : 0, depth = 0;
      for (std::size_t k = i + 1; k < close && k < head.size(); ++k) {
        const bool is_inner = opens(head[k]) || head[k].text == "<";
        depth += is_inner ? 1 : closes(head[k]) || head[k].text == ">" ? -1 : 0;
        if (depth == 0 && head[k].text == ",") ++count;
      }
      return count;
    }
    return 0;
  }

  static std::vector<SourceParameter> named_parameters(std::span<const Token> head, const std::string& name) {
    std::vector<SourceParameter> named;
    std::size_t open = 1;
    while (open < head.size() && !begins_parameters(head, open, name)) ++open;
    const std::size_t close = closing(head, std::min(open, head.size()));
    SourceParameter one;
    int words = 0;
    bool has_default = false;  // what stands behind `=` is no name
    for (std::size_t i = open + 1; i <= close && i < head.size(); ++i) {
      const Token& token = head[i];
      if (token.text == "," || i == close) {
        // A type alone is no name.
        const bool ends_with_name = has_default || head[i - 1].kind == TokenKind::identifier || head[i - 1].text == "]";
        if (words > 1 && ends_with_name) named.push_back(one);
        one = {};
        words = 0;
        has_default = false;
        continue;
      }
      has_default = has_default || token.text == "=";
      if (has_default) continue;
      if (token.text == "*") one.is_pointer = true;
      if (token.text == "&") one.is_reference = true;
      if (token.text == "const") one.is_constant = true;
      if (token.kind == TokenKind::identifier && token.text != "const") {
        ++words;
        one.name = token.text;
      }
    }
    return named;
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

/// How far a look at one expression goes: from each word to the end of the file, the time would grow with its square.
constexpr std::size_t most_tokens = 256;

/// The first tokens, up to those that a look from `begin` may see.
std::span<const Token> near(std::span<const Token> code, std::size_t begin) {
  return code.first(std::min(code.size(), begin + most_tokens));
}

/// The name before the `<<<` at `launch`, without template arguments.
std::string launched_kernel(std::span<const Token> code, std::size_t launch) {
  std::size_t i = launch;
  if (i > 0 && code[i - 1].text == ">") {
    int depth = 0;
    do {
      --i;
      depth += code[i].text == ">" ? 1 : code[i].text == "<" ? -1 : 0;
    } while (i > 0 && depth > 0 && launch - i < most_tokens);
  }
  return i > 0 && code[i - 1].kind == TokenKind::identifier ? code[i - 1].text : "";
}

/// `>>>`: three tokens, since `>>` may end two lists of template arguments.
bool ends_shape(std::span<const Token> code, std::size_t i) {
  return i + 2 < code.size() && code[i].text == ">" && code[i + 1].text == ">" && code[i + 2].text == ">";
}

/// The position of the last token of `static_cast<T>` or `(T)` at `i`; `i` where no cast to a type of one word is
/// there.
std::size_t end_of_cast(std::span<const Token> code, std::size_t i) {
  if (i + 3 >= code.size()) return i;
  const bool is_word = code[i + 1].kind == TokenKind::identifier && code[i + 2].text == ")";
  const Token& value = code[i + 3];
  const bool has_value = value.kind == TokenKind::identifier || value.kind == TokenKind::number || value.text == "(";
  if (code[i].text == "(" && is_word && has_value) return i + 2;
  if (!code[i].text.ends_with("_cast") || code[i + 1].text != "<") return i;
  const std::span<const Token> seen = near(code, i);
  std::size_t end = i + 2;
  while (end < seen.size() && seen[end].text != ">" && seen[end].text != ";") ++end;
  return end < seen.size() && seen[end].text == ">" ? end : i;
}

/// `size_t(x)`: the name of a type of numbers that stands for a conversion.
bool is_conversion(std::span<const Token> code, std::size_t i) {
  constexpr std::array<std::string_view, 12> types{"int",     "unsigned", "long",    "size_t",   "short", "char",
                                                   "int32_t", "uint32_t", "int64_t", "uint64_t", "float", "double"};
  return i + 1 < code.size() && code[i + 1].text == "(" &&
         std::find(types.begin(), types.end(), code[i].text) != types.end();
}

/// The names from `begin` to the end of the statement, of the surrounding brackets or of a launch's `<<<…>>>`. Those of
/// casts are left out.
std::vector<std::string> names_from(std::span<const Token> code, std::size_t begin, bool with_subscripts) {
  constexpr std::size_t most_names = 16;
  std::vector<std::string> names;
  int depth = 0, subscripts = 0;
  code = near(code, begin);
  for (std::size_t i = begin; i < code.size() && names.size() < most_names; ++i) {
    if (const std::size_t end = end_of_cast(code, i); end != i) {
      i = end;
      continue;
    }
    const std::string_view text = code[i].text;
    if (text == ";" || text == "{" || text == "}" || ends_shape(code, i)) break;
    depth += opens(code[i]) ? 1 : closes(code[i]) ? -1 : 0;
    if (depth < 0) break;
    subscripts += text == "[" ? 1 : text == "]" ? -1 : 0;
    const bool is_member = i > 0 && (code[i - 1].text == "." || code[i - 1].text == "->");
    const bool is_name = code[i].kind == TokenKind::identifier && !is_member && !is_conversion(code, i);
    if (is_name && (subscripts == 0 || with_subscripts)) {
      names.emplace_back(text);
    }
  }
  return names;
}

/// Where the name at `at` ends, with its members; the position of its last token.
std::size_t end_of_name(std::span<const Token> code, std::size_t at) {
  std::size_t last = at;
  while (last + 2 < code.size() && code[last + 1].text == "." && code[last + 2].kind == TokenKind::identifier)
    last += 2;
  return last;
}

/// Whether the name at `at` is multiplied in the expression that begins at `begin`: by itself, or in brackets.
bool is_scaled(std::span<const Token> code, std::size_t begin, std::size_t at) {
  std::size_t first = at, last = end_of_name(code, at);
  while (last + 1 < code.size()) {
    const std::string_view before = first > begin ? std::string_view(code[first - 1].text) : "",
                           after = code[last + 1].text;
    if (before == "/" || before == "%" || after == "/" || after == "%" || after == "[" || before == "[") return false;
    // What `*` stands in front of, without a value before it, is what a pointer points to.
    const bool has_value =
        first > begin + 1 && (code[first - 2].kind != TokenKind::punctuation || closes(code[first - 2]));
    if (after == "*" || (before == "*" && has_value)) return true;
    int depth = 0;
    do {
      if (first <= begin) return false;
      --first;
      depth += closes(code[first]) ? 1 : opens(code[first]) ? -1 : 0;
    } while (depth >= 0);
    depth = 1;
    while (depth > 0 && ++last < code.size()) depth += opens(code[last]) ? 1 : closes(code[last]) ? -1 : 0;
    // A call: `min(n, i)`.
    if (code[first].text == "(" && first > begin && code[first - 1].kind == TokenKind::identifier) --first;
  }
  return false;
}

/// Names that are multiplied in the expression that begins at `begin`, up to its end; those of subscripts are left out.
std::vector<std::string> scaled_names(std::span<const Token> code, std::size_t begin) {
  std::vector<std::string> names;
  code = near(code, begin);
  int depth = 0, subscripts = 0;
  for (std::size_t i = begin; i < code.size(); ++i) {
    const std::string_view text = code[i].text;
    depth += opens(code[i]) ? 1 : closes(code[i]) ? -1 : 0;
    subscripts += text == "[" ? 1 : text == "]" ? -1 : 0;
    if (depth < 0 || text == ";" || text == "{" || text == "}" || (depth == 0 && text == ",")) break;
    const bool is_member = i > begin && (code[i - 1].text == "." || code[i - 1].text == "->");
    // Threads of a warp are neighbours in x.
    const bool is_other_side = text == "threadIdx" && i + 2 < code.size() && code[i + 2].text != "x";
    const bool is_name = code[i].kind == TokenKind::identifier && !is_member && !is_other_side;
    if (is_name && subscripts == 0 && is_scaled(code, begin, i)) names.emplace_back(text);
  }
  return names;
}

/// The position of the bracket that closes the one at `open`; the code's end where that is missing.
std::size_t closing_bracket(std::span<const Token> code, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < code.size(); ++i) {
    depth += opens(code[i]) ? 1 : closes(code[i]) ? -1 : 0;
    if (depth == 0) return i;
  }
  return code.size();
}

bool ends_value(const Token& token) { return token.text == ";" || token.text == ","; }

/// The number, with its sign, that is all of the value at `begin`; empty where it is not a number.
std::string number_from(std::span<const Token> code, std::size_t begin) {
  const bool has_sign = begin < code.size() && code[begin].text == "-";
  const std::size_t at = begin + (has_sign ? 1 : 0);
  if (at + 1 >= code.size() || code[at].kind != TokenKind::number || !ends_value(code[at + 1])) return "";
  return (has_sign ? "-" : "") + code[at].text;
}

/// Whether the value at `begin` is one quotient, of a name and a name or a number.
bool is_one_quotient(std::span<const Token> code, std::size_t begin) {
  if (begin + 3 >= code.size() || code[begin].kind != TokenKind::identifier || code[begin + 1].text != "/")
    return false;
  const TokenKind divisor = code[begin + 2].kind;
  return (divisor == TokenKind::identifier || divisor == TokenKind::number) && ends_value(code[begin + 3]);
}

/// Whether the value at `begin` is `name[…]…[…]`.
bool is_one_element(std::span<const Token> code, std::size_t begin) {
  if (begin + 1 >= code.size() || code[begin].kind != TokenKind::identifier || code[begin + 1].text != "[")
    return false;
  std::size_t i = begin + 1;
  code = near(code, begin);
  while (i < code.size() && code[i].text == "[") i = closing_bracket(code, i) + 1;
  return i < code.size() && ends_value(code[i]);
}

/// The conditions of a file, each in the time of one look at its own words.
class ConditionFinder {
 public:
  explicit ConditionFinder(std::span<const Token> code)
      : code_(code), partner_(code.size(), code.size()), end_(code.size() + 1, code.size()) {
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < code.size(); ++i) {
      if (opens(code[i])) open.push_back(i);
      if (!closes(code[i]) || open.empty()) continue;
      partner_[open.back()] = i;
      open.pop_back();
    }
    for (std::size_t i = code.size(); i-- > 0;) {
      const std::size_t last = std::min(partner_[i], code.size() - 1);
      end_[i] = code[i].text == ";" ? i : code[i].text == "{" ? last : end_[opens(code[i]) ? last + 1 : i + 1];
    }
  }

  /// The condition whose `if`, `for` or `while` is at `at`; without a line where no statement depends on it.
  SourceCondition at(std::size_t at) const {
    if (at + 1 >= code_.size() || code_[at + 1].text != "(") return {};
    const std::size_t begin = partner_[at + 1] + 1;
    if (begin >= code_.size() || code_[begin].text == ";") return {};  // of `do`, or without a body
    const bool is_if = code_[at].text == "if";
    const std::size_t end = std::min(end_[begin], code_.size() - 1), other = end + 1;
    const bool has_else = is_if && other + 1 < code_.size() && code_[other].text == "else";
    const int last_of_else = has_else ? code_[std::min(end_[other + 1], code_.size() - 1)].line : 0;
    const bool is_name = begin == at + 4 && code_[at + 2].kind == TokenKind::identifier;
    return {code_[at].line, code_[end].line, !is_if, last_of_else, is_name ? code_[at + 2].text : ""};
  }

 private:
  std::span<const Token> code_;
  std::vector<std::size_t> partner_;  // of each opening bracket the one that closes it; the code's end for all others
  std::vector<std::size_t> end_;      // of the statement that begins at each token: its `;`, or the `}` of its body
};

/// `name[…]…[…]`, whose name is at `at`, and a bracket behind it.
SourceElement element_at(std::span<const Token> code, std::size_t at) {
  constexpr std::size_t most_names = 16;
  code = near(code, at);
  SourceElement element{code[at].line, code[at].text, {}};
  for (std::size_t open = at + 1; open < code.size() && code[open].text == "[";) {
    const std::size_t close = closing_bracket(code, open);
    std::string& subscript = element.subscripts.emplace_back();
    for (std::size_t i = open + 1; i < close && i < code.size() && i < open + most_names; ++i)
      subscript += code[i].text;
    for (std::size_t i = open + 1; i < close && element.index.size() < most_names; ++i) {
      if (code[i].kind == TokenKind::identifier) element.index.push_back(code[i].text);
    }
    const std::vector<std::string> scaled = scaled_names(code, open + 1);
    element.scaled.insert(element.scaled.end(), scaled.begin(), scaled.end());
    open = close + 1;
  }
  return element;
}

/// "1e3f", and "0.001"
bool is_thousand(std::string text) {
  while (!text.empty() && std::string_view("fFlLuU").find(text.back()) != std::string_view::npos) text.pop_back();
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  return end == text.c_str() + text.size() && (value == 1000 || value == 0.001);
}

/// Whether a semicolon stands right behind the condition of the `if` at `at`, and no `else` behind that.
bool ends_at_once(std::span<const Token> code, std::size_t at) {
  int depth = 0;
  for (std::size_t i = at + 1; i + 1 < code.size() && i - at < most_tokens; ++i) {
    if (code[i].text == "(") ++depth;
    if (code[i].text == ")") --depth;
    const bool has_else = i + 2 < code.size() && code[i + 2].text == "else";
    if (depth == 0) return i > at + 1 && code[i + 1].text == ";" && !has_else;
  }
  return false;
}

/// A number that is written with digits alone; 0: another token.
long long whole_number(const Token& token) {
  constexpr std::size_t most_digits = 9;
  const bool is_whole = token.kind == TokenKind::number && token.text.size() <= most_digits &&
                        token.text.find_first_not_of("0123456789") == std::string::npos;
  return is_whole ? std::stoll(token.text) : 0;
}

/// The variable at `at`, or its member, is divided: `n / parts`, `static_cast<int>(blockIdx.x) % parts`. Without a line
/// where it is not.
SourceDivision division_at(std::span<const Token> code, std::size_t at) {
  const auto text = [&](std::size_t i) { return i < code.size() ? std::string_view(code[i].text) : ""; };
  const std::string_view before = at > 0 ? text(at - 1) : "";
  if (before == "." || before == "->" || before == "*" || before == "/" || before == "%") return {};
  const bool has_member = text(at + 1) == "." && at + 2 < code.size() && code[at + 2].kind == TokenKind::identifier;
  std::size_t sign = at + (has_member ? 3 : 1);
  if (before == "(" && text(sign) == ")") {
    // Of `f(n) / 2`, the result of f is divided.
    const std::string_view function = at > 1 ? text(at - 2) : "";
    const bool is_call = at > 1 && code[at - 2].kind == TokenKind::identifier && function != "int" &&
                         function != "unsigned" && function != "size_t";
    if (is_call) return {};
    ++sign;
  }
  if (text(sign) != "/" && text(sign) != "%") return {};
  return {code[at].line, code[at].text + (has_member ? "." + code[at + 2].text : ""), text(sign) == "%"};
}

/// Whether "1 / 16" stands at `at`, a division of whole numbers that leaves nothing. In `x * 1 / 16` something else is
/// divided, and in `(float)1 / 16` no whole number.
bool is_zero_quotient(std::span<const Token> code, std::size_t at) {
  if (at + 2 >= code.size() || code[at + 1].text != "/") return false;
  const std::string_view before = at > 0 ? std::string_view(code[at - 1].text) : "";
  if (before == "*" || before == "/" || before == "%" || before == ")") return false;
  return whole_number(code[at]) != 0 && whole_number(code[at]) < whole_number(code[at + 2]);
}

/// Whether `++` or `--`, two tokens each, stands before or behind the name at `at`.
bool is_counted(std::span<const Token> code, std::size_t at) {
  const auto is_pair = [&](std::size_t i) {
    return i + 1 < code.size() && code[i].text == code[i + 1].text && (code[i].text == "+" || code[i].text == "-");
  };
  return is_pair(at + 1) || (at > 1 && is_pair(at - 2));
}

/// What stands between commas from behind `open` up to `end`.
std::vector<std::string> arguments_between(std::span<const Token> code, std::size_t open, std::size_t end) {
  constexpr std::size_t most_arguments = 16;
  std::vector<std::string> arguments;
  int depth = 0;
  for (std::size_t i = open + 1; i < end && arguments.size() < most_arguments; ++i) {
    depth += opens(code[i]) ? 1 : closes(code[i]) ? -1 : 0;
    if (arguments.empty() || (depth == 0 && code[i].text == ",")) arguments.emplace_back();
    if (depth != 0 || code[i].text != ",") arguments.back() += code[i].text;
  }
  return arguments;
}

/// What stands between the parentheses that open at `open`.
std::vector<std::string> arguments_at(std::span<const Token> code, std::size_t open) {
  code = near(code, open);
  return arguments_between(code, open, closing_bracket(code, open));
}

/// The `>>>` of the launch whose `<<<` is at `open`; the end of `code` where it is missing.
std::size_t end_of_shape(std::span<const Token> code, std::size_t open) {
  const std::span<const Token> seen = near(code, open);
  for (std::size_t i = open + 1; i + 2 < seen.size(); ++i) {
    if (opens(seen[i])) i = std::min(closing_bracket(seen, i), seen.size() - 1);
    if (ends_shape(seen, i)) return i;
  }
  return code.size();
}

/// The launch whose `<<<` is at `open`.
SourceLaunch launch_at(std::span<const Token> code, std::size_t open) {
  SourceLaunch launch{code[open].line, launched_kernel(code, open), names_from(code, open + 1, true)};
  const std::size_t end = end_of_shape(code, open);
  if (end < code.size()) launch.shape = arguments_between(code, open, end);
  return launch;
}

/// The lambda whose `[` is at `open`; without a line where none begins there.
SourceLambda lambda_at(std::span<const Token> code, std::size_t open) {
  constexpr std::array<std::string_view, 6> before{"=", "(", ",", "{", ";", "return"};
  code = near(code, open);
  if (open == 0 || std::find(before.begin(), before.end(), code[open - 1].text) == before.end()) return {};
  const std::size_t close = closing_bracket(code, open);
  std::size_t body = close + 1;
  if (body < code.size() && code[body].text == "(") body = closing_bracket(code, body) + 1;
  // `mutable`, or `-> const float*`
  while (body < code.size() && code[body].text != "{" && code[body].text != ";" && code[body].text != ")") ++body;
  if (body >= code.size() || code[body].text != "{") return {};
  const std::size_t end = closing_bracket(code, body);
  SourceLambda lambda{code[open].line, end < code.size() ? code[end].line : code.back().line, ""};
  if (open > 1 && code[open - 1].text == "=" && code[open - 2].kind == TokenKind::identifier)
    lambda.name = code[open - 2].text;
  for (std::size_t i = open + 1; i < close; ++i) {
    if (code[i].text == "=" && i == open + 1) lambda.copies_all = true;
    if (code[i].kind != TokenKind::identifier) continue;
    const bool ends = code[i + 1].text == "," || code[i + 1].text == "]";
    if (ends && code[i - 1].text == "&") lambda.referred.push_back(code[i].text);
    if (ends && (i == open + 1 || code[i - 1].text == ",")) lambda.copied.push_back(code[i].text);
  }
  return lambda;
}

/// The "=" of `=`, `+=` and their like: the lexer makes two tokens of these.
bool is_assignment(std::span<const Token> code, std::size_t i) {
  return code[i].text == "=" && i > 0 && code[i - 1].text != "!";
}

/// Whether what begins at `i` compares two with `==` or `!=`, outside of all brackets.
bool is_comparison(std::span<const Token> code, std::size_t i) {
  int depth = 0;
  for (; i + 1 < code.size() && code[i].text != ";" && code[i].text != "?"; ++i) {
    depth += opens(code[i]) ? 1 : closes(code[i]) ? -1 : 0;
    if (depth < 0) return false;
    const bool is_sign = code[i].text == "==" || code[i].text == "!=" ||
                         ((code[i].text == "=" || code[i].text == "!") && code[i + 1].text == "=");
    if (is_sign && depth == 0) return true;
  }
  return false;
}

/// What the assignment operator at `at` assigns to; without a name where that is not seen.
SourceAssignment assignment_at(std::span<const Token> code, std::size_t at) {
  constexpr std::string_view combined = "+-*/%&|^";
  SourceAssignment assignment;
  std::size_t i = at;
  assignment.is_combined = code[i - 1].text.size() == 1 && combined.find(code[i - 1].text) != std::string_view::npos;
  if (assignment.is_combined) --i;
  while (i > 0 && at - i < most_tokens) {
    const Token& before = code[--i];
    if (before.text == "]" || before.text == ")") {
      assignment.is_element = true;
      if (assignment.subscript.empty() && before.text == "]" && i > 1 && code[i - 2].text == "[")
        assignment.subscript = code[i - 1].text;
      int depth = 0;
      do {
        depth += closes(code[i]) ? 1 : opens(code[i]) ? -1 : 0;
      } while (depth > 0 && i-- > 0 && at - i < most_tokens);
      if (depth != 0) return {};
      continue;
    }
    if (before.kind != TokenKind::identifier) return {};
    const bool is_member = i > 0 && (code[i - 1].text == "." || code[i - 1].text == "->");
    if (is_member) {
      --i;
      continue;
    }
    assignment.line = before.line;
    assignment.name = before.text;
    assignment.is_element = assignment.is_element || (i > 0 && code[i - 1].text == "*");
    assignment.is_address = at + 1 < code.size() && code[at + 1].text == "&";
    assignment.is_declaration =
        i > 0 && code[i - 1].kind == TokenKind::identifier && code[i - 1].text != "else" && code[i - 1].text != "do";
    assignment.from = names_from(code, at + 1, /*with_subscripts=*/false);
    assignment.number = number_from(code, at + 1);
    assignment.scaled = scaled_names(code, at + 1);
    if (is_one_quotient(code, at + 1)) {
      assignment.dividend = code[at + 1].text;
      assignment.divisor = code[at + 3].text;
    }
    code = near(code, at);
    for (std::size_t i = at + 1; i < code.size() && code[i].text != ";" && code[i].text != ")"; ++i) {
      assignment.is_product = assignment.is_product || code[i].text == "*";
    }
    assignment.is_comparison = is_comparison(code, at + 1);
    assignment.is_copy = !assignment.is_combined && is_one_element(code, at + 1);
    return assignment;
  }
  return {};
}

bool is_kept(std::string_view word) { return word == "__device__" || word == "__managed__" || word == "static"; }

/// The variable that is declared behind the `static` or `__device__` at `at`; without a name where it is a function.
SourceName kept_variable(std::span<const Token> code, std::size_t at) {
  const Token* last = nullptr;
  for (std::size_t i = at + 1; i < code.size(); ++i) {
    const Token& token = code[i];
    // `__device__ alignas(128) unsigned count;`
    const bool is_aligned =
        i + 1 < code.size() && (token.text == "alignas" || token.text == "__align__") && code[i + 1].text == "(";
    if (is_aligned) {
      i = closing_bracket(code, i + 1);
      continue;
    }
    if (token.text == "(" || is_kept(token.text) || token.text == "}") return {};
    if (token.text == ";" || token.text == "=" || token.text == "[" || token.text == "{" || token.text == ",") break;
    if (token.kind == TokenKind::identifier) last = &token;
  }
  return last == nullptr ? SourceName{} : SourceName{last->line, last->text};
}

void sort_lines(std::vector<int>& lines) {
  std::sort(lines.begin(), lines.end());
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
}

bool is_member_or_qualified(std::span<const Token> code, std::size_t i) {
  return i > 0 && (code[i - 1].text == "." || code[i - 1].text == "->" || code[i - 1].text == "::");
}

}  // namespace

std::vector<const SourceFunction*> SourceIndex::used_by(std::string_view entry) const {
  std::vector<const SourceFunction*> used;
  std::unordered_map<std::string_view, std::vector<const SourceFunction*>> unused;  // by their names
  for (const SourceFunction& function : functions) unused[function.name].push_back(&function);
  const auto use = [&](std::string_view name) {
    const auto found = unused.find(name);
    if (found == unused.end()) return;
    used.insert(used.end(), found->second.begin(), found->second.end());
    unused.erase(found);
  };
  use(entry);
  for (std::size_t i = 0; i < used.size(); ++i) {
    const SourceFunction function = *used[i];
    const std::size_t known = used.size();
    const auto first = std::partition_point(names.begin(), names.end(),
                                            [&](const SourceName& name) { return name.line < function.first_line; });
    for (auto name = first; name != names.end() && name->line <= function.last_line; ++name) use(name->name);
    std::sort(used.begin() + static_cast<std::ptrdiff_t>(known), used.end());  // in the order of the file
  }
  return used;
}

const SourceFunction* SourceIndex::function_around(int line) const {
  const auto found = std::find_if(functions.begin(), functions.end(), [&](const SourceFunction& function) {
    return function.first_line <= line && line <= function.last_line;
  });
  return found == functions.end() ? nullptr : &*found;
}

bool SourceIndex::has_texture_fetch(int line) const {
  return std::binary_search(texture_fetches.begin(), texture_fetches.end(), line);
}

std::vector<SourceCondition> SourceIndex::conditions_around(int line) const {
  const SourceFunction* const function = function_around(line);
  std::vector<SourceCondition> around;
  for (const SourceCondition& condition : conditions) {
    const bool is_there = function != nullptr && condition.line >= function->first_line;
    if (is_there && condition.line <= line && line <= condition.last_line) around.push_back(condition);
  }
  return around;
}

std::vector<int> SourceIndex::lines_with_member(int line, const std::string& name, const std::string& member) const {
  const SourceFunction* const function = function_around(line);
  std::vector<int> lines;
  for (std::size_t i = 0; i + 1 < names.size(); ++i) {
    if (names[i].name != name || names[i + 1].name != member || function == nullptr) continue;
    if (names[i].line >= function->first_line && names[i].line <= line) lines.push_back(names[i].line);
  }
  sort_lines(lines);
  return lines;
}

int SourceIndex::line_of_shared(const std::string& name, int line) const {
  const SourceFunction* const function = function_around(line);
  if (function == nullptr) return 0;
  const std::vector<int> lines = lines_with("__shared__", *function);
  for (const SourceName& one : names) {
    if (one.name == name && std::binary_search(lines.begin(), lines.end(), one.line)) return one.line;
  }
  return 0;
}

int SourceIndex::line_of_sum_kept(int line) const {
  const std::vector<SourceCondition> around = conditions_around(line);
  const auto outer = std::find_if(around.begin(), around.end(), [](const SourceCondition& one) { return one.is_loop; });
  if (outer == around.end()) return 0;
  const auto is_in = [](const SourceCondition& loop, int at) { return loop.line <= at && at <= loop.last_line; };
  for (const SourceAssignment& stored : assignments) {
    if (stored.line != line || !stored.is_element || stored.from.size() != 1) continue;
    int set = 0;
    bool is_set_inside = false, is_added_in_inner = false;
    for (const SourceAssignment& one : assignments) {
      if (one.name != stored.from.front() || one.is_element || function_around(one.line) != function_around(line))
        continue;
      if (!one.is_combined && one.line < outer->line) set = one.line;
      if (!one.is_combined && is_in(*outer, one.line)) is_set_inside = true;
      const std::vector<SourceCondition> inner = conditions_around(one.line);
      const bool is_inner = std::any_of(inner.begin(), inner.end(), [&](const SourceCondition& loop) {
        return loop.is_loop && is_in(*outer, loop.line) && !is_in(loop, line);
      });
      if (one.is_combined && one.line < line && is_inner) is_added_in_inner = true;
    }
    if (set != 0 && !is_set_inside && is_added_in_inner) return set;
  }
  return 0;
}

const SourceFunction* SourceIndex::unlaunched_kernel(const SourceFunction& function) const {
  for (const SourceFunction& kernel : functions) {
    if (!kernel.is_kernel || kernel.last_line >= function.first_line) continue;
    const auto is_in = [&](int line) { return kernel.first_line <= line && line <= kernel.last_line; };
    const bool is_of_another = std::any_of(launches.begin(), launches.end(), [&](const SourceLaunch& launch) {
      return kernel.last_line < launch.line && launch.line < function.first_line;
    });
    const bool stores = std::any_of(assignments.begin(), assignments.end(),
                                    [&](const SourceAssignment& one) { return one.is_element && is_in(one.line); });
    const auto mentions =
        std::count_if(names.begin(), names.end(), [&](const SourceName& name) { return name.name == kernel.name; });
    if (!is_of_another && stores && mentions == 1) return &kernel;
  }
  return nullptr;
}

const SourceAssignment* SourceIndex::overwritten_in_loop(int line) const {
  const std::vector<SourceCondition> around = conditions_around(line);
  const auto loop = std::find_if(around.rbegin(), around.rend(), [](const auto& one) { return one.is_loop; });
  if (loop == around.rend()) return nullptr;
  for (const SourceAssignment& assignment : assignments) {
    if (assignment.line != line || assignment.is_element || assignment.is_combined || assignment.from.empty()) continue;
    const auto is_named_in_loop = [&](const SourceName& used) {
      return used.name == assignment.name && used.line >= loop->line && used.line <= loop->last_line;
    };
    const bool is_set_before = std::any_of(assignments.begin(), assignments.end(), [&](const SourceAssignment& other) {
      return other.name == assignment.name && other.line < loop->line &&
             function_around(other.line) == function_around(line);
    });
    if (is_set_before && std::count_if(names.begin(), names.end(), is_named_in_loop) == 1) return &assignment;
  }
  return nullptr;
}

SourceCondition SourceIndex::loop_around(int line) const {
  SourceCondition found;
  for (const SourceCondition& one : conditions_around(line)) {
    if (one.is_loop) found = one;
  }
  return found;
}

bool SourceIndex::is_same_in_all_rounds(const SourceElement& element, const SourceCondition& loop) const {
  const auto is_changed = [&](const std::string& name) {
    const auto changes = [&](const auto& one) {
      return one.name == name && loop.line <= one.line && one.line <= loop.last_line;
    };
    const bool is_set = std::any_of(assignments.begin(), assignments.end(),
                                    [&](const SourceAssignment& one) { return !one.is_element && changes(one); });
    return is_set || std::any_of(counted.begin(), counted.end(), changes);
  };
  return !is_changed(element.name) && std::none_of(element.index.begin(), element.index.end(), is_changed);
}

std::vector<int> SourceIndex::lines_of_value(int line, std::size_t most) const {
  const SourceFunction* const function = function_around(line);
  if (function == nullptr) return {};
  std::vector<std::string> wanted;
  for (const SourceAssignment& assignment : assignments) {
    if (assignment.line == line) wanted.insert(wanted.end(), assignment.from.begin(), assignment.from.end());
  }
  std::vector<int> lines;
  for (std::size_t i = 0; i < wanted.size() && i < 64; ++i) {
    for (const SourceAssignment& assignment : assignments) {
      const bool is_there = assignment.line >= function->first_line && assignment.line < line;
      if (!is_there || assignment.name != wanted[i]) continue;
      lines.push_back(assignment.line);
      for (const std::string& name : assignment.from) {
        if (std::find(wanted.begin(), wanted.end(), name) == wanted.end()) wanted.push_back(name);
      }
    }
  }
  sort_lines(lines);
  if (lines.size() > most) lines.clear();
  return lines;
}

std::vector<int> SourceIndex::lines_of_indices(int line, std::size_t most) const {
  const SourceFunction* const function = function_around(line);
  std::vector<int> lines;
  for (const SourceName& used : names) {
    if (function == nullptr || used.line != line) continue;
    for (const SourceAssignment& assignment : assignments) {
      if (!assignment.is_element && assignment.name == used.name && assignment.line >= function->first_line &&
          assignment.line < line) {
        lines.push_back(assignment.line);
      }
    }
  }
  sort_lines(lines);
  if (lines.size() > most) lines.clear();
  return lines;
}

namespace {

/// Follows indices back to the line that multiplies a thread's number, within one function.
class StepFinder {
 public:
  StepFinder(const SourceIndex& source, const SourceFunction& function) : source_(source), function_(function) {}

  /// The line that makes `name`, as `line` uses it, of threadIdx times something; 0: none, or not the only one.
  int line_of(const std::string& name, int line, int most_steps = 4) const {
    const SourceAssignment* const set = setting(name, line);
    if (set == nullptr || most_steps == 0) return 0;
    for (const std::string& one : set->scaled) {
      if (is_of_threads(one, set->line, most_steps)) return set->line;
    }
    for (const std::string& one : set->from) {
      const int found = one == name ? 0 : line_of(one, set->line, most_steps - 1);
      if (found != 0) return found;
    }
    return 0;
  }

  /// Whether `name`, as `line` uses it, is made of threadIdx.
  bool is_of_threads(const std::string& name, int line, int most_steps = 4) const {
    if (name == "threadIdx") {
      const std::vector<int> lines = source_.lines_with_member(line, "threadIdx", "x");
      return std::find(lines.begin(), lines.end(), line) != lines.end();
    }
    const SourceAssignment* const set = setting(name, line);
    return set != nullptr && most_steps != 0 &&
           std::any_of(set->from.begin(), set->from.end(), [&](const std::string& one) {
             return one != name && is_of_threads(one, set->line, most_steps - 1);
           });
  }

 private:
  /// The declaration of `name` that `line` sees, or the one that stands on it.
  const SourceAssignment* setting(const std::string& name, int line) const {
    const SourceAssignment* found = nullptr;
    for (const SourceAssignment& one : source_.assignments) {
      if (one.name == name && one.is_declaration && function_.first_line <= one.line && one.line <= line) found = &one;
    }
    return found;
  }

  const SourceIndex& source_;
  const SourceFunction& function_;
};

}  // namespace

int SourceIndex::line_of_step(int line) const {
  const SourceFunction* const function = function_around(line);
  if (function == nullptr) return 0;
  const StepFinder steps(*this, *function);
  int found = 0;
  for (const SourceElement& element : elements) {
    if (element.line != line) continue;
    for (const std::string& name : element.scaled) {
      if (steps.is_of_threads(name, line)) return 0;
    }
    for (const std::string& name : element.index) {
      const int made = steps.line_of(name, line);
      if (made == 0 || made == line || made == found) continue;
      if (found != 0) return 0;
      found = made;
    }
  }
  return found;
}

std::vector<int> SourceIndex::lines_with(const std::string& name, const SourceFunction& function) const {
  std::vector<int> lines;
  for (const SourceName& used : names) {
    if (used.name == name && used.line >= function.first_line && used.line <= function.last_line) {
      lines.push_back(used.line);
    }
  }
  sort_lines(lines);
  return lines;
}

std::vector<int> SourceIndex::stores_to(const std::string& name, int line) const {
  const SourceFunction* const function = function_around(line);
  std::vector<int> lines;
  for (const SourceAssignment& assignment : assignments) {
    if (function != nullptr && assignment.is_element && assignment.name == name &&
        assignment.line >= function->first_line && assignment.line <= function->last_line) {
      lines.push_back(assignment.line);
    }
  }
  sort_lines(lines);
  return lines;
}

std::vector<int> SourceIndex::lines_of_shape(int launch_line) const {
  const SourceFunction* const function = function_around(launch_line);
  std::vector<int> lines;
  for (const SourceLaunch& launch : launches) {
    if (launch.line != launch_line || function == nullptr) continue;
    for (const std::string& name : launch.names) {
      for (const SourceAssignment& assignment : assignments) {
        if (assignment.name == name && assignment.line >= function->first_line && assignment.line < launch_line) {
          lines.push_back(assignment.line);
        }
      }
      for (const SourceFunction& other : functions) {
        if (other.name == name) lines.push_back(other.first_line);
      }
    }
  }
  sort_lines(lines);
  return lines;
}

namespace {

/// Classes that have a destructor.
std::set<std::string_view> with_destructors(const std::vector<Token>& code) {
  std::set<std::string_view> names;
  for (std::size_t i = 1; i < code.size(); ++i) {
    if (code[i - 1].text == "~" && code[i].kind == TokenKind::identifier) names.insert(code[i].text);
  }
  return names;
}

/// The names of all objects whose class the file defines, where one of its classes has an operator().
std::set<std::string_view> callable_objects(const std::vector<Token>& code) {
  std::set<std::string_view> classes, objects;
  bool has_operator = false;
  for (std::size_t i = 0; i + 2 < code.size(); ++i) {
    const bool is_class = (code[i].text == "struct" || code[i].text == "class") &&
                          code[i + 1].kind == TokenKind::identifier && code[i + 2].text == "{";
    if (is_class) classes.insert(code[i + 1].text);
    has_operator = has_operator || (code[i].text == "operator" && code[i + 1].text == "(" && code[i + 2].text == ")");
  }
  if (!has_operator) return objects;
  for (std::size_t i = 0; i + 2 < code.size(); ++i) {
    if (!classes.contains(code[i].text)) continue;
    std::size_t name = i + 1;
    while (name + 1 < code.size() && (code[name].text == "&" || code[name].text == "const")) ++name;
    if (code[name].kind == TokenKind::identifier) objects.insert(code[name].text);
  }
  return objects;
}

/// What the `return` at `at` returns.
SourceReturn value_at(std::span<const Token> code, std::size_t at) {
  constexpr std::size_t most_texts = 64;
  SourceReturn value{code[at].line, "", scaled_names(code, at + 1)};
  code = near(code, at);
  for (std::size_t i = at + 1; i < code.size() && code[i].text != ";" && i <= at + most_texts; ++i)
    value.text += code[i].text;
  return value;
}

/// The macro with parameters that the directive defines; without a line where it defines none.
SourceMacro macro_of(const std::vector<Token>& directive) {
  const bool has_parameters =
      directive.size() > 4 && directive[1].text == "define" && directive[3].text == "(" && !directive[3].space_before;
  if (!has_parameters) return {};
  SourceMacro macro{directive[2].line, directive[2].text, {}};
  std::size_t end = 4;
  for (; end < directive.size() && directive[end].text != ")"; ++end) {
    if (directive[end].kind == TokenKind::identifier) macro.parameters.push_back(directive[end].text);
  }
  for (std::size_t i = end + 1; i < directive.size(); ++i) macro.text += directive[i].text;
  return macro;
}

/// Whether a statement begins at `i` that only makes an object of one of these classes: it ends with the statement.
bool is_nameless_object(const std::vector<Token>& code, std::size_t i, const std::set<std::string_view>& classes) {
  const bool begins = i > 0 && (code[i - 1].text == ";" || code[i - 1].text == "{" || code[i - 1].text == "}");
  const bool opens = i + 1 < code.size() && (code[i + 1].text == "(" || code[i + 1].text == "{");
  if (!begins || !opens || !classes.contains(code[i].text)) return false;
  int depth = 0;
  for (std::size_t close = i + 1; close + 1 < code.size(); ++close) {
    const std::string& text = code[close].text;
    if (text == "(" || text == "{") ++depth;
    if ((text == ")" || text == "}") && --depth == 0) return code[close + 1].text == ";";
  }
  return false;
}

}  // namespace

SourceIndex index_source(std::string_view source) {
  const detail::Tokens tokens = detail::tokenize(source);
  const std::vector<Token>& code = tokens.code;
  SourceIndex index;
  for (const std::vector<Token>& line : tokens.directives) {
    const bool is_number = line.size() == 4 && line[1].text == "define" && line[3].kind == TokenKind::number;
    if (is_number) index.constants.push_back({line[2].text, line[3].text});
    SourceMacro macro = macro_of(line);
    if (macro.line != 0) index.macros.push_back(std::move(macro));
    const bool asks =
        std::any_of(line.begin(), line.end(), [](const Token& one) { return one.text == "SIMT_EMULATOR"; });
    if (asks) index.emulator_questions.push_back(line.front().line);
  }
  index.functions = FunctionFinder(code).run();
  const ConditionFinder conditions(code);
  std::unordered_map<std::string_view, std::set<int>> lines;  // where functions of that name are defined
  for (const SourceFunction& one : index.functions) lines[one.name].insert(one.first_line);
  const std::set<std::string_view> classes = with_destructors(code);
  std::set<std::string_view> callable = callable_objects(code);
  for (const SourceMacro& macro : index.macros) callable.insert(macro.name);
  for (std::size_t i = 0; i < code.size(); ++i) {
    process::throw_if_interrupted();
    const Token& token = code[i];
    if (index.code_lines.empty() || index.code_lines.back() != token.line) index.code_lines.push_back(token.line);
    const std::string_view next = i + 1 < code.size() ? std::string_view(code[i + 1].text) : "";
    if (token.text == "<<<") {
      index.launches.push_back(launch_at(code, i));
      const std::size_t end = end_of_shape(code, i) + 3;
      if (end < code.size() && code[end].text == "(" && !index.launches.back().kernel.empty())
        index.own_calls.push_back({token.line, index.launches.back().kernel, arguments_at(code, end)});
    }
    if (is_assignment(code, i)) {
      SourceAssignment assignment = assignment_at(code, i);
      if (!assignment.name.empty()) index.assignments.push_back(std::move(assignment));
    }
    if (token.text == "[") {
      SourceLambda lambda = lambda_at(code, i);
      if (!lambda.name.empty() && i > 1) callable.insert(code[i - 2].text);
      if (lambda.line != 0) index.lambdas.push_back(std::move(lambda));
    }
    if (is_zero_quotient(code, i)) index.zero_quotients.push_back({token.line, token.text + " / " + code[i + 2].text});
    if (token.kind == TokenKind::number && is_thousand(token.text)) index.thousands.push_back(token.line);
    if (token.kind != TokenKind::identifier) continue;
    if (token.text == "if" || token.text == "for" || token.text == "while") {
      const SourceCondition condition = conditions.at(i);
      if (condition.line != 0) index.conditions.push_back(condition);
      if (token.text == "if" && ends_at_once(code, i)) index.empty_ifs.push_back(token.line);
    }
    index.names.push_back({token.line, token.text});
    const bool is_divisor = i > 0 && (code[i - 1].text == "/" || code[i - 1].text == "%") && next != "(";
    if (is_divisor && (next != "." || token.text == "gridDim") && next != "::")
      index.divisors.push_back({token.line, token.text});
    if (SourceDivision division = division_at(code, i); division.line != 0)
      index.divisions.push_back(std::move(division));
    const bool is_return = token.text == "return" && i + 2 < code.size() && code[i + 2].text == ";";
    if (is_return && code[i + 1].kind == TokenKind::number) index.returned.push_back({token.line, code[i + 1].text});
    if (next == "[") index.elements.push_back(element_at(code, i));
    if (is_counted(code, i)) index.counted.push_back({token.line, token.text});
    if (token.text == "case" && i + 2 < code.size() && code[i + 2].text == ":") {
      index.cases.push_back({token.line, code[i + 1].text});
    }
    const bool is_group_sync = token.text == "sync" && is_member_or_qualified(code, i);
    if (next == "(" && (token.text.starts_with("__sync") || is_group_sync)) index.barriers.push_back(token.line);
    if (token.text == "__syncwarp" && next == "(" && i + 3 < code.size() && code[i + 3].text == ")") {
      std::string mask = code[i + 2].text;
      for (const SourceConstant& one : index.constants) {
        if (one.name == mask) mask = one.number;
      }
      if (std::isdigit(static_cast<unsigned char>(mask.front())) != 0) index.masks.push_back({token.line, mask});
    }
    if (token.text.starts_with("__shfl") || (token.text.starts_with("shfl") && is_member_or_qualified(code, i))) {
      index.shuffles.push_back(token.line);
    }
    if (is_kept(token.text)) {
      SourceName variable = kept_variable(code, i);
      if (!variable.name.empty()) index.kept.push_back(std::move(variable));
    }
    if (next == "(" && token.text.starts_with("cuda")) {
      index.calls.push_back({token.line, token.text, arguments_at(code, i + 1)});
    }
    if (next == "(" && token.text.starts_with("atomic")) {
      index.atomics.push_back({token.line, token.text, arguments_at(code, i + 1)});
    }
    if (is_nameless_object(code, i, classes)) index.nameless.push_back({token.line, token.text});
    // A call, or an object of a class with this constructor: `Window window(table, bytes);`.
    const bool is_object = i + 2 < code.size() && code[i + 1].kind == TokenKind::identifier &&
                           (code[i + 2].text == "(" || code[i + 2].text == "{");
    const bool is_destructor = i > 0 && code[i - 1].text == "~";
    const auto own = (next == "(" && !is_destructor) || is_object ? lines.find(token.text) : lines.end();
    const bool is_own = own != lines.end() && !own->second.contains(token.line);
    if (is_own) index.own_calls.push_back({token.line, token.text, arguments_at(code, is_object ? i + 2 : i + 1)});
    // `Turned at(cells, columns);` makes an object, and `return at(r, k);` calls it.
    const bool is_made = i > 0 && code[i - 1].kind == TokenKind::identifier && code[i - 1].text != "return";
    if (next == "(" && !is_own && !is_made && callable.contains(token.text))
      index.object_calls.push_back({token.line, token.text, arguments_at(code, i + 1)});
    const std::size_t equals = i + (i + 2 < code.size() && code[i + 2].text == "]" ? 3 : 4);
    const bool is_list = next == "[" && equals + 1 < code.size() && code[equals - 1].text == "]" &&
                         code[equals].text == "=" && code[equals + 1].text == "{";
    if (is_list) index.lists.push_back({token.line, token.text, arguments_at(code, equals + 1)});
    const bool has_dimensions = token.text == "dim3" && i + 2 < code.size() &&
                                code[i + 1].kind == TokenKind::identifier &&
                                (code[i + 2].text == "(" || code[i + 2].text == "{");
    if (has_dimensions) index.dimensions.push_back({token.line, code[i + 1].text, arguments_at(code, i + 2)});
    if (token.text == "return" && next == ";") index.returns.push_back(token.line);
    if (token.text == "return" && next != ";") index.values.push_back(value_at(code, i));
    if ((token.text == "break" || token.text == "continue") && next == ";") index.leaves.push_back(token.line);
    const std::string_view start = std::string_view(token.text).substr(0, 5);
    if (start == "tex1D" || start == "tex2D" || start == "tex3D") index.texture_fetches.push_back(token.line);
  }
  return index;
}

}  // namespace simt
