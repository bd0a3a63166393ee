// The code of a file, or the body of one macro, as a list of tokens with matched brackets, and the edits made to it.
// Every part of the translator reads and edits the source through it. Internal to simt/translate.
#pragma once

#include <algorithm>
#include <cstddef>
#include <exception>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "simt/translate/edits.hpp"
#include "simt/translate/lexer.hpp"
#include "simt/translate/macros.hpp"
#include "support/process/interrupt.hpp"

namespace simt::detail {

/// No position in the list of tokens.
constexpr std::size_t none = static_cast<std::size_t>(-1);

/// The file makes the translator look through the same words again and again. It runs in the grader's own process,
/// which no limit ends.
class TakesTooLong : public std::exception {
 public:
  explicit TakesTooLong(int line) : line_(line) {}
  const char* what() const noexcept override { return "this file takes too long to be translated"; }
  /// As an error of the program, at the line that was looked at last.
  Diagnostic diagnostic() const {
    return {line_,
            "so many words stand here before the next ; or { that reading them takes too long: end the statements"};
  }

 private:
  int line_;
};

/// Whether a token before a parenthesis or an operator can be a function's name: an identifier, but no keyword.
bool is_function_name(const Token& token);

/// Positions are indices into the list of tokens. Every position may be asked for, also one outside of the code, such
/// as `first() - 1` or a partner that does not exist: unfinished programs end anywhere, and a look ahead must not have
/// to know where.
class Code {
 public:
  /// The code of a file. The arguments must outlive it; edits and errors are appended to the last two.
  Code(const std::vector<Token>& tokens, const Macros& macros, std::vector<Edit>& edits,
       std::vector<Diagnostic>& errors)
      : Code(tokens, 0, macros, {}, false, edits, errors) {}

  /// The body of a macro: the tokens of its `#define` from `first` on.
  static Code macro_body(const std::vector<Token>& tokens, std::size_t first, const Macros& macros,
                         std::vector<std::string_view> parameters, std::vector<Edit>& edits,
                         std::vector<Diagnostic>& errors) {
    return {tokens, first, macros, std::move(parameters), true, edits, errors};
  }

  std::size_t first() const { return first_; }
  std::size_t size() const { return tokens_.size(); }
  /// Outside of the list: punctuation without text, on the line of the last token.
  const Token& operator[](std::size_t i) const { return i < tokens_.size() ? tokens_[i] : outside_; }

  /// Whether the token at `i` is `text`, and no string. False outside of the code.
  bool is(std::size_t i, std::string_view text) const {
    if (++looks_ > most_looks_) throw TakesTooLong(line_of(i));
    if (looks_ % looks_between_questions == 0) process::throw_if_interrupted();
    return i >= first_ && i < tokens_.size() && tokens_[i].kind != TokenKind::string && tokens_[i].text == text;
  }
  template <class Words>
  bool is_one_of(std::size_t i, const Words& words) const {
    return std::any_of(words.begin(), words.end(), [&](const char* word) { return is(i, word); });
  }
  /// False outside of the code.
  bool is_identifier(std::size_t i) const { return i >= first_ && (*this)[i].kind == TokenKind::identifier; }
  bool opens(std::size_t i) const { return is(i, "(") || is(i, "[") || is(i, "{"); }
  bool closes(std::size_t i) const { return is(i, ")") || is(i, "]") || is(i, "}"); }
  bool is_alignment(std::size_t i) const { return is(i, "alignas") || is(i, "__align__"); }
  /// __device__, or a macro that stands for it. False outside of the code.
  bool is_device_word(std::size_t i) const { return i >= first_ && macros_.device_words.contains((*this)[i].text); }
  /// Whether a macro of the file may hide a `return`.
  bool has_return_in_macros() const { return macros_.has_return; }
  bool is_macro_name(std::string_view name) const { return macros_.names.contains(name); }

  /// The code is the body of a macro.
  bool is_macro() const { return is_macro_; }
  bool is_macro_parameter(std::string_view name) const;

  /// The bracket that belongs to the one at `i`; none if there is none, and for every other token.
  std::size_t partner(std::size_t i) const { return i < partner_.size() ? partner_[i] : none; }

  /// Those of the tokens [begin, end) that exist, with single blanks where the source has space.
  std::string text(std::size_t begin, std::size_t end) const;

  void error(std::size_t i, std::string_view message);
  /// Nothing is changed outside of the list.
  void replace(std::size_t i, std::string text) {
    if (i < tokens_.size()) edits_.push_back({tokens_[i].begin, tokens_[i].end, std::move(text)});
  }
  void insert_before(std::size_t i, std::string text) {
    if (i < tokens_.size()) edits_.push_back({tokens_[i].begin, tokens_[i].begin, std::move(text)});
  }
  void insert_after(std::size_t i, std::string text) {
    if (i < tokens_.size()) edits_.push_back({tokens_[i].end, tokens_[i].end, std::move(text)});
  }
  /// Removes the tokens [begin, end).
  void erase(std::size_t begin, std::size_t end);

 private:
  Code(const std::vector<Token>& tokens, std::size_t first, const Macros& macros,
       std::vector<std::string_view> macro_parameters, bool is_macro, std::vector<Edit>& edits,
       std::vector<Diagnostic>& errors)
      : tokens_(tokens),
        first_(first),
        macros_(macros),
        macro_parameters_(std::move(macro_parameters)),
        is_macro_(is_macro),
        edits_(edits),
        errors_(errors),
        partner_(tokens.size(), none),
        most_looks_(looks_per_token * tokens.size() + looks_of_any_file) {
    outside_.line = line_of(tokens.size());
    match_brackets();
  }

  // Files that people write need some 100 looks at each token.
  static constexpr std::size_t looks_per_token = 1000, looks_of_any_file = 1'000'000;

  // The reading of a file is no child's, which would be ended: it asks by itself.
  static constexpr std::size_t looks_between_questions = 1 << 16;

  void match_brackets();
  int line_of(std::size_t i) const { return tokens_.empty() ? 1 : tokens_[std::min(i, tokens_.size() - 1)].line; }

  const std::vector<Token>& tokens_;
  Token outside_;
  std::size_t first_;
  const Macros& macros_;
  std::vector<std::string_view> macro_parameters_;
  bool is_macro_;
  std::vector<Edit>& edits_;
  std::vector<Diagnostic>& errors_;
  std::vector<std::size_t> partner_;  // of each bracket; none if it has no partner
  mutable std::size_t looks_ = 0;     // at tokens, by is()
  std::size_t most_looks_;
};

}  // namespace simt::detail
