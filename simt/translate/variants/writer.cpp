#include "simt/translate/variants/writer.hpp"

#include <algorithm>

#include "simt/translate/variants/helpers.hpp"
#include "simt/translate/variants/syntax.hpp"

namespace simt::detail {
namespace {

/// A namespace, or a structure, that has a name.
struct NamedScope {
  int first_line = 0, last_line = 0;  // of its braces
};

/// All of the file, inner ones before those around them.
std::vector<NamedScope> named_scopes(const Code& code) {
  std::vector<NamedScope> scopes;
  for (std::size_t i = 0; i + 2 < code.size(); ++i) {
    if (!code.is(i, "namespace") && !code.is(i, "struct") && !code.is(i, "class")) continue;
    std::size_t open = i + 1;
    while (open + 1 < code.size() && (code[open].kind == TokenKind::identifier || code.is(open, "::"))) ++open;
    if (open > i + 1 && code.is(open, "{") && code.partner(open) != none)
      scopes.push_back({code[open].line, code[code.partner(open)].line});
  }
  std::reverse(scopes.begin(), scopes.end());
  return scopes;
}

}  // namespace

VariantWriter::VariantWriter(std::string_view source, std::string_view entry, const LinesLeftOut& left_out,
                             std::size_t most, Aim aim, const std::vector<std::string>& alternatives)
    : source_(source),
      tokens_(with_operators(tokenize(source))),
      code_(tokens_.code, macros_, edits_, tokens_.errors),
      index_(index_source(source)),
      left_out_(left_out),
      alternatives_(alternatives),
      most_(most),
      is_slow_(aim == Aim::fewer_accesses) {
  for (const std::vector<Token>& directive : tokens_.directives) {
    if (!directive.empty()) directive_lines_.insert(directive.front().line);
  }
  find_constants();
  find_used(entry);
}

SourceVariants VariantWriter::write() {
  if (tokens_.code.empty()) return {};
  edits_.push_back({tokens_.code.front().begin, tokens_.code.front().begin, variant_helpers()});
  most_here_ = most_;
  if (!is_slow_) offer_places_in_macros();
  for (const SourceFunction& one : index_.functions) {
    if (!used_.contains(one.first_line)) continue;
    most_here_ = most_by_end_of(one);
    function(one);
  }
  return {with_originals(apply(source_, std::move(edits_))), std::move(list_)};
}

void VariantWriter::find_used(std::string_view entry) {
  std::vector<const SourceFunction*> open;
  std::set<std::string_view> asked;
  std::size_t words = 0;
  const auto use = [&](std::string_view name) {
    if (!asked.insert(name).second) return;
    for (const SourceFunction& function : index_.functions) {
      if (function.name != name || !used_.insert(function.first_line).second) continue;
      words += words_of(function);
      open.push_back(&function);
    }
  };
  use(entry);
  // Nothing names an operator.
  for (const SourceFunction& function : index_.functions) {
    if (function.name.starts_with("operator")) use(function.name);
  }
  while (!open.empty() && words <= most_words) {
    const SourceFunction& function = *open.back();
    open.pop_back();
    for (const SourceName& name : index_.names) {
      if (name.line >= function.first_line && name.line <= function.last_line) use(name.name);
    }
  }
  if (words > most_words || constants_.size() > most_constants) used_.clear();
}

bool VariantWriter::is_used_at(int line) const {
  const SourceFunction* const around = index_.function_around(line);
  return around != nullptr && used_.contains(around->first_line);
}

std::size_t VariantWriter::words_of(const SourceFunction& function) const {
  const auto begins_after = [](int line, const Token& token) { return line < token.line; };
  const auto begin = std::upper_bound(tokens_.code.begin(), tokens_.code.end(), function.first_line - 1, begins_after);
  return static_cast<std::size_t>(std::upper_bound(begin, tokens_.code.end(), function.last_line, begins_after) -
                                  begin);
}

std::size_t VariantWriter::most_by_end_of(const SourceFunction& function) const {
  constexpr std::size_t words_of_any = 100;  // a function of few words may be wrong as well
  std::size_t left = 0;
  for (const SourceFunction& one : index_.functions) {
    if (used_.contains(one.first_line) && one.first_line >= function.first_line) left += words_of(one) + words_of_any;
  }
  return list_.size() + (most_ - list_.size()) * (words_of(function) + words_of_any) / left;
}

void VariantWriter::find_constants() {
  std::set<std::string> defined;
  // What a namespace, or a structure, has is called by another name behind it.
  const std::vector<NamedScope> scopes = named_scopes(code_);
  const auto define = [&](const std::string& name, int line, int last_line = 0) {
    const SourceFunction* const around = index_.function_around(line);
    for (const NamedScope& scope : scopes) {
      const bool is_in = scope.first_line <= line && line <= scope.last_line;
      if (is_in && around == nullptr && last_line == 0) last_line = scope.last_line;
    }
    constants_.push_back({name, line, around == nullptr ? 0 : around->first_line, last_line});
    defined.insert(name);
  };
  for (const std::vector<Token>& line : tokens_.directives) {
    if (line.size() <= 2 || line[1].text != "define") continue;
    if (lacks_brackets(line)) text_macros_.push_back({line[2].text, line[2].line});
    if (line.size() == 4 && is_constant_name(line[2].text)) define(line[2].text, line[2].line);
    defined.insert(line[2].text);  // others have arguments, or are no numbers
  }
  // Of the file, of a function, or of a template: a number that has a name here.
  for (std::size_t i = 2; i + 1 < code_.size(); ++i) {
    const bool is_end = code_.is(i + 1, "=") || code_.is(i + 1, ",") || code_.is(i + 1, ">");
    const bool is_number = is_one_of(code_[i - 1].text, integers);
    if (!is_end || !is_number || !is_constant_name(code_[i].text)) continue;
    std::size_t open = i;  // what the template is of
    while (!code_.is(i + 1, "=") && open + 1 < code_.size() && !code_.is(open, "{") && !code_.is(open, ";")) ++open;
    const bool is_of_block = code_.is(open, "{") && code_.partner(open) != none;
    define(code_[i].text, code_[i].line, is_of_block ? code_[code_.partner(open)].line : 0);
    // `constexpr int WAYS = 5, PIECES = 40;`
    const std::size_t end = code_.is(i + 1, "=") ? semicolon(code_, i) : i;
    for (std::size_t k = next_comma(code_, i, end); k + 2 < end; k = next_comma(code_, k + 1, end)) {
      if (is_constant_name(code_[k + 1].text) && code_.is(k + 2, "=")) define(code_[k + 1].text, code_[k + 1].line);
    }
  }
  // `enum { W = 32, H };`
  for (std::size_t i = 0; i < code_.size(); ++i) {
    if (!code_.is(i, "enum")) continue;
    std::size_t open = i + 1;
    while (open < code_.size() && !code_.is(open, "{") && !code_.is(open, ";")) ++open;
    if (!code_.is(open, "{") || code_.partner(open) == none) continue;
    for (std::size_t k = open + 1; k < code_.partner(open); k = next_comma(code_, k, code_.partner(open)) + 1) {
      if (is_constant_name(code_[k].text)) define(code_[k].text, code_[k].line);
    }
  }
  // What is declared here as something else is none: `constexpr double COST = 0.5;`, `float TAPS[4];`.
  constexpr std::array<std::string_view, 4> no_types{"return", "else", "case", "do"};
  for (std::size_t i = 1; i < code_.size(); ++i) {
    const bool has_type = code_[i - 1].kind == TokenKind::identifier && !is_one_of(code_[i - 1].text, no_types);
    if (has_type && is_constant_name(code_[i].text)) defined.insert(code_[i].text);
  }
  // All others are of a header that the file includes. A single letter is more likely a type.
  for (const SourceName& name : index_.names) {
    const bool is_constant = is_constant_name(name.name) && name.name.size() > 1;
    if (is_constant && !is_type(name.name) && defined.insert(name.name).second)
      constants_.push_back({name.name, 0, 0, 0});
  }
  for (std::size_t i = 0; i + 1 < code_.size(); ++i) {
    const bool is_rest = code_.is(i, "%") && code_[i + 1].text.size() > 1 && is_constant_name(code_[i + 1].text);
    if (is_rest) rests_by_constants_.push_back(i);
  }
  for (const Constant& one : constants_) uses_[one.name] = one.line == 0 ? 0 : -1;
  for (std::size_t i = 0; i < code_.size(); ++i) {
    if (const auto known = uses_.find(code_[i].text); known != uses_.end()) ++known->second;
  }
  // Directives are no code.
  for (const std::vector<Token>& line : tokens_.directives) {
    if (line.size() <= 2 || line[1].text != "define") continue;
    if (const auto known = uses_.find(line[2].text); known != uses_.end()) ++known->second;
  }
}

std::vector<std::string> VariantWriter::constants_at(std::size_t i) const {
  std::vector<std::string> known;
  for (const Constant& constant : constants_) {
    const bool is_here = constant.function == 0 || constant.function == function_->first_line;
    const bool is_before = (constant.line == 0 || constant.line < code_[i].line) &&
                           (constant.last_line == 0 || code_[i].line <= constant.last_line);
    if (find(constant.name) == nullptr && is_here && is_before &&
        std::find(known.begin(), known.end(), constant.name) == known.end()) {
      known.push_back(constant.name);
    }
  }
  // What the function uses is more likely meant.
  std::stable_partition(known.begin(), known.end(), [&](const std::string& name) {
    return std::any_of(index_.names.begin(), index_.names.end(), [&](const SourceName& use) {
      return use.name == name && use.line >= function_->first_line && use.line <= function_->last_line;
    });
  });
  return known;
}

bool VariantWriter::is_type(std::string_view name) const {
  for (std::size_t i = 1; i < code_.size(); ++i) {
    if (code_.is(i, name) && (code_.is(i - 1, "class") || code_.is(i - 1, "typename"))) return true;
  }
  return false;
}

int VariantWriter::add(ChangeKind kind, int line, std::string here, std::string instead, int other_line) {
  list_.push_back({kind, line, other_line, std::move(here), std::move(instead), where_, false, false, !is_device_,
                   false, NamesFit::unknown, call_, false});
  return static_cast<int>(list_.size());
}

void VariantWriter::function(const SourceFunction& function) {
  variables_.clear();
  function_ = &function;
  later_sign_variant_ = 0;
  exchanges_.clear();
  repeated_.clear();
  repeated_names_.clear();
  turned_.clear();
  lacking_.clear();
  scaled_.clear();
  exchanged_stores_.clear();
  exchanged_factors_.clear();
  tiles_.clear();
  steps_.clear();
  counters_.clear();
  asked_line_ = 0;
  shortened_.clear();
  is_device_ = function.is_kernel;
  returns_count_ = returns_nothing_ = can_continue_ = can_break_ = false;
  const bool is_helper = std::any_of(index_.names.begin(), index_.names.end(), [&](const SourceName& one) {
    return one.name == function.name && (one.line < function.first_line || one.line > function.last_line);
  });
  std::size_t i = 0;
  while (i < code_.size() && code_[i].line < function.first_line) ++i;
  while (i < code_.size() && parameters_behind(i, function.name) == none) {
    if (code_.is_device_word(i) || code_.is(i, "__device__")) is_device_ = true;
    if (is_helper && is_one_of(code_[i].text, integers) && !code_.is(i, "bool")) returns_count_ = true;
    if (code_.is(i, "void") && !code_.is(i + 1, "*")) returns_nothing_ = true;
    if (code_[i].line > function.last_line) return;
    ++i;
  }
  if (i + 1 >= code_.size()) return;
  const std::size_t first = parameters_behind(i, function.name);
  const std::size_t close = code_.partner(first);
  if (close == none) return;
  fields_around(i);
  parameters(first + 1, close);
  std::size_t open = close + 1;
  while (open < code_.size() && !code_.is(open, "{")) ++open;
  if (open >= code_.size() || code_.partner(open) == none) return;
  plan_exchanges(open, code_.partner(open));
  plan_repeated_numbers(open, code_.partner(open));
  plan_repeated_names(open, code_.partner(open));
  plan_repeated_choices(open, code_.partner(open));
  plan_turned_arrays(open, code_.partner(open));
  plan_missing_statements(open, code_.partner(open));
  plan_operator_pairs(open, code_.partner(open));
  plan_tiles(open, code_.partner(open));
  plan_sums(open, code_.partner(open));
  find_limits(open, code_.partner(open));
  plan_turned_at_barriers(open, code_.partner(open));
  block(open, {});
}

std::size_t VariantWriter::parameters_behind(std::size_t i, const std::string& name) const {
  std::size_t open = i + 1;
  if (!code_.is(i, "operator")) return code_.is(i, name) && code_.is(open, "(") ? open : none;
  std::string text = code_[i].text;
  for (; open < code_.size() && text.size() < name.size(); ++open) text += code_[open].text;
  return text == name && code_.is(open, "(") ? open : none;
}

void VariantWriter::parameters(std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end;) {
    const std::size_t comma = next_comma(code_, i, end);
    std::size_t name = none;
    for (std::size_t k = i; k < comma && !code_.is(k, "="); ++k) {
      if (code_[k].kind == TokenKind::identifier) name = k;
    }
    if (name != none && name > i) declare(i, name, name, true);
    i = comma + 1;
  }
}

void VariantWriter::fields_around(std::size_t i) {
  for (std::size_t open = 0; open < i; ++open) {
    const bool is_structure = code_.is(open, "{") && open > 1 && code_[open - 1].kind == TokenKind::identifier &&
                              (code_.is(open - 2, "struct") || code_.is(open - 2, "class"));
    if (!is_structure || code_.partner(open) == none || code_.partner(open) < i) continue;
    for (std::size_t k = open + 1; k < code_.partner(open);) {
      const std::size_t end = semicolon(code_, k);
      std::size_t type_end = none;
      bool is_function = false;
      for (std::size_t at = k; at < end && !is_function; ++at) {
        if (code_.is(at, "(")) is_function = true;
        const bool ends = code_.is(at + 1, ",") || at + 1 == end || code_.is(at + 1, "=");
        if (code_[at].kind != TokenKind::identifier || !ends || at == k) continue;
        if (type_end == none) type_end = at;
        declare(k, type_end, at, false);
      }
      // A function's body has semicolons of its own.
      while (is_function && k < code_.partner(open) && !code_.is(k, "{") && !code_.is(k, ";")) ++k;
      k = (is_function ? (code_.is(k, "{") && code_.partner(k) != none ? code_.partner(k) : k) : end) + 1;
    }
  }
}

void VariantWriter::declare(std::size_t begin, std::size_t end, std::size_t name, bool is_parameter) {
  variables_.push_back(read_variable(code_, begin, end, name));
  variables_.back().is_parameter = is_parameter;
}

const Variable* VariantWriter::find(std::string_view name) const {
  for (auto at = variables_.rbegin(); at != variables_.rend(); ++at) {
    if (at->name == name) return &*at;
  }
  return nullptr;
}

}  // namespace simt::detail
