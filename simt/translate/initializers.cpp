#include "simt/translate/initializers.hpp"

#include <algorithm>
#include <array>

namespace simt::detail {
namespace {

using Names = std::set<std::string, std::less<>>;

constexpr std::array controls{"if", "while", "for", "switch"};
constexpr std::array scalars{"int", "unsigned", "signed", "long", "short", "char", "bool", "float", "double", "auto"};
constexpr std::array begin_declarations{"const",   "constexpr", "static", "volatile", "extern",  "__shared__",
                                        "alignas", "using",     "enum",   "typedef",  "typename"};
constexpr std::array no_types_of_locals{"return", "goto",      "new", "delete", "throw",
                                        "asm",    "co_return", "if",  "while",  "switch"};

/// The place after `>` of the template arguments that begin at `<`; none where it is a comparison.
std::size_t after_template_arguments(const Code& code, std::size_t i) {
  int angles = 0;
  for (; i < code.size() && !code.is(i, ";") && !code.is(i, "{") && !code.closes(i); ++i) {
    if (code.is(i, "<")) ++angles;
    if (code.is(i, ">") && --angles == 0) return i + 1;
    if (code.opens(i) && code.partner(i) != none) i = code.partner(i);
  }
  return none;
}

/// The brace at `i` begins a lambda's body.
bool begins_lambda(const Code& code, std::size_t i) {
  std::size_t before = i - 1;
  if (code.is(before, "mutable")) --before;
  if (code.is_identifier(before) && code.is(before - 1, ">") && code.is(before - 2, "-")) before -= 3;
  if (code.is_identifier(before) && code.is(before - 1, "->")) before -= 2;
  if (code.is(before, ")") && code.partner(before) != none) before = code.partner(before) - 1;
  return code.is(before, "]");
}

/// The brace at `i` begins a block, no list of values.
bool begins_block(const Code& code, std::size_t i) {
  while (code.is(i - 1, "{")) --i;
  const std::size_t before = i - 1;
  if (code.is(before, "=") || code.is(before, "(") || code.is(before, ",") || code.is(before, ">")) return false;
  if (code.is(before, "]")) return false;
  if (code.is(before, "else") || code.is(before, "do")) return true;
  return !code.is_identifier(before);
}

class Use {
 public:
  Use(const Code& code, std::size_t begin, std::size_t end, const Names& locals)
      : code_(code), use_(begin), end_(end), locals_(locals), start_(begin) {}

  bool is_computed() {
    if (is_in_lambda_of_constants()) return true;
    while (!is_constant_ && start_ > code_.first() && step()) {
    }
    if (is_constant_) return true;
    return is_declaration() && !is_reference() && !is_index_ && !is_result_;
  }

 private:
  /// nvcc computes what a lambda gives where it is called with constants.
  bool is_in_lambda_of_constants() const {
    std::size_t i = use_;
    for (std::size_t steps = 0; i > code_.first() && steps < most_steps; ++steps) {
      --i;
      if (code_.closes(i) && code_.partner(i) != none) {
        i = code_.partner(i);
      } else if (code_.is(i, "{") && begins_lambda(code_, i)) {
        return is_called_with_constants(i);
      }
    }
    return false;
  }

  /// All calls of the variable that has the lambda with the body at `body`; there is one.
  bool is_called_with_constants(std::size_t body) const {
    std::size_t i = body;
    while (i > code_.first() && !code_.is(i, "[") && body - i < most_steps) --i;
    if (i < 2 || !code_.is(i - 1, "=") || !code_.is_identifier(i - 2) || code_.partner(body) == none) return false;
    const std::string& name = code_[i - 2].text;
    bool is_called = false;
    const std::size_t end = std::min(code_.size(), code_.partner(body) + most_steps);
    for (i = code_.partner(body); i < end; ++i) {
      if (!code_.is(i, "(") || !code_.is(i - 1, name) || code_.partner(i) == none) continue;
      is_called = true;
      for (std::size_t j = i + 1; j < code_.partner(i); ++j)
        if (code_.is_identifier(j)) return false;
    }
    return is_called;
  }

  /// One token, or one pair of brackets, towards the statement's start. False at the start.
  bool step() {
    const std::size_t before = start_ - 1;
    if (code_.is(before, ";")) return false;
    if (code_.closes(before)) return skip(before);
    if (code_.opens(before)) return leave(before);
    if (code_.is(before, ":") && !is_of_condition(before)) return false;
    note(before);
    start_ = before;
    return true;
  }

  /// Of brackets that are left of the use.
  bool skip(std::size_t closing) {
    const std::size_t opening = code_.partner(closing);
    if (opening == none) return false;
    if (code_.is(closing, "}") && begins_block(code_, opening) && !begins_lambda(code_, opening)) return false;
    const bool is_control =
        code_.is(closing, ")") && (code_.is_one_of(opening - 1, controls) || code_.is(opening - 1, "constexpr"));
    if (is_control) return false;
    start_ = opening;
    return true;
  }

  /// Of brackets that the use is in.
  bool leave(std::size_t opening) {
    if (code_.is(opening, "(")) {
      if (code_.is_one_of(opening - 1, controls)) return false;
      is_constant_ = code_.is(opening - 1, "constexpr") || code_.is(opening - 1, "static_assert") ||
                     code_.is_alignment(opening - 1);
    } else if (code_.is(opening, "[")) {
      is_index_ = start_ == use_ && code_.is(end_, "]") && !is_an_array_of_constants(opening - 1);
      index_ = opening;
    } else {
      if (begins_block(code_, opening) || begins_lambda(code_, opening)) return false;
      is_constant_ = !code_.is_one_of(opening - 1, scalars);  // of `int{sizes[1]}`, nvcc says as of `sizes[1]`
    }
    start_ = opening;
    return true;
  }

  void note(std::size_t i) {
    if (code_.is(i, "case")) is_constant_ = true;
    // f<sizes[1]>(), no comparison with a variable.
    if (code_.is(i, "<") && code_.is_identifier(i - 1) && !locals_.contains(code_[i - 1].text)) {
      const std::size_t after = after_template_arguments(code_, i);
      is_constant_ = after != none && after > end_;
    }
    const bool is_whole = i + 1 == use_;
    if (is_whole && code_.is(i, "?") && code_.is(end_, ":")) is_result_ = varies_before(i);
    const bool ends = code_.is(end_, ";") || code_.is(end_, ",") || code_.is(end_, ")");
    if (is_whole && code_.is(i, ":") && ends) is_result_ = varies_before(question_of(i));
    // `int x = out[sizes[1]]` against `int x[sizes[1]]`.
    if (code_.is(i, "=") && index_ != none) is_index_of_value_ = true;
  }

  bool is_an_array_of_constants(std::size_t i) const {
    return code_.is_identifier(i) && !locals_.contains(code_[i].text);
  }

  /// The `?` of a `:`; none of a label's.
  std::size_t question_of(std::size_t colon) const {
    for (std::size_t i = colon; i > code_.first(); --i) {
      const std::size_t before = i - 1;
      if (code_.is(before, "?")) return before;
      if (code_.is(before, ";") || code_.is(before, "case") || code_.is(before, "default") || code_.opens(before))
        break;
      if (code_.closes(before) && code_.partner(before) != none) i = code_.partner(before) + 1;
    }
    return none;
  }
  bool is_of_condition(std::size_t colon) const { return question_of(colon) != none; }

  /// The condition before a `?` has a variable of the function.
  bool varies_before(std::size_t question) const {
    for (std::size_t i = question; i > code_.first(); --i) {
      const std::size_t before = i - 1;
      if (code_.is(before, "=") || code_.is(before, ";") || code_.is(before, "{")) return false;
      if (code_.is_identifier(before) && locals_.contains(code_[before].text)) return true;
      if (code_.is(before, "threadIdx") || code_.is(before, "blockIdx")) return true;
    }
    return false;
  }

  bool is_declaration() {
    std::size_t i = start_;
    while (code_.is(i, "else") || code_.is(i, "do")) ++i;
    if (code_.is(i, "(") && code_.is(i + 1, "void")) return true;  // (void)sizes[1];
    is_index_ = is_index_ && is_index_of_value_;
    if (code_.is_one_of(i, begin_declarations) || code_.is_one_of(i, scalars)) return true;
    if (!code_.is_identifier(i) || code_.is_one_of(i, no_types_of_locals)) return false;
    while (code_.is(i + 1, "::") && code_.is_identifier(i + 2)) i += 2;
    ++i;
    if (code_.is(i, "<")) i = after_template_arguments(code_, i);
    while (code_.is(i, "*") || code_.is(i, "&") || code_.is(i, "const")) ++i;
    return i != none && code_.is_identifier(i);
  }

  /// `const int& n = sizes[1];`
  bool is_reference() const {
    const bool is_whole = code_.is(end_, ";") || code_.is(end_, ",");
    return is_whole && code_.is(use_ - 1, "=") && code_.is(use_ - 3, "&");
  }

  static constexpr std::size_t most_steps = 4096;  // through long files, each way

  const Code& code_;
  std::size_t use_, end_;
  const Names& locals_;
  std::size_t start_;
  std::size_t index_ = none;
  bool is_constant_ = false;
  bool is_index_ = false, is_index_of_value_ = false;  ///< an index and nothing else: out[sizes[1]]
  bool is_result_ = false;                             ///< of a condition: x > 1 ? sizes[0] : sizes[1]
};

}  // namespace

bool is_in_initializer(const Code& code, std::size_t begin, std::size_t end, const Names& locals) {
  return Use(code, begin, end, locals).is_computed();
}

}  // namespace simt::detail
