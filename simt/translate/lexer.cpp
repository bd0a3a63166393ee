#include "simt/translate/lexer.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace simt::detail {

bool ends_line(std::string_view source, std::size_t i) {
  return source[i] == '\n' || (source[i] == '\r' && (i + 1 == source.size() || source[i + 1] != '\n'));
}

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool starts_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 128;
}
bool continues_name(char c) { return starts_name(c) || is_digit(c); }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }

/// How many bytes are one of the characters that editors hardly show and clang takes for a blank: the byte 0, a mark at
/// the beginning of the file, Unicode's other spaces. 0: none of them.
std::size_t bytes_of_odd_blank(std::string_view source, std::size_t i) {
  constexpr std::array<std::string_view, 20> spaces{
      "\u0085", "\u00a0", "\u1680", "\u180e", "\u2000", "\u2001", "\u2002", "\u2003", "\u2004", "\u2005",
      "\u2006", "\u2007", "\u2008", "\u2009", "\u200a", "\u2028", "\u2029", "\u202f", "\u205f", "\u3000"};
  constexpr std::string_view mark = "\ufeff";
  const auto byte = static_cast<unsigned char>(source[i]);
  if (byte == 0) return 1;
  if (byte < 128) return 0;
  const std::string_view rest = source.substr(i, 3);
  if (i == 0 && rest.starts_with(mark)) return mark.size();
  const auto* const space = std::find_if(spaces.begin(), spaces.end(), [&](auto one) { return rest.starts_with(one); });
  return space == spaces.end() ? 0 : space->size();
}

/// The source without line continuations (phase 2 of translation, [lex.phases]), and the mapping back to the source.
/// All ends of lines are '\n' in it.
class SplicedText {
 public:
  explicit SplicedText(std::string_view source) {
    text_.reserve(source.size());
    origins_.reserve(source.size() + 1);
    for (std::size_t i = 0; i < source.size();) {
      if (const std::size_t length = continuation(source, i)) {
        i += length;
        continue;
      }
      text_.push_back(ends_line(source, i) ? '\n' : source[i]);
      origins_.push_back(i++);
    }
    origins_.push_back(source.size());
  }

  std::size_t size() const { return text_.size(); }
  /// '\0' after the end.
  char at(std::size_t position) const { return position < text_.size() ? text_[position] : '\0'; }
  std::string_view view() const { return text_; }
  /// The offset in the source of a position in this text.
  std::size_t origin(std::size_t position) const { return origins_[position]; }
  /// The first position in this text whose offset in the source is at least `offset`.
  std::size_t position_of(std::size_t offset) const {
    return static_cast<std::size_t>(std::lower_bound(origins_.begin(), origins_.end(), offset) - origins_.begin());
  }

 private:
  // Length of the continuation at i; 0 if there is none. Compilers accept blanks between \ and the end of the line.
  static std::size_t continuation(std::string_view source, std::size_t i) {
    if (source[i] != '\\') return 0;
    std::size_t j = i + 1;
    while (j < source.size() && is_blank(source[j]) && !ends_line(source, j)) ++j;
    return j < source.size() && ends_line(source, j) ? j + 1 - i : 0;
  }

  std::string text_;
  std::vector<std::size_t> origins_;
};

/// Finds the preprocessor groups that are certainly not compiled: `#if 0` and the `#else` of `#if 1`. For any other
/// condition, all branches count as compiled.
class ConditionalGroups {
 public:
  bool skipping() const { return !stack_.empty() && stack_.back().skipping; }

  void directive(const std::vector<Token>& line) {
    const std::string_view name = line.size() > 1 ? std::string_view(line[1].text) : "";
    const std::string_view condition = line.size() == 3 ? std::string_view(line[2].text) : "";
    const std::string_view defined = name == "define" && line.size() > 2 ? std::string_view(line[2].text) : "";
    if (defined == "false" || defined == "true") are_words_known_ = false;
    const bool never = condition == "0" || (condition == "false" && are_words_known_);
    const bool always = condition == "1" || (condition == "true" && are_words_known_);
    if (name == "if" || name == "ifdef" || name == "ifndef") {
      const bool decides = name == "if";
      stack_.push_back({skipping(), decides && always, skipping() || (decides && never)});
    } else if (stack_.empty()) {
      return;
    } else if (name.starts_with("el")) {  // else, elif, and the newer elifdef and elifndef
      Group& group = stack_.back();
      group.skipping = group.outer_skipping || group.decided || (name == "elif" && never);
      group.decided |= name == "elif" && always;
    } else if (name == "endif") {
      stack_.pop_back();
    }
  }

 private:
  struct Group {
    bool outer_skipping;
    bool decided;  // an earlier branch is certainly taken
    bool skipping;
  };
  std::vector<Group> stack_;
  bool are_words_known_ = true;  // no macro changes what "true" and "false" mean
};

class Lexer {
 public:
  explicit Lexer(std::string_view source) : source_(source), text_(source) {
    for (std::size_t i = 0; i < source.size(); ++i) {
      if (ends_line(source, i)) line_ends_.push_back(i);
    }
  }

  Tokens run() {
    bool at_line_start = true;
    while (position_ < text_.size()) {
      const char c = text_.at(position_);
      if (c == '\n') {
        finish_directive();
        at_line_start = true;
      }
      const std::size_t odd_blank = bytes_of_odd_blank(text_.view(), position_);
      if (c == '\n' || is_blank(c) || odd_blank > 0) {
        position_ += std::max<std::size_t>(odd_blank, 1);
        space_ = true;
      } else if (skip_comment()) {
        space_ = true;
      } else {
        const bool is_digraph = c == '%' && text_.at(position_ + 1) == ':';
        if ((c == '#' || is_digraph) && at_line_start) in_directive_ = true;
        at_line_start = false;
        read_token();
        space_ = false;
      }
    }
    finish_directive();
    return std::move(tokens_);
  }

 private:
  int line_of(std::size_t offset) const {
    return 1 + static_cast<int>(std::lower_bound(line_ends_.begin(), line_ends_.end(), offset) - line_ends_.begin());
  }

  void error(std::size_t position, std::string_view message) {
    Diagnostic& error = tokens_.errors.emplace_back();
    error.line = line_of(text_.origin(position));
    error.message = message;
  }

  /// Whether the character at `position` is part of a name or a number that began before.
  bool continues_word(std::size_t position) const {
    return continues_name(text_.at(position)) && bytes_of_odd_blank(text_.view(), position) == 0;
  }

  bool skip_comment() {
    if (text_.at(position_) != '/') return false;
    if (text_.at(position_ + 1) == '/') {
      position_ = std::min(text_.view().find('\n', position_), text_.size());
      return true;
    }
    if (text_.at(position_ + 1) != '*') return false;
    const std::size_t end = text_.view().find("*/", position_ + 2);
    if (end == std::string_view::npos) error(position_, "this comment is never closed; end it with */");
    position_ = end == std::string_view::npos ? text_.size() : end + 2;
    return true;
  }

  void read_token() {
    const char c = text_.at(position_);
    if (c == '<' && begins_header_name()) return read_header_name();
    if (c == '"' || c == '\'') return read_quoted(position_);
    if (is_digit(c) || (c == '.' && is_digit(text_.at(position_ + 1)))) return read_number();
    if (starts_name(c)) return read_name_or_prefixed_string();
    read_punctuation();
  }

  /// Behind #include and its like, and behind the bracket of __has_include: after a bracket, "<" is no operator.
  bool begins_header_name() const {
    if (!in_directive_ || directive_.size() < 2) return false;
    if (directive_.back().text == "(") return directive_[1].text == "if" || directive_[1].text == "elif";
    constexpr std::array<std::string_view, 4> includes{"include", "include_next", "import", "embed"};
    return directive_.size() == 2 &&
           std::find(includes.begin(), includes.end(), std::string_view(directive_[1].text)) != includes.end();
  }

  void read_header_name() {
    const std::size_t end = text_.view().find_first_of(">\n\r", position_);
    const bool closed = end != std::string_view::npos && text_.at(end) == '>';
    emit(TokenKind::string, position_, closed ? end + 1 : std::min(end, text_.size()));
  }

  // "…" or '…'. The token starts at `begin`, which is before the quote if there is a prefix.
  void read_quoted(std::size_t begin) {
    const char quote = text_.at(position_);
    std::size_t end = position_ + 1;
    const auto is_end = [&](std::size_t i) { return i >= text_.size() || text_.at(i) == '\n' || text_.at(i) == '\r'; };
    while (!is_end(end) && text_.at(end) != quote) end += text_.at(end) == '\\' && !is_end(end + 1) ? 2 : 1;
    const bool closed = text_.at(end) == quote;
    // Quotes in `#error don't` and in text inside `#if 0` need not be closed.
    if (!closed && !in_directive_ && !groups_.skipping()) {
      error(begin, std::string(quote == '"' ? "this string" : "this character") + " is never closed; end it with " +
                       quote + " on the same line");
    }
    emit(TokenKind::string, begin, closed ? end + 1 : end);
  }

  // R"delimiter(…)delimiter". Continuations in it are ordinary characters, so it is read from the original source.
  void read_raw_string(std::size_t begin) {
    const std::size_t quote = text_.origin(position_);
    const std::size_t open = source_.find_first_of("( )\\\n\"", quote + 1);
    std::size_t end = std::string_view::npos;
    if (open != std::string_view::npos && source_[open] == '(') {
      const std::string_view delimiter = source_.substr(quote + 1, open - quote - 1);
      const std::string closing = std::string(")").append(delimiter).append("\"");
      end = source_.find(closing, open);
      if (end != std::string_view::npos) end += closing.size();
    }
    if (end == std::string_view::npos) {
      error(begin, "this raw string is never closed; end it with )\" and the delimiter it began with");
      end = source_.size();
    }
    emit(TokenKind::string, begin, text_.position_of(end));
  }

  // [lex.ppnumber]: includes digit separators and signed exponents.
  void read_number() {
    std::size_t end = position_ + 1;
    for (;; ++end) {
      const char c = text_.at(end);
      const char before = text_.at(end - 1);
      const bool exponent = before == 'e' || before == 'E' || before == 'p' || before == 'P';
      if (continues_word(end) || c == '.') continue;
      if (c == '\'' && continues_word(end + 1)) continue;
      if ((c == '+' || c == '-') && exponent) continue;
      break;
    }
    emit(TokenKind::number, position_, end);
  }

  void read_name_or_prefixed_string() {
    const std::size_t begin = position_;
    std::size_t end = begin;
    while (continues_word(end)) ++end;
    std::string_view name = text_.view().substr(begin, end - begin);
    const bool raw = text_.at(end) == '"' && name.back() == 'R';
    if (raw) name.remove_suffix(1);
    const bool prefix = name == "u8" || name == "u" || name == "U" || name == "L";
    const bool quote = text_.at(end) == '"' || text_.at(end) == '\'';
    if (raw && (name.empty() || prefix)) {
      position_ = end;
      return read_raw_string(begin);
    }
    if (!raw && prefix && quote) {
      position_ = end;
      return read_quoted(begin);
    }
    emit(TokenKind::identifier, begin, end);
  }

  // Joins only the operators that must stay one token. ">" is always a separate token: only a parser knows whether ">>"
  // is a shift or the end of two template argument lists.
  void read_punctuation() {
    static constexpr std::array<std::string_view, 15> joined{
        "<<<", "<<=", "<=>", "->*", "...", "<<", "<=", ">=", "->", "::", "##", "==", "&&", "||", "%:"};
    const std::string_view rest = text_.view().substr(position_);
    const auto* found = std::find_if(joined.begin(), joined.end(), [&](auto text) { return rest.starts_with(text); });
    if (found == joined.end() && read_digraph(rest)) return;
    const std::size_t begin = position_;
    const std::size_t end = begin + (found == joined.end() ? 1 : found->size());
    if (found == joined.end() || *found != "<<") return emit(TokenKind::punctuation, begin, end);
    const std::size_t launch = end_of_spaced_launch(end);
    emit(TokenKind::punctuation, begin, launch);
    if (launch != end) name_last_token("<<<");
  }

  // `<< <` is a launch for nvcc, too; some formatters write it so. Returns `after` where it is not, as in
  // `operator<< <int>`.
  std::size_t end_of_spaced_launch(std::size_t after) const {
    const std::vector<Token>& tokens = in_directive_ ? directive_ : tokens_.code;
    if (!tokens.empty() && tokens.back().text == "operator") return after;
    std::size_t i = after;
    while (text_.at(i) == ' ' || text_.at(i) == '\t') ++i;
    const bool is_launch = i > after && text_.at(i) == '<' && text_.at(i + 1) != '<' && text_.at(i + 1) != '=';
    return is_launch ? i + 1 : after;
  }

  void name_last_token(std::string_view text) {
    std::vector<Token>& tokens = in_directive_ ? directive_ : tokens_.code;
    if (!tokens.empty() && tokens.back().end == text_.origin(position_ - 1) + 1) tokens.back().text = text;
  }

  // Other spellings of brackets become those brackets. [lex.pptoken]: in `vector<::N::T>`, "<" stands alone.
  bool read_digraph(std::string_view rest) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 4> digraphs{
        {{"<:", "["}, {":>", "]"}, {"<%", "{"}, {"%>", "}"}}};
    const auto* found =
        std::find_if(digraphs.begin(), digraphs.end(), [&](auto digraph) { return rest.starts_with(digraph.first); });
    const bool is_of_a_name = rest.starts_with("<::") && !rest.starts_with("<:::") && !rest.starts_with("<::>");
    if (found == digraphs.end() || is_of_a_name) return false;
    std::vector<Token>& tokens = in_directive_ ? directive_ : tokens_.code;
    const std::size_t before = tokens.size();
    emit(TokenKind::punctuation, position_, position_ + 2);
    if (tokens.size() > before) tokens.back().text = found->second;
    return true;
  }

  void emit(TokenKind kind, std::size_t begin, std::size_t end) {
    position_ = end;
    if (groups_.skipping() && !in_directive_) return;
    const std::size_t from = text_.origin(begin);
    const std::size_t to = text_.origin(end - 1) + 1;
    Token token{kind, std::string(text_.view().substr(begin, end - begin)), from, to, line_of(from), space_};
    (in_directive_ ? directive_ : tokens_.code).push_back(std::move(token));
  }

  void finish_directive() {
    if (!in_directive_) return;
    in_directive_ = false;
    const bool was_skipping = groups_.skipping();
    groups_.directive(directive_);
    if (!was_skipping) tokens_.directives.push_back(std::move(directive_));
    directive_.clear();
  }

  std::string_view source_;
  SplicedText text_;
  std::vector<std::size_t> line_ends_;
  std::size_t position_ = 0;
  bool space_ = false;
  bool in_directive_ = false;
  std::vector<Token> directive_;
  ConditionalGroups groups_;
  Tokens tokens_;
};

}  // namespace

Tokens tokenize(std::string_view source) { return Lexer(source).run(); }

}  // namespace simt::detail
