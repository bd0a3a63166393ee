#include "simt/translate/variants/writer.hpp"

#include <algorithm>

#include "simt/translate/variants/syntax.hpp"

namespace simt::detail {

void VariantWriter::plan_exchanges(std::size_t open, std::size_t close) {
  const auto stands = [&](const std::string& name) {
    for (std::size_t i = open; i < close; ++i) {
      if (code_.is(i, name) && is_open(i)) return code_[i].line;
    }
    return 0;
  };
  const auto add_exchange = [&](const std::string& one, const std::string& other, int line, int from = 0) {
    if (line == 0 || !has_room(1)) return;
    exchanges_.push_back({one, other, add(ChangeKind::exchanged_names, line, one, other, from), from});
  };
  std::vector<std::string> numbers;
  for (const Variable& variable : variables_) {
    if (variable.kind == TypeClass::integer) numbers.push_back(variable.name);
  }
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    for (std::size_t k = i + 1; k < numbers.size(); ++k) {
      const int first = stands(numbers[i]), second = stands(numbers[k]);
      if (first != 0 && second != 0) add_exchange(numbers[i], numbers[k], std::min(first, second));
    }
  }
  for (const std::string_view place : places) {
    int line = 0;
    bool has_y = false;
    for (std::size_t i = open; i + 2 < close; ++i) {
      if (!code_.is(i, place) || !is_open(i) || (!code_.is(i + 2, "x") && !code_.is(i + 2, "y"))) continue;
      has_y = has_y || code_.is(i + 2, "y");
      if (line == 0) line = code_[i].line;
    }
    if (has_y) add_exchange(std::string(place) + ".x", std::string(place) + ".y", line);
  }
  plan_exchanged_members(open, close);
  // From a line on: what stores is not what loads.
  int last = 0;
  bool is_first = true;
  for (std::size_t i = open; i + 2 < close; ++i) {
    if (!code_.is(i, "blockIdx") || code_[i].line == last || !is_open(i)) continue;
    last = code_[i].line;
    if (!std::exchange(is_first, false)) add_exchange("blockIdx.x", "blockIdx.y", last, last);
  }
  if (is_first) return;
  plan_block_names(open, close);
  for (const int barrier : index_.barriers) {
    if (barrier > function_->first_line && barrier < function_->last_line) {
      add_exchange("blockIdx.x", "blockIdx.y", barrier, barrier);
    }
  }
}

std::vector<std::string> VariantWriter::members_before(std::size_t open, std::size_t close, int line) const {
  constexpr std::size_t most = 3;
  std::vector<std::string> members;
  for (std::size_t i = open + 1; i + 3 < close && code_[i].line < line; ++i) {
    const bool is_member = code_[i].kind == TokenKind::identifier && code_.is(i + 1, ".") &&
                           code_[i + 2].kind == TokenKind::identifier && !code_.is(i - 1, ".") &&
                           !code_.is(i - 1, "->") && !code_.is(i + 3, "(") && !code_.is(i + 3, ".") &&
                           !is_one_of(code_[i].text, places);
    const std::string text = is_member ? code_.text(i, i + 3) : "";
    if (is_member && std::find(members.begin(), members.end(), text) == members.end()) members.push_back(text);
  }
  if (members.size() > most) members.clear();
  return members;
}

void VariantWriter::plan_block_names(std::size_t open, std::size_t close) {
  constexpr std::size_t most_names = 4;
  block_names_.clear();
  // Numbers that are made of the block's before the barrier.
  std::vector<std::string> names;
  int barrier = 0;
  for (const int line : index_.barriers) {
    if (barrier == 0 && line > function_->first_line && line < function_->last_line) barrier = line;
  }
  for (std::size_t i = open + 1; i + 1 < close && code_[i].line < barrier && names.size() < most_names; ++i) {
    const bool is_declared = code_.is(i - 1, "int") || code_.is(i - 1, "unsigned") || code_.is(i - 1, ",");
    if (code_[i].kind == TokenKind::identifier && is_declared && code_.is(i + 1, "=")) names.push_back(code_[i].text);
  }
  for (const std::string& member : members_before(open, close, barrier)) names.push_back(member);
  const auto has_y = [&](std::size_t i) { return code_.is(i, "blockIdx") && code_.is(i + 2, "y"); };
  for (std::size_t i = open; i < close; ++i) {
    if (!code_.is(i, "blockIdx") || code_[i].line <= barrier || barrier == 0 || !is_open(i)) continue;
    bool is_of_both = false;
    for (std::size_t k = i; k < close; ++k) is_of_both = is_of_both || has_y(k);
    if (!is_of_both) return;
    for (const std::string& x : names) {
      for (const std::string& y : names) {
        if (x == y || !has_room(1)) continue;
        block_names_.push_back({code_[i].line, x, y, add(ChangeKind::other_block, code_[i].line, x, y)});
      }
    }
    return;
  }
}

std::vector<std::pair<std::string, std::string>> VariantWriter::names_in_same_places(std::size_t begin,
                                                                                     std::size_t end) const {
  std::vector<std::pair<std::string, std::string>> pairs;
  std::size_t middle = begin;
  while (middle < end && !code_.is(middle, "&&") && !code_.is(middle, "||")) ++middle;
  if (middle == end || 2 * middle != begin + end - 1) return pairs;
  const auto is_number = [&](std::size_t i) {
    const Variable* const variable = code_[i].kind == TokenKind::identifier ? find(code_[i].text) : nullptr;
    return variable != nullptr && variable->kind == TypeClass::integer && !code_.is(i - 1, ".") &&
           !code_.is(i - 1, "->");
  };
  for (std::size_t i = begin, k = middle + 1; i < middle; ++i, ++k) {
    if (code_[i].text == code_[k].text) continue;
    if (code_[i].kind != code_[k].kind) return {};
    if (is_number(i) && is_number(k)) pairs.emplace_back(code_[i].text, code_[k].text);
  }
  return pairs;
}

void VariantWriter::plan_exchanges_here(std::size_t begin, std::size_t end) {
  constexpr std::size_t most_names = 4;
  std::vector<std::string> names;
  const auto note = [&](const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (std::size_t i = begin; i < end; ++i) {
    if (code_[i].kind != TokenKind::identifier || code_.is(i - 1, ".") || code_.is(i - 1, "->")) continue;
    const Variable* const variable = find(code_[i].text);
    if (variable != nullptr && variable->kind == TypeClass::integer) note(variable->name);
  }
  const auto exchange_here = [&](const std::string& one, const std::string& other) {
    if (!is_open(begin) || !has_room(1)) return;
    const int variant = add(ChangeKind::exchanged_here, code_[begin].line, one, other);
    exchanges_.push_back({one, other, variant, 0, begin, end});
  };
  if (names.size() > most_names) {
    std::erase_if(names, [&](const std::string& name) { return !find(name)->is_parameter; });
    // `x0 + c < width && y0 + r < height`: all pairs would be too many.
    for (const auto& [one, other] : names_in_same_places(begin, end)) {
      const bool is_offered = std::find(names.begin(), names.end(), one) != names.end() &&
                              std::find(names.begin(), names.end(), other) != names.end();
      if (!is_offered) exchange_here(one, other);
    }
  }
  if (!is_open(begin) || names.size() > most_names) return;
  // `job->x` and `job->y`
  std::vector<std::string> members;
  for (std::size_t i = begin; i + 2 < end; ++i) {
    const bool is_member = code_[i].kind == TokenKind::identifier && (code_.is(i + 1, "->") || code_.is(i + 1, ".")) &&
                           code_[i + 2].kind == TokenKind::identifier && !code_.is(i - 1, "->") &&
                           !code_.is(i - 1, ".");
    const std::string text = is_member ? code_.text(i, i + 3) : "";
    const bool is_place = is_one_of(code_[i].text, places) || code_.is(i + 3, "(") || code_.is(i + 3, ".");
    if (is_member && !is_place && std::find(members.begin(), members.end(), text) == members.end())
      members.push_back(text);
  }
  constexpr std::size_t most_members = 8;
  if (members.size() <= most_members) names.insert(names.end(), members.begin(), members.end());
  for (std::size_t i = 0; i < names.size(); ++i) {
    for (std::size_t k = i + 1; k < names.size(); ++k) {
      const bool is_one_kind = (names[i].find('.') == names[k].find('.') && names[i].find("->") == names[k].find("->"));
      if (is_one_kind) exchange_here(names[i], names[k]);
    }
  }
}

void VariantWriter::plan_exchanged_factors(std::size_t begin, std::size_t end) {
  constexpr std::size_t most = 8;
  std::vector<std::size_t> factors;
  for (std::size_t i = begin; i < end; ++i) {
    if (code_.is(i, "[") && code_.partner(i) != none) i = code_.partner(i);  // indices are no weights
    const bool is_factor = code_[i].kind == TokenKind::number && (code_.is(i + 1, "*") || code_.is(i - 1, "*"));
    if (is_factor && is_open(i)) factors.push_back(i);
  }
  if (is_slow_ || factors.size() > most) return;
  for (std::size_t k = 1; k < factors.size(); ++k) {
    const Token &one = code_[factors[k - 1]], &other = code_[factors[k]];
    if (one.text == other.text || !has_room(1)) continue;
    const int variant =
        add(ChangeKind::exchanged_here, one.line, one.text, other.text, other.line == one.line ? 0 : other.line);
    exchanged_factors_[factors[k - 1]].emplace_back(variant, other.text);
    exchanged_factors_[factors[k]].emplace_back(variant, one.text);
  }
}

void VariantWriter::plan_repeated_numbers(std::size_t open, std::size_t close) {
  std::map<std::string, std::vector<std::size_t>> places;
  for (std::size_t i = open; i < close; ++i) {
    const std::string& text = code_[i].text;
    const bool is_plain =
        text.size() > 1 && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (code_[i].kind == TokenKind::number && is_plain && is_open(i)) places[text].push_back(i);
  }
  for (const auto& [text, all] : places) {
    // Those that belong together stand on one line, or on lines that follow each other.
    for (std::size_t first = 0, last = 0; first < all.size(); first = ++last) {
      while (last + 1 < all.size() && code_[all[last + 1]].line <= code_[all[last]].line + 1) ++last;
      if (first == last || !has_room(2)) continue;
      const int line = code_[all[first]].line, other_line = code_[all[last]].line;
      const int variant = add(ChangeKind::constant, line, text, "2 *", other_line);
      add(ChangeKind::constant, line, text, "/ 2", other_line);
      repeated_.push_back({text, variant, all[first], all[last]});
    }
  }
}

std::vector<std::string> VariantWriter::factors_of_indices(std::size_t open, std::size_t close) const {
  constexpr std::size_t most = 1;
  std::vector<std::string> found;
  for (std::size_t i = open; i < close && found.size() < most; ++i) {
    const std::size_t end = code_.is(i, "[") ? code_.partner(i) : none;
    if (end == none) continue;
    for (std::size_t k = i + 1; k < end && found.size() < most; ++k) {
      const bool is_factor = code_[k].kind == TokenKind::number && (code_.is(k - 1, "*") || code_.is(k + 1, "*"));
      if (is_factor) found.push_back(code_[k].text);
    }
  }
  return found;
}

void VariantWriter::plan_repeated_names(std::size_t open, std::size_t close) {
  constexpr std::size_t most_groups = 6, most_others = 5;
  constexpr std::array<std::string_view, 3> signs{"+", "-", "*"};
  // Places of one name between the same two tokens, `[threadIdx.x + WINDOW]`, and behind the same one on the same line:
  // `i + TAPS < n ? x[i + TAPS] : 0`, `width % TILE == 0 && height % TILE == 0`.
  std::map<std::string, std::vector<std::size_t>> places, places_of_line;
  for (std::size_t i = open + 1; i + 1 < close; ++i) {
    const std::string &left = code_[i - 1].text, &right = code_[i + 1].text;
    const bool is_behind_sign = is_one_of(left, signs), is_rest = left == "%";
    const bool is_operand = (is_behind_sign || is_rest || right == "+" || right == "*") && right != "(" &&
                            right != "[" && right != "." && right != "=" && right != "->";
    if (code_[i].kind != TokenKind::identifier || !is_operand || !is_open(i)) continue;
    const std::string key = left + " " + code_[i].text + " ";
    if (!is_rest) places[key + right].push_back(i);
    if (is_behind_sign || is_rest) places_of_line[key + std::to_string(code_[i].line)].push_back(i);
  }
  std::erase_if(places_of_line, [](const auto& one) { return one.second.size() < 2; });
  for (const auto* const groups : {&places, &places_of_line}) {
    std::size_t planned = 0;
    const bool is_of_line = groups == &places_of_line;
    for (const auto& [key, all] : *groups) {
      for (std::size_t first = 0, last = 0; first < all.size() && planned < most_groups; first = ++last) {
        while (last + 1 < all.size() && code_[all[last + 1]].line <= code_[all[last]].line + 1) ++last;
        const int line = code_[all[first]].line, other_line = code_[all[last]].line;
        if ((line == other_line) != is_of_line) continue;
        const std::string& text = code_[all[first]].text;
        // `to + quads, from + quads`: floats are meant where something else is counted, or the other way round.
        const std::vector<std::size_t> here{all.begin() + static_cast<std::ptrdiff_t>(first),
                                            all.begin() + static_cast<std::ptrdiff_t>(last) + 1};
        const bool is_of_pointers = is_of_line && std::all_of(here.begin(), here.end(), [&](std::size_t place) {
                                      const Variable* const pointer =
                                          code_.is(place - 1, "+") ? find(code_[place - 2].text) : nullptr;
                                      return pointer != nullptr && pointer->kind == TypeClass::pointer;
                                    });
        for (const char* const factor : {"4 *", "/ 4"}) {
          if (!is_of_pointers || is_slow_ || !has_room(1)) break;
          const Within within(
              *this, "what is added to " + code_[here.front() - 2].text + " and " + code_[here.back() - 2].text);
          const std::string scaled = factor[0] == '4' ? "4 * " + text : text + " / 4";
          repeated_names_.push_back({text, scaled, add(ChangeKind::factor, line, text, factor), here});
        }
        const Variable* const own = find(text);
        std::vector<std::string> others = constants_at(all[first]);
        const bool is_constant = std::find(others.begin(), others.end(), text) != others.end();
        if (!is_constant && (own == nullptr || own->kind != TypeClass::integer)) continue;
        if (is_device_) others.insert(others.begin(), "blockDim.x");
        // Rows that another line takes for words, and this one for characters.
        for (const std::string& length : is_device_ ? factors_of_indices(open, close) : std::vector<std::string>{}) {
          others.insert(others.begin(), {length, "(4 * " + length + ")"});
        }
        for (const Variable& other : variables_) {
          if (other.kind == TypeClass::integer) others.push_back(other.name);
        }
        std::erase(others, text);
        if (others.size() > most_others) others.resize(most_others);
        if (!has_room(others.size())) return;
        ++planned;
        for (const std::string& other : others) {
          repeated_names_.push_back({text, other, add(ChangeKind::constant, line, text, other, other_line), here});
        }
      }
    }
  }
}

void VariantWriter::plan_repeated_choices(std::size_t open, std::size_t close) {
  for (std::size_t first = open; first < close; ++first) {
    if (!is_one_of(code_[first].text, address_modes) || !is_open(first)) continue;
    std::vector<std::size_t> all{first};
    for (std::size_t i = first + 1; i < close && code_[i].line <= code_[all.back()].line + 1; ++i) {
      if (code_[i].text == code_[first].text && is_open(i)) all.push_back(i);
    }
    if (all.size() < 2) continue;
    for (const std::string_view other : address_modes) {
      if (other == code_[first].text || !has_room(1)) continue;
      const int variant =
          add(ChangeKind::constant, code_[first].line, code_[first].text, std::string(other), code_[all.back()].line);
      repeated_names_.push_back({code_[first].text, std::string(other), variant, all});
    }
    first = all.back();
  }
}

void VariantWriter::plan_same_name(std::size_t begin, std::size_t middle, std::size_t end) {
  constexpr std::size_t most_names = 3, most_others = 5;
  std::map<std::string, std::vector<std::size_t>> places;
  for (std::size_t i = begin; i < end; ++i) {
    const Variable* const variable = code_[i].kind == TokenKind::identifier ? find(code_[i].text) : nullptr;
    const bool is_own = i > 0 && !code_.is(i - 1, ".") && !code_.is(i - 1, "->") && !is_changed(code_, i, i);
    if (variable != nullptr && variable->kind == TypeClass::integer && !variable->is_parameter && is_own)
      places[variable->name].push_back(i);
  }
  std::size_t planned = 0;
  for (const auto& [name, all] : places) {
    if (all.front() >= middle || all.back() < middle || !is_open(all.front()) || planned == most_names) continue;
    ++planned;
    std::vector<std::string> others;
    if (is_device_) others = {"threadIdx.x", "threadIdx.y"};
    for (const Variable& other : variables_) {
      if (other.kind == TypeClass::integer && !other.is_parameter && other.name != name) others.push_back(other.name);
    }
    if (others.size() > most_others) others.resize(most_others);
    for (const std::string& other : others) {
      if (!has_room(1)) return;
      const int variant = add(ChangeKind::constant, code_[all.front()].line, name, other, code_[all.back()].line);
      repeated_names_.push_back({name, other, variant, all});
    }
  }
}

void VariantWriter::plan_equal_indices(std::size_t begin, std::size_t end) {
  // Planned already, with the condition before it.
  if (begin < end_of_equal_indices_) return;
  equal_indices_.clear();
  std::vector<std::string> seen;
  for (std::size_t i = begin + 1; i < end; ++i) {
    const std::size_t close = code_.is(i, "[") ? code_.partner(i) : none;
    if (close == none || close > end || !is_known_here(i + 1, close)) continue;
    const std::string text = code_.text(i + 1, close);
    const bool is_planned = std::any_of(equal_indices_.begin(), equal_indices_.end(),
                                        [&](const EqualIndex& one) { return one.text == text; });
    if (std::find(seen.begin(), seen.end(), text) == seen.end()) {
      seen.push_back(text);
    } else if (!is_planned && is_open(begin) && has_room(2)) {
      const Within within(*this, "the indices of this statement");
      equal_indices_.push_back({text, add(ChangeKind::off_by_one, code_[i].line, text, "+ 1")});
      add(ChangeKind::off_by_one, code_[i].line, text, "- 1");
    }
  }
}

void VariantWriter::plan_exchanged_stores(std::size_t i, std::size_t close) {
  constexpr std::size_t most = 4;
  if (exchanged_stores_.contains(i)) return;
  std::vector<std::size_t> arrays;
  while (i < close && arrays.size() < most) {
    const std::size_t end = plain_end(code_, i, close);
    const Variable* const array = code_[i].kind == TokenKind::identifier ? find(code_[i].text) : nullptr;
    const std::size_t bracket = code_.is(i + 1, "[") ? code_.partner(i + 1) : none;
    const bool is_store = end != none && array != nullptr && array->kind == TypeClass::pointer && bracket != none &&
                          code_.is(bracket + 1, "=") && is_open(i);
    if (!is_store) break;
    arrays.push_back(i);
    i = end + 1;
  }
  for (std::size_t one = 0; one < arrays.size(); ++one) {
    for (std::size_t other = one + 1; other < arrays.size(); ++other) {
      const Token &a = code_[arrays[one]], &b = code_[arrays[other]];
      if (a.text == b.text || find(a.text)->type != find(b.text)->type || !has_room(1)) continue;
      const int variant = add(ChangeKind::exchanged_here, a.line, a.text, b.text, b.line);
      exchanged_stores_.emplace(arrays[one], std::pair(variant, b.text));
      exchanged_stores_.emplace(arrays[other], std::pair(variant, a.text));
    }
  }
}

void VariantWriter::plan_turned_arrays(std::size_t open, std::size_t close) {
  for (std::size_t i = 0; i + 4 < code_.size(); ++i) {
    const std::size_t name = i + 2, bracket = i + 3;
    const bool is_array = code_.is(i, "__constant__") && code_[name].kind == TokenKind::identifier &&
                          code_.is(bracket, "[") && code_.partner(bracket) != none &&
                          code_.is(code_.partner(bracket) + 1, ";");
    if (!is_array) continue;
    for (std::size_t k = open; k < close; ++k) {
      if (!code_.is(k, code_[name].text) || !code_.is(k + 1, "[") || !is_open(k) || !has_room(1)) continue;
      const int variant = add(ChangeKind::turned_array, code_[k].line, code_[name].text, "");
      turned_[code_[name].text] = {variant, code_.text(bracket + 1, code_.partner(bracket))};
      break;
    }
  }
}

void VariantWriter::plan_operator_pairs(std::size_t open, std::size_t close) {
  operator_pairs_.clear();
  other_lengths_.clear();
  pairs_here_.clear();
  std::map<std::string, std::vector<std::size_t>> all;  // first tokens, in their order
  struct Place {
    int line = 0;
    std::string text, sign;
    std::size_t divisor = 0;  // its first token
  };
  std::map<std::string, Place> first;
  for (std::size_t i = open; i < close; ++i) {
    const std::size_t left = end_of_operand(i, close);
    const bool is_member = code_.is(i - 1, ".") || code_.is(i - 1, "->");
    if (left == none || is_member || code_[i].kind != TokenKind::identifier) continue;
    const std::size_t sign = left + 1, right = sign < close ? end_of_operand(sign + 1, close) : none;
    if (right == none || (!code_.is(sign, "/") && !code_.is(sign, "%")) || !is_open(i)) continue;
    const std::string key = code_.text(i, sign) + " by " + code_.text(sign + 1, right + 1);
    all[key].push_back(i);
    const auto [known, is_new] =
        first.try_emplace(key, Place{code_[i].line, code_.text(i, right + 1), code_[sign].text, sign + 1});
    const bool is_pair = !is_new && known->second.sign != code_[sign].text;
    if (!is_pair || operator_pairs_.contains(key) || !has_room(1)) continue;
    const Place& one = known->second;
    operator_pairs_[key] =
        add(ChangeKind::exchanged_signs, one.line, one.text, code_.text(i, right + 1), code_[i].line);
    if (right == sign + 1) plan_other_divisors(one.divisor, right);
    // `t / 8` and `t % 8` as the place of a thread: neighbours differ in the rest of a division by a row's length.
    if (!is_slow_ || !is_device_) continue;
    std::vector<std::string> lengths = numbers_here();
    for (const std::string& constant : constants_at(i)) lengths.push_back(constant);
    std::erase(lengths, code_.text(sign + 1, right + 1));
    constexpr std::size_t most_lengths = 3;
    if (lengths.size() > most_lengths) lengths.resize(most_lengths);
    for (const std::string& length : lengths) {
      if (!has_room(1)) break;
      const Within within(*this, length);
      const int variant = add(ChangeKind::exchanged_signs, one.line, one.text, code_.text(i, right + 1), code_[i].line);
      other_lengths_[key].emplace_back(variant, length);
    }
  }
  for (const auto& [key, places] : all) plan_pairs_here(places, close);
}

void VariantWriter::plan_pairs_here(const std::vector<std::size_t>& places, std::size_t close) {
  constexpr std::size_t two = 2;  // then they are exchanged wherever they stand
  if (is_slow_ || places.size() <= two) return;
  for (std::size_t k = 0; k + 1 < places.size(); ++k) {
    const std::size_t one = places[k], other = places[k + 1];
    const std::size_t sign = end_of_operand(one, close) + 1, other_sign = end_of_operand(other, close) + 1;
    int statements = 0;
    for (std::size_t i = one; i < other; ++i) {
      if (code_.is(i, ";")) ++statements;
      if (code_.is(i, "{") || code_.is(i, "}")) statements = 2;
    }
    if (code_[sign].text == code_[other_sign].text || statements > 1 || !has_room(1)) continue;
    const auto text = [&](std::size_t first, std::size_t at) {
      return code_.text(first, end_of_operand(at + 1, close) + 1);
    };
    const int variant =
        add(ChangeKind::exchanged_signs, code_[one].line, text(one, sign), text(other, other_sign), code_[other].line);
    pairs_here_.emplace(one, variant);
    pairs_here_.emplace(other, variant);
  }
}

void VariantWriter::plan_other_divisors(std::size_t one, std::size_t other) {
  constexpr std::size_t most = 4;
  const std::string& text = code_[one].text;
  const Variable* const own = find(text);
  if (is_slow_ || own == nullptr || own->kind != TypeClass::integer || !is_open(one) || !is_open(other)) return;
  std::vector<std::string> others;
  for (const Variable& variable : variables_) {
    if (variable.kind == TypeClass::integer && variable.name != text) others.push_back(variable.name);
  }
  // What a kernel is given says how long rows are more often than what it computes.
  std::stable_partition(others.begin(), others.end(),
                        [&](const std::string& name) { return find(name)->is_parameter; });
  if (others.size() > most) others.resize(most);
  for (const std::string& instead : others) {
    if (!has_room(1)) return;
    const int variant = add(ChangeKind::constant, code_[one].line, text, instead, code_[other].line);
    repeated_names_.push_back({text, instead, variant, {one, other}});
  }
}

void VariantWriter::note_use(const Exchange& one, std::size_t i) {
  Variant& variant = list_[static_cast<std::size_t>(one.variant) - 1];
  if (one.from_line != 0 && variant.line == one.from_line) variant.line = code_[i].line;
}

void VariantWriter::exchange(std::size_t first, const std::string& text) {
  for (const Exchange& one : exchanges_) {
    if (one.one != text && one.other != text) continue;
    if (!is_open(first) || code_[first].line < one.from_line) continue;
    if (one.end != 0 && (first < one.begin || first >= one.end)) continue;
    note_use(one, first);
    offer(first, one.variant, one.one == text ? one.other : one.one);
  }
}

void VariantWriter::plan_pointer_terms(std::size_t begin, std::size_t end) {
  std::string pointers;
  int count = 0;
  for (std::size_t i = begin; i < end;) {
    const std::size_t comma = next_comma(code_, i, end);
    const Variable* const variable = comma == i + 1 ? find(code_[i].text) : nullptr;
    if (variable != nullptr && variable->kind == TypeClass::pointer && is_open(i)) {
      pointers += (count == 0 ? "" : " and ") + variable->name;
      ++count;
    }
    i = comma + 1;
  }
  if (count != 2) return;
  for (const std::string& term : terms(begin)) {
    if (!has_room(1)) return;
    const Within within(*this, "what the kernel is given");
    pointer_terms_.emplace_back(add(ChangeKind::lacks_term, code_[begin].line, pointers, "+ " + term), term);
  }
}

void VariantWriter::plan_line_terms(std::size_t begin, std::size_t end) {
  constexpr std::size_t most_factors = 2;
  line_terms_.clear();
  std::map<std::string, int> uses;
  int depth = 0;
  for (std::size_t i = begin; i < end; ++i) {
    depth += code_.is(i, "[") ? 1 : code_.is(i, "]") ? -1 : 0;
    const Variable* const variable =
        depth > 0 && code_[i].kind == TokenKind::identifier ? find(code_[i].text) : nullptr;
    if (variable != nullptr && variable->kind == TypeClass::integer) ++uses[variable->name];
  }
  for (const auto& [name, count] : uses) {
    if (count < 2 || !is_open(begin)) continue;
    const int line = code_[begin].line;
    const auto offer_everywhere = [&, name = name](ChangeKind kind, const std::string& change, std::string text) {
      if (has_room(1)) line_terms_.push_back({line, name, std::move(text), add(kind, line, name, change)});
    };
    for (const Variable& variable : variables_) {
      if (variable.kind != TypeClass::integer || variable.name == name) continue;
      for (const std::string_view factor : {"", "4 * "}) {
        const std::string term = std::string(factor) + variable.name;
        offer_everywhere(ChangeKind::lacks_term, "+ " + term, name + " + " + term);
      }
    }
    // A thread behind those that took `n / 4` pieces: each of these is four elements, and not one.
    for (const SourceAssignment& one : index_.assignments) {
      const bool is_here = function_->first_line <= one.line && one.line < line && find(one.name) != nullptr;
      if (is_here && one.divisor == "4" && one.name != name)
        offer_everywhere(ChangeKind::lacks_term, "+ 3 * " + one.name, name + " + 3 * " + one.name);
    }
    const Within within(*this, "the indices of this statement");
    for (const char* const factor : {"4 *", "2 *"}) {
      offer_everywhere(ChangeKind::factor, factor, std::string(factor) + " " + name);
    }
    for (const std::string& factor : extents_beside(name, most_factors)) {
      offer_everywhere(ChangeKind::lacks_factor, factor, name + " * " + factor);
    }
  }
}

}  // namespace simt::detail
