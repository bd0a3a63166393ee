#include "simt/translate/variants/writer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "simt/translate/variants/helpers.hpp"
#include "simt/translate/variants/syntax.hpp"

namespace simt::detail {

namespace {

constexpr std::size_t most_alternatives = 10;
/// Of them, variables that are parameters as the one that stands there, or none as it; and of the others.
constexpr std::size_t most_alike = 6, most_unlike = 2;

/// What `change`, one of changes_of_a_number, makes of the number that `text` writes; without one, the number itself.
double changed_number(const std::string& text, std::string_view change) {
  const bool is_real = text.find_first_of(".fF") != std::string::npos && !text.starts_with("0x");
  const double value = is_real ? std::strtod(text.c_str(), nullptr)
                               : static_cast<double>(std::strtoll(text.c_str(), nullptr, /*base=*/0));
  const auto part = [&](int of) { return is_real ? value / of : std::trunc(value / of); };
  if (change == "+ 1") return value + 1;
  if (change == "- 1") return value - 1;
  if (change == "+ 2") return value + 2;
  if (change == "- 2") return value - 2;
  if (change == "2 *") return value * 2;
  if (change == "4 *") return value * 4;
  if (change == "/ 2") return part(2);
  if (change == "/ 4") return part(4);
  if (change == "-") return -value;
  if (change == "0" || change == "1") return change == "1" ? 1 : 0;
  return value;
}

/// The others of the family of choices that `name` is one of; none where it is none.
std::vector<std::string> other_choices(const std::string& name) {
  std::vector<std::string> others;
  const auto add = [&](const auto& family) {
    if (is_one_of(name, family)) others.assign(family.begin(), family.end());
  };
  add(address_modes);
  add(directions);
  add(limits);
  add(properties);
  add(attributes);
  std::erase(others, name);
  return others;
}

bool is_an_extent(std::string_view place) { return place == "gridDim" || place == "blockDim"; }

}  // namespace

void VariantWriter::choose(std::size_t first, std::size_t last, ChangeKind kind, std::vector<std::string> others) {
  const bool is_name =
      kind == ChangeKind::other_name || kind == ChangeKind::other_member || kind == ChangeKind::constant;
  if (others.empty() || !(is_name ? is_open_to_names(first) : is_open(first))) return;
  if (others.size() > most_alternatives) others.resize(most_alternatives);
  if (!has_room(others.size())) return;
  const int begin = next();
  std::string text;
  for (const std::string& other : others) {
    text += ", " + other;
    add(kind, code_[first].line, code_.text(first, last + 1), kind == ChangeKind::lacks_term ? "+ " + other : other);
    list_.back().is_of_rest = first > 0 && code_.is(first - 1, "%");
    if (kind == ChangeKind::constant) list_.back().is_repeated = is_row_length(code_.text(first, last + 1));
    // Where a block has one dimension, the other ones are 0, which hides much.
    if (other == "threadIdx.y" || other == "blockIdx.y") list_.back().is_repeated = !has_place(other);
  }
  before(first, "simt_variants::any(" + std::to_string(begin) + ", ");
  closing_.emplace_back(text + ")");
}

void VariantWriter::close(std::size_t last) {
  for (auto one = closing_.rbegin(); one != closing_.rend(); ++one) after(last, *one);
  closing_.clear();
}

void VariantWriter::offer(std::size_t i, int variant, const std::string& instead) {
  before(i, "simt_variants::any(" + std::to_string(variant) + ", ");
  closing_.push_back(", " + instead + ")");
}

void VariantWriter::sized(std::size_t first, const std::string& text) {
  const bool ends_shape = code_.is(first + 1, ">") && code_.is(first + 2, ">") && code_.is(first + 3, ">");
  const bool is_compared =
      !ends_shape && (code_.is(first + 1, "<") || code_.is(first + 1, "<=") || code_.is(first + 1, ">") ||
                      code_.is(first + 1, ">="));  // what follows is changed, too
  if (!is_open_to_names(first) || is_compared || !has_room(changes_of_a_size.size())) return;
  before(first, "simt_variants::sized(" + std::to_string(next()) + ", ");
  for (const std::string_view change : changes_of_a_size) {
    const bool is_one = change == "+ 1" || change == "- 1";
    add(is_one ? ChangeKind::off_by_one : ChangeKind::factor, code_[first].line, text, std::string(change));
    // A row is as long as its declaration says.
    list_.back().is_repeated = is_one && is_row_length(text);
  }
  closing_.emplace_back(")");
}

bool VariantWriter::is_row_length(const std::string& name) const {
  if (!is_constant_name(name) || !where_.starts_with("the index of ")) return false;
  const Variable* const array = find(where_.substr(where_.rfind(' ') + 1));
  if (array == nullptr || array->kind != TypeClass::array) return false;
  const std::string end = name + "]";
  const bool ends_so = array->extents.ends_with(end);
  return ends_so &&
         std::string_view("[* ").find(array->extents[array->extents.size() - end.size() - 1]) != std::string_view::npos;
}

std::size_t VariantWriter::offer_memory_order(std::size_t i) {
  constexpr std::array<std::string_view, 4> orders{"memory_order_acquire", "memory_order_release",
                                                   "memory_order_acq_rel", "memory_order_relaxed"};
  std::size_t last = i;
  while (last + 2 < code_.size() && code_.is(last + 1, "::")) last += 2;
  if (last == i || !is_one_of(code_[last].text, orders) || is_slow_) return i;
  std::vector<std::string> others;
  for (const std::string_view order : orders) {
    const bool is_weaker = order == "memory_order_relaxed";
    if (order != code_[last].text && !is_weaker) others.push_back(code_.text(i, last) + std::string(order));
  }
  choose(i, last, ChangeKind::constant, others);
  close(last);
  return last;
}

void VariantWriter::variable(std::size_t i) {
  const std::string text = code_[i].text;
  const Variable* const own = find(text);
  if (own == nullptr) {
    if (is_constant_name(text)) constant_name(i);
    std::vector<std::string> others = other_choices(text);
    if (others.empty() && !is_device_) others = streams_of_file(text);
    if (!others.empty()) {
      if (is_open(i)) offer_repeated(i);
      choose(i, i, text.starts_with("cuda") ? ChangeKind::constant : ChangeKind::other_name, others);
      close(i);
    }
    return;
  }
  if (own->kind == TypeClass::array) return array(i, *own);
  if (is_device_ && begins_a_real(i) && is_open(i)) {
    for (const char* const number : {"1", "0"}) {
      if (has_room(1)) offer(i, add(ChangeKind::first_value, code_[i].line, text, number), number);
    }
  }
  // The threads of a block in place of the blocks of a grid make a grid that may be large enough by chance.
  const bool is_shape = own->kind == TypeClass::other && own->type.find("dim3") != std::string::npos &&
                        where_ == "the numbers of the launch";
  std::vector<std::string> others = is_shape ? std::vector<std::string>{} : variables_like(*own);
  if (own->kind == TypeClass::integer) {
    // "THREADS" for a number of blocks
    const bool is_of_loop = is_device_ && own->is_parameter && where_ == "the condition of the loop";
    const bool is_of_helper = is_device_ && own->is_parameter && calls_own_function();
    const bool is_asked = is_of_loop || is_of_helper ||
                          (!is_device_ && (call_.starts_with("cuda") || where_ == "the numbers of the launch"));
    std::vector<std::string> constants = is_asked ? constants_at(i) : std::vector<std::string>{};
    if (constants.size() > most_constants) constants.resize(most_constants);
    others.insert(others.begin(), constants.begin(), constants.end());
    const std::vector<std::string> more =
        where_ == "the condition of the loop" && !own->is_constant ? numbers_here() : sums_here(text);
    others.insert(others.begin(), more.begin(), more.end());
    const bool is_factor = code_.is(i + 1, "*") || (i > 0 && code_.is(i - 1, "*"));
    if (where_ == "the condition" && !is_factor && is_open(i)) {
      for (const std::string& factor : unused_numbers()) {
        if (factor == text || !has_room(1)) continue;
        offer(i, add(ChangeKind::lacks_factor, code_[i].line, text, factor), text + " * " + factor);
      }
    }
    // "q < n", where a record of n has k floats
    const bool is_end =
        where_ == "the condition" && is_device_ && !is_slow_ && own->is_parameter && code_.is(i - 1, "<");
    if (is_end && !is_factor && is_open(i)) {
      for (const std::string& factor : extents_beside(text, 2)) {
        if (!has_room(1)) break;
        offer(i, add(ChangeKind::lacks_factor, code_[i].line, text, "* " + factor), text + " * " + factor);
      }
    }
    if (is_factor && is_open(i)) {
      for (const std::string& factor : extents_beside(text, 2)) {
        if (!has_room(1)) break;
        if (code_.is(i + 2, factor) || (i > 1 && code_.is(i - 2, factor))) continue;
        offer(i, add(ChangeKind::lacks_factor, code_[i].line, text, factor), text + " * " + factor);
      }
    }
    // `out[first + e]`, where another line has `first * columns`
    if (is_device_ && !is_slow_ && !is_factor && where_.starts_with("the index of") && is_open(i)) {
      std::vector<std::string> factors = factors_elsewhere(i);
      // "first + w", where `first` counts records, and the array's elements are numbers of which a record has k.
      if (!own->is_parameter && counts_for_block(text)) {
        for (const std::string& factor : extents_beside(text, 2)) {
          if (std::find(factors.begin(), factors.end(), factor) == factors.end()) factors.push_back(factor);
        }
      }
      for (const std::string& factor : factors) {
        if (!has_room(1)) break;
        offer(i, add(ChangeKind::lacks_factor, code_[i].line, text, "* " + factor), text + " * " + factor);
      }
    }
    if (is_device_ && !is_slow_ && !own->is_parameter && is_open(i) && is_added_to_thread(i) &&
        !is_multiplied_by_block(text, i) && has_room(1))
      offer(i, add(ChangeKind::lacks_factor, code_[i].line, text, "blockDim.x"), text + " * blockDim.x");
    // The number in the grid for the one in the block: what is fetched is another element than what is computed.
    const bool is_index = is_device_ && where_.starts_with("the index of");
    if (is_index && !own->is_parameter) others.insert(others.begin(), {"threadIdx.x", "threadIdx.y"});
    const std::vector<std::string> lengths = lengths_of_a_row(i);
    others.insert(others.begin(), lengths.begin(), lengths.end());
    number_elsewhere(i, *own);
    // What is fetched may be meant to go by the other number of the thread than what is computed.
    const bool is_place = where_.starts_with("the index of") || where_.starts_with("the call of");
    if (is_device_ && !is_slow_ && is_place && !own->mirrored.empty() && has_place("threadIdx.y") && is_open(i) &&
        has_room(1))
      offer(i, add(ChangeKind::other_name, code_[i].line, text, own->mirrored), "(" + own->mirrored + ")");
    offer_left(i, *own);
    shorten(i, text, own->line);
    sized(i, text);
  }
  // A variable that is called what the parameter is called is meant more often than others.
  const Variable* const same = parameter_.empty() ? nullptr : find(parameter_);
  const bool is_alone = code_.is(i - 1, ",") || code_.is(i - 1, "(");
  const bool is_whole = is_alone && (code_.is(i + 1, ",") || code_.is(i + 1, ")"));
  if (same != nullptr && same != own && is_whole && same->kind == own->kind && same->name != text) {
    std::erase(others, same->name);
    others.insert(others.begin(), same->name);
  }
  const auto [store, last_store] = exchanged_stores_.equal_range(i);
  for (auto at = store; at != last_store; ++at) offer(i, at->second.first, at->second.second);
  const std::size_t first = list_.size();
  choose(i, i, ChangeKind::other_name, others);
  for (std::size_t k = first; k < list_.size(); ++k) list_[k].is_place = own->kind == TypeClass::pointer;
  if (own->kind == TypeClass::pointer && !code_.is(i + 1, "[")) address(i, *own);
  close(i);
}

bool VariantWriter::is_added_to_thread(std::size_t i) const {
  constexpr std::size_t length = 3;  // "threadIdx", ".", "x"
  const auto is_thread = [&](std::size_t at) {
    return at + length <= code_.size() && code_.text(at, at + length) == "threadIdx.x";
  };
  const bool is_before = code_.is(i + 1, "+") && is_thread(i + 2) && !code_.is(i + 2 + length, "*");
  const bool is_behind = i > length + 1 && code_.is(i - 1, "+") && is_thread(i - 1 - length) && !code_.is(i + 1, "*");
  const bool is_factor = i > 0 && code_.is(i - 1, "*");
  return !is_factor && (is_before || is_behind);
}

std::vector<std::string> VariantWriter::streams_of_file(const std::string& name) const {
  for (const std::string_view type : {"cudaStream_t", "cudaEvent_t"}) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < code_.size(); ++i) {
      if (!code_.is(i, type) || index_.function_around(code_[i].line) != nullptr) continue;
      for (std::size_t k = i + 1; k < semicolon(code_, i); ++k) {
        const bool is_one = code_[k].kind == TokenKind::identifier && (code_.is(k + 1, ",") || code_.is(k + 1, ";"));
        if (is_one) names.push_back(code_[k].text);
      }
    }
    if (std::erase(names, name) != 0) return names;
  }
  return {};
}

std::vector<std::string> VariantWriter::variables_like(const Variable& own) const {
  // What was declared last is most likely meant; and in place of a parameter, such as a length, another parameter.
  std::vector<std::string> alike, unlike;
  for (auto other = variables_.rbegin(); other != variables_.rend(); ++other) {
    const bool is_possible =
        other->kind == own.kind && (own.kind != TypeClass::other || other->type == own.type) && other->name != own.name;
    std::vector<std::string>& names = other->is_parameter == own.is_parameter ? alike : unlike;
    if (is_possible && std::find(names.begin(), names.end(), other->name) == names.end()) names.push_back(other->name);
  }
  const auto most = static_cast<std::ptrdiff_t>(std::min(most_alike, alike.size()));
  std::vector<std::string> all(alike.begin(), alike.begin() + most);
  all.insert(all.end(), unlike.begin(),
             unlike.begin() + static_cast<std::ptrdiff_t>(std::min(most_unlike, unlike.size())));
  all.insert(all.end(), alike.begin() + most, alike.end());
  return all;
}

std::vector<std::string> VariantWriter::sums_here(const std::string& own) const {
  constexpr std::size_t most_sums = 2;
  std::vector<std::string> sums;
  const auto is_number = [&](std::size_t i) {
    const Variable* const variable = code_[i].kind == TokenKind::identifier ? find(code_[i].text) : nullptr;
    return variable != nullptr && variable->kind == TypeClass::integer && variable->name != own;
  };
  for (std::size_t i = statement_begin_; i + 2 < statement_end_ && sums.size() < most_sums; ++i) {
    if (!code_.is(i + 1, "+") || !is_number(i) || !is_number(i + 2)) continue;
    const std::string sum = "(" + code_.text(i, i + 3) + ")";
    if (std::find(sums.begin(), sums.end(), sum) == sums.end()) sums.push_back(sum);
  }
  return sums;
}

std::vector<std::string> VariantWriter::counted_here() const {
  constexpr std::size_t most = 3;
  std::vector<std::string> names;
  for (auto one = variables_.rbegin(); one != variables_.rend() && names.size() < most; ++one) {
    const bool is_fixed = is_constant_name(one->name) && one->name.size() > 1;
    if (one->kind == TypeClass::integer && !one->is_parameter && !is_fixed) names.push_back(one->name);
  }
  return names;
}

std::vector<std::string> VariantWriter::parts_of_thread() const {
  std::vector<std::string> names;
  for (const SourceAssignment& one : index_.assignments) {
    const bool is_here = function_->first_line <= one.line && one.line <= function_->last_line;
    const bool is_of_thread = std::find(one.from.begin(), one.from.end(), "threadIdx") != one.from.end() &&
                              std::find(one.from.begin(), one.from.end(), "blockIdx") == one.from.end();
    const Variable* const variable = find(one.name);
    if (is_here && is_of_thread && !one.is_element && variable != nullptr && variable->kind == TypeClass::integer)
      names.push_back(one.name);
  }
  return names;
}

std::vector<std::string> VariantWriter::unused_numbers() const {
  std::vector<std::string> unused;
  for (const Variable& variable : variables_) {
    if (variable.kind != TypeClass::integer || variable.is_parameter) continue;
    bool is_filled = false, is_used = false;
    for (std::size_t i = 1; i < code_.size(); ++i) {
      const bool is_here = code_[i].line > variable.line && code_[i].line <= function_->last_line;
      if (!is_here || code_[i].text != variable.name) continue;
      const bool is_address = is_unary_ampersand(code_, i - 1);
      (is_address ? is_filled : is_used) = true;
    }
    if (is_filled && !is_used) unused.push_back(variable.name);
  }
  return unused;
}

std::vector<std::string> VariantWriter::lengths_of_a_row(std::size_t i) const {
  constexpr std::size_t most_constants = 2;
  const bool is_factor = code_.is(i + 1, "*") || (i > 0 && code_.is(i - 1, "*"));
  if (!is_factor) return {};
  std::vector<std::string> lengths = numbers_here();
  for (const std::string& constant : constants_at(i)) {
    if (lengths.size() < 2 * most_constants) lengths.push_back(constant);
  }
  // The bytes of a row, where rows are counted in elements.
  for (const Variable& variable : variables_) {
    const bool is_size = variable.is_parameter && variable.type.find("size_t") != std::string::npos;
    if (is_size && variable.name != code_[i].text) lengths.push_back("(" + variable.name + " / 4)");
  }
  return lengths;
}

std::vector<std::string> VariantWriter::extents_beside(const std::string& own, std::size_t most) const {
  std::vector<std::string> extents;
  for (const Variable& variable : variables_) {
    const bool is_extent = variable.kind == TypeClass::integer && variable.is_parameter;
    if (is_extent && variable.name != own && extents.size() < most) extents.push_back(variable.name);
  }
  return extents;
}

bool VariantWriter::is_offset(const std::string& name) const {
  for (std::size_t i = 1; i + 1 < code_.size(); ++i) {
    const bool is_here = code_[i].line >= function_->first_line && code_[i].line <= function_->last_line;
    if (is_here && code_.is(i, name) && (code_.is(i - 1, "+") || code_.is(i - 1, "["))) return true;
  }
  return false;
}

bool VariantWriter::is_length_of_piece(const std::string& name) const {
  const bool is_in_loop = where_ == "the condition of the loop";
  const Variable* const variable = find(name);
  if (variable == nullptr || variable->is_parameter) return is_in_loop && is_constant_name(name);
  // `const int length = min(PIECE, n);`
  bool is_least = false;
  for (std::size_t k = variable->start; k < variable->start_end; ++k)
    is_least = is_least || code_.is(k, "min") || code_.is(k, "?");
  return is_least && (is_in_loop || where_ == "the condition");
}

void VariantWriter::shorten(std::size_t i, const std::string& name, int line) {
  constexpr std::size_t most = 6;
  if (!is_open(i)) return;
  // In a kernel, pieces are what a loop goes on by.
  if (is_device_ && (is_slow_ || steps_.empty() || !is_length_of_piece(name))) return;
  const auto begins_piece = [&](const Variable& variable) {
    return std::any_of(steps_.begin(), steps_.end(),
                       [&](const Step& step) { return step.counter == variable.name && step.text != "1"; });
  };
  for (const Variable& first : variables_) {
    const bool is_first = first.kind == TypeClass::integer && !first.is_parameter && first.line >= line &&
                          first.line < code_[i].line && first.name != name && is_offset(first.name) &&
                          (!is_device_ || begins_piece(first));
    if (!is_first) continue;
    for (const std::string& end : extents_beside(name, most)) {
      // Where the statement asks already what is left, as `min(chunk, n - first)` does, nothing is to be done.
      bool is_asked = false;
      for (std::size_t k = statement_begin_; k + 2 < statement_end_ && !is_asked; ++k) {
        is_asked = code_.is(k, end) && code_.is(k + 1, "-") && code_.is(k + 2, first.name);
      }
      if (is_asked) continue;
      const auto is_same = [&](const Shortened& one) {
        return one.name == name && one.first == first.name && one.end == end;
      };
      auto known = std::find_if(shortened_.begin(), shortened_.end(), is_same);
      if (known == shortened_.end()) {
        if (shortened_.size() >= most || !has_room(1)) return;
        // In a kernel, the number that is too large is made before the loop.
        const int at = is_device_ && line != 0 ? line : code_[i].line;
        const int variant = add(ChangeKind::not_shortened, at, name, end + " - " + first.name);
        known = shortened_.insert(known, {name, first.name, end, variant});
      }
      const std::string left = end + " - " + first.name;
      offer(i, known->variant, "(" + left + " < " + name + " ? " + left + " : " + name + ")");
    }
  }
}

void VariantWriter::shorten_last_block(std::size_t i, const std::string& name) {
  constexpr std::size_t most = 4;
  const bool is_divisor = i > 0 && (code_.is(i - 1, "/") || code_.is(i - 1, "%"));
  const bool is_number = where_.starts_with("the value of") || where_ == "the condition of the loop";
  if (!is_device_ || is_slow_ || is_divisor || !is_number || !is_open(i)) return;
  // A place is none, and neither is what asks for one.
  for (std::size_t k = statement_begin_; k < statement_end_; ++k) {
    if (code_.is(k, "blockIdx")) return;
  }
  const std::string first = "blockIdx.x * " + name;
  for (const Variable& end : variables_) {
    if (end.kind != TypeClass::integer || !end.is_parameter) continue;
    const auto is_same = [&](const Shortened& one) {
      return one.name == name && one.first == first && one.end == end.name;
    };
    auto known = std::find_if(shortened_.begin(), shortened_.end(), is_same);
    if (known == shortened_.end()) {
      if (shortened_.size() >= most || !has_room(1)) return;
      const int variant = add(ChangeKind::not_shortened, code_[i].line, name, end.name + " - " + first);
      known = shortened_.insert(known, {name, first, end.name, variant});
    }
    const std::string left = end.name + " - static_cast<int>(blockIdx.x) * " + name;
    offer(i, known->variant, "(" + left + " < " + name + " ? " + left + " : " + name + ")");
  }
}

bool VariantWriter::size_of_pointer(std::size_t i) {
  // `sizeof p` needs no brackets.
  const bool has_brackets = code_.is(i + 1, "(");
  const std::size_t close = has_brackets ? code_.partner(i + 1) : i + 1, name = has_brackets ? i + 2 : i + 1;
  // `sizeof(float*)`
  if (has_brackets && code_.is(close - 1, "*") && close > i + 3 && is_open(i) && has_room(1)) {
    const std::string other = "sizeof(" + code_.text(i + 2, close - 1) + ")";
    const int variant = add(ChangeKind::size_of_pointer, code_[i].line, code_.text(i, close + 1), other);
    before(i, "simt_variants::any(" + std::to_string(variant) + ", ");
    after(close, ", " + other + ")");
    return true;
  }
  const bool is_name = has_brackets
                           ? close == i + 3
                           : !code_.is(close + 1, "[") && !code_.is(close + 1, ".") && !code_.is(close + 1, "->");
  const Variable* const pointer = is_name ? find(code_[name].text) : nullptr;
  const bool is_one = pointer != nullptr && pointer->kind == TypeClass::pointer &&
                      pointer->type.find("void") == std::string::npos && pointer->type.find("* *") == std::string::npos;
  if (!is_one || is_device_ || !is_open(i) || !has_room(1)) return false;
  const bool is_factor = code_.is(i - 1, "*") || code_.is(close + 1, "*");
  std::string other = is_factor ? "sizeof(*" + pointer->name + ")" : "";
  // `cudaMemcpyToSymbol(table, values, sizeof(values))`: the table is no variable of this function.
  for (std::size_t k = statement_begin_; k < i && other.empty(); ++k) {
    const Variable* const variable = code_[k].kind == TokenKind::identifier ? find(code_[k].text) : nullptr;
    const bool is_array = variable == nullptr || variable->kind == TypeClass::array;
    if (code_[k].kind == TokenKind::identifier && is_array && code_.is(k + 1, ","))
      other = "sizeof(" + code_[k].text + ")";
  }
  std::vector<std::string> others;
  if (!other.empty()) others.push_back(other);
  if (!is_factor && call_.starts_with("cudaMem")) {
    // As many elements as a length says, or the bytes that are known.
    for (const std::string& extent : extents_beside("", 2)) {
      others.push_back(extent + " * sizeof(*" + pointer->name + ")");
    }
    for (const Variable& bytes : variables_) {
      if (bytes.type.find("size_t") != std::string::npos && bytes.kind == TypeClass::integer)
        others.push_back(bytes.name);
    }
  }
  if (others.empty() || !has_room(others.size())) return false;
  before(i, "simt_variants::any(" + std::to_string(next()) + ", ");
  std::string text;
  for (const std::string& one : others) {
    add(ChangeKind::size_of_pointer, code_[i].line, code_.text(i, close + 1), one);
    text += ", " + one;
  }
  after(close, text + ")");
  return true;
}

void VariantWriter::size_of_type(std::size_t i) {
  if (size_of_pointer(i)) return;
  const std::size_t close = code_.partner(i + 1);
  const bool is_factor = (i > 0 && code_.is(i - 1, "*")) || code_.is(close + 1, "*");
  if (!is_factor || !is_open(i) || !has_room(1)) return;
  const std::string here = code_.text(i, close + 1);
  const int variant = add(ChangeKind::constant, code_[i].line, here, "1");
  const bool follows_another =
      i > 1 && code_.is(i - 2, ")") && code_.partner(i - 2) != none && code_.is(code_.partner(i - 2) - 1, "sizeof");
  list_.back().is_repeated = follows_another || (code_.is(close + 1, "*") && code_.is(close + 2, "sizeof"));
  before(i, "simt_variants::any(" + std::to_string(variant) + ", ");
  // Elements of the file's other type are twice, or half, as large, and a character is no element.
  const std::string type = code_.text(i + 2, close);
  const bool is_small = is_one_of(type, std::to_array<std::string_view>({"char", "short", "bool"}));
  const std::string other = type == "double" || is_small ? "float" : "double";
  const bool is_number =
      is_small || is_one_of(type, std::to_array<std::string_view>({"float", "double", "int", "unsigned"}));
  // Other parts of the file may have elements of another type.
  const bool has_other = std::any_of(tokens_.code.begin(), tokens_.code.end(),
                                     [&](const Token& token) { return token.text == other && is_used_at(token.line); });
  if (is_device_ || !is_number || !has_other || !has_room(1)) return after(close, ", 1)");
  add(ChangeKind::constant, code_[i].line, here, "sizeof(" + other + ")");
  after(close, ", 1, sizeof(" + other + "))");
}

std::vector<std::string> VariantWriter::numbers_here() const {
  constexpr std::size_t most_numbers = 2;
  std::vector<std::string> numbers;
  for (const Token& token : tokens_.code) {
    const bool is_here = token.line >= function_->first_line && token.line <= function_->last_line;
    const bool is_plain =
        token.kind == TokenKind::number && token.text.size() > 1 &&
        std::all_of(token.text.begin(), token.text.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (is_here && is_plain && numbers.size() < most_numbers &&
        std::find(numbers.begin(), numbers.end(), token.text) == numbers.end())
      numbers.push_back(token.text);
  }
  return numbers;
}

std::string VariantWriter::extent_beside_block(std::size_t i) const {
  if (!is_device_ || is_slow_) return "";
  // `blockIdx.x * THREADS`, `size_t(blockIdx.x) * THREADS` and `THREADS * blockIdx.x`
  std::size_t member = none;
  if (i > 4 && code_.is(i - 1, "*")) member = code_.is(i - 2, ")") ? i - 3 : i - 2;
  if (code_.is(i + 1, "*") && code_.is(i + 2, "blockIdx")) member = i + 4;
  if (member == none || member < 2 || !code_.is(member - 1, ".") || !code_.is(member - 2, "blockIdx")) return "";
  return "blockDim." + code_[member].text;
}

void VariantWriter::constant_name(std::size_t i) {
  const std::string& text = code_[i].text;
  const std::vector<std::string> known = constants_at(i);
  if (std::find(known.begin(), known.end(), text) == known.end()) {
    offer_lowest_of_constant(i);  // it is no whole number
    return close(i);
  }
  std::vector<std::string> others;
  for (const std::string& other : known) {
    if (other != text && others.size() < 3) others.push_back(other);
  }
  // A number that is written out elsewhere: 32 for the threads of a warp.
  if (i > 0 && (code_.is(i - 1, "/") || code_.is(i - 1, "%") || code_.is(i - 1, "*"))) {
    const std::vector<std::string> numbers = numbers_here();
    others.insert(others.end(), numbers.begin(), numbers.end());
  }
  for (const Variable& other : variables_) {
    if (other.kind == TypeClass::integer) others.push_back(other.name);
  }
  if (is_device_ && !is_slow_ && where_ == "the condition of the loop") {
    // Each thread of fewer rows has so many elements of a tile.
    std::vector<std::string> quotients;
    for (const std::string& other : others) {
      if (is_constant_name(other) && quotients.size() < 2) quotients.push_back("(" + other + " / " + text + ")");
    }
    others.insert(others.begin(), quotients.begin(), quotients.end());
  }
  // One thread goes on with a step that is meant for many.
  if (is_device_ && !is_slow_ && where_ == "the step of the loop") others.insert(others.begin(), "1");
  // The host may launch blocks of another size.
  if (const std::string extent = extent_beside_block(i); !extent.empty()) others.insert(others.begin(), extent);
  offer_size_everywhere(i);
  offer_lowest_of_constant(i);
  shorten(i, text, 0);
  shorten_last_block(i, text);
  offer_repeated(i);
  sized(i, text);
  const std::size_t known_changes = list_.size();
  choose(i, i, ChangeKind::constant, others);
  for (std::size_t k = known_changes; k < list_.size(); ++k) list_[k].is_only_use = uses_[text] == 1;
  close(i);
}

bool VariantWriter::is_defined_as(const Constant& constant, std::string_view number) const {
  for (const SourceConstant& one : index_.constants) {
    if (one.name == constant.name) return one.number == number;
  }
  for (std::size_t i = 0; i + 2 < code_.size(); ++i) {
    if (code_[i].line == constant.line && code_.is(i, constant.name) && code_.is(i + 1, "="))
      return code_.is(i + 2, number);
  }
  return false;
}

void VariantWriter::offer_size_everywhere(std::size_t i) {
  const std::string& name = code_[i].text;
  const auto constant = std::find_if(constants_.begin(), constants_.end(),
                                     [&](const Constant& one) { return one.name == name && one.line != 0; });
  if (constant == constants_.end() || !is_open(i) || uses_[name] < 2) return;
  // With other sizes of blocks and tiles, what is slow is another program.
  std::vector<std::string> changes{"+ 1", "- 1"};
  if (!is_slow_) changes.insert(changes.end(), {"* 2", "/ 2"});
  // Half a warp may be meant to be one.
  if (is_slow_ && is_defined_as(*constant, "16")) changes.emplace_back("* 2");
  const auto [known, is_new] = sizes_everywhere_.try_emplace(name, next());
  if (is_new) {
    if (!has_room(changes.size())) {
      sizes_everywhere_.erase(known);
      return;
    }
    for (const std::string& change : changes) {
      add(ChangeKind::size_everywhere, constant->line, name, change);
      list_.back().where.clear();
    }
  }
  int variant = known->second;
  for (const std::string& change : changes) offer(i, variant++, "(" + name + " " + change + ")");
}

void VariantWriter::array(std::size_t i, const Variable& own) {
  for (const Variable& other : variables_) {
    if (other.kind != TypeClass::array || other.name == own.name || other.type != own.type ||
        other.extents != own.extents || !is_open(i) || !has_room(1))
      continue;
    const int variant = add(ChangeKind::other_name, code_[i].line, own.name, other.name);
    // An array must not become a pointer: its address may be taken, and its type be asked for.
    before(i, "(simt_variants::is(" + std::to_string(variant) + ") ? " + other.name + " : ");
    closing_.emplace_back(")");
  }
  close(i);
}

void VariantWriter::offer_repeated(std::size_t i) {
  for (const RepeatedName& one : repeated_names_) {
    const bool is_meant = std::find(one.places.begin(), one.places.end(), i) != one.places.end();
    if (is_meant && is_open(i)) offer(i, one.variant, one.instead);
  }
}

void VariantWriter::number_elsewhere(std::size_t i, const Variable& own) {
  if (!is_open(i)) return;
  offer_repeated(i);
  const int line = code_[i].line;
  for (const Exchange& one : exchanges_) {
    const bool is_meant =
        one.from_line != 0 && !own.turned.empty() && own.line < one.from_line && line >= one.from_line;
    if (!is_meant) continue;
    note_use(one, i);
    offer(i, one.variant, "(" + own.turned + ")");
  }
  for (const LineTerm& one : line_terms_) {
    const bool is_meant = one.line == line && one.name == own.name && where_.find("index of") != std::string::npos;
    if (is_meant) offer(i, one.variant, one.instead);
  }
  for (const ScaledCounter& one : scaled_) {
    if (one.name == own.name) offer(i, one.variant, one.text);
  }
  exchange(i, own.name);
}

void VariantWriter::address(std::size_t i, const Variable& own) {
  for (const Variable& other : variables_) {
    if (loops_.empty() || !is_open(i)) break;
    if (other.kind != TypeClass::pointer || other.name == own.name || other.type != own.type || !has_room(1)) continue;
    offer(i, add(ChangeKind::later_round, code_[i].line, own.name, other.name),
          "(" + loops_.back() + " == 0 ? " + own.name + " : " + other.name + ")");
  }
  for (const auto& [variant, term] : pointer_terms_) offer(i, variant, own.name + " + " + term);
  choose(i, i, ChangeKind::lacks_term, terms(i));
}

bool VariantWriter::is_compared_with(std::size_t first, std::size_t last, const std::string& other) const {
  constexpr std::array<std::string_view, 6> comparisons{"<", "<=", ">", ">=", "==", "!="};
  constexpr std::size_t length = 3;  // "blockIdx", ".", "y"
  const bool is_before = first > length && is_one_of(code_[first - 1].text, comparisons) &&
                         code_.text(first - 1 - length, first - 1) == other;
  const bool is_after = last + 1 + length < code_.size() && is_one_of(code_[last + 1].text, comparisons) &&
                        code_.text(last + 2, last + 2 + length) == other;
  return is_before || is_after;
}

std::size_t VariantWriter::member(std::size_t i, std::size_t end) {
  const std::size_t last = i + 2;
  if (last >= end || code_[last].kind != TokenKind::identifier || code_.is(last + 1, "(")) return i + 1;
  if (code_.is(last + 1, ".") || code_.is(last + 1, "->")) return last;  // a longer way
  if (is_changed(code_, i, last)) return last;
  const std::string base = code_[i].text + code_[i + 1].text, own = code_[last].text;
  if (is_one_of(code_[i].text, places)) {
    exchange(i, base + own);
    for (const BlockNames& one : block_names_) {
      const auto is_known = [&](const std::string& text) { return find(text.substr(0, text.find('.'))) != nullptr; };
      const bool is_meant =
          code_[i].text == "blockIdx" && code_[i].line >= one.line && is_known(one.x) && is_known(one.y) && own != "z";
      if (is_meant && is_open(i)) offer(i, one.variant, own == "x" ? one.x : one.y);
    }
    if (is_an_extent(code_[i].text)) sized(i, base + own);
    std::vector<std::string> others = other_places(i);
    std::erase_if(others, [&](const std::string& other) { return is_compared_with(i, last, other); });
    // In a kernel that knows one dimension alone, the other extents are 1.
    const bool is_flat = !has_place("blockIdx.y") && !has_place("threadIdx.y");
    if (is_flat && is_an_extent(code_[i].text))
      std::erase_if(others, [](const std::string& other) { return other == "gridDim.y" || other == "blockDim.y"; });
    // `if (threadIdx.x < n)`: the number in the grid may be meant.
    if (where_ == "the condition" && code_[i].text == "threadIdx") {
      const std::vector<std::string> counted = counted_here();
      others.insert(others.begin(), counted.begin(), counted.end());
    }
    // `for (int j = threadIdx.x; …)`: the number in the warp may be meant.
    if (where_ == "the start of the loop" && code_[i].text == "threadIdx" && !is_slow_) {
      const std::vector<std::string> numbers = parts_of_thread();
      others.insert(others.begin(), numbers.begin(), numbers.end());
    }
    choose(i, last, ChangeKind::other_member, others);
    offer_share_of_block(i, last);
    const bool is_whole = !code_.is(last + 1, "+") && !(i > 0 && code_.is(i - 1, "+"));
    if (code_[i].text == "threadIdx" && is_whole && is_open(i) && has_room(1)) {
      const std::string blocks = "blockIdx." + own + " * blockDim." + own;
      offer(i, add(ChangeKind::lacks_term, code_[i].line, base + own, "+ " + blocks), base + own + " + " + blocks);
    }
  } else {
    std::vector<std::string> others;
    // `from_pitch` for `to_pitch` may stand in another function only.
    const std::size_t word = own.rfind('_');
    const std::string ending = word == std::string::npos ? own : own.substr(word);
    for (const SourceName& name : index_.names) {
      const bool is_here = name.line >= function_->first_line && name.line <= function_->last_line;
      const bool is_like = word != std::string::npos && name.name.ends_with(ending);
      if ((is_here || is_like) && name.name != own && is_member_of(base, name.name) &&
          std::find(others.begin(), others.end(), base + name.name) == others.end()) {
        others.push_back(base + name.name);
      }
    }
    for (const std::string& field : fields_beside(own, code_[i].text)) {
      if (std::find(others.begin(), others.end(), base + field) == others.end()) others.push_back(base + field);
    }
    exchange(i, base + own);
    const std::vector<std::string> extents = extents_beside("", 3);
    others.insert(others.end(), extents.begin(), extents.end());
    sized(i, base + own);
    choose(i, last, ChangeKind::other_member, others);
  }
  close(last);
  return last;
}

void VariantWriter::offer_share_of_block(std::size_t i, std::size_t last) {
  constexpr std::size_t most = 2;
  if (!is_device_ || is_slow_ || !code_.is(i, "blockIdx") || !code_.is(last + 1, "*") || !is_open(i)) return;
  const std::string text = code_.text(i, last + 1);
  std::size_t offered = 0;
  for (const std::string& factor : constants_at(i)) {
    if (code_.is(last + 2, factor) || offered == most || !has_room(1)) continue;
    offer(i, add(ChangeKind::lacks_factor, code_[i].line, text, "* " + factor), text + " * " + factor);
    ++offered;
  }
}

bool VariantWriter::is_multiplied_by_block(const std::string& name, std::size_t i) const {
  const auto [begin, end] = declared_value(name, i);
  for (std::size_t k = begin; k + 2 < end; ++k) {
    if (code_.is(k, "blockDim") && is_factor_at(k, k + 2)) return true;
  }
  return false;
}

bool VariantWriter::counts_for_block(const std::string& name) const {
  return std::any_of(index_.assignments.begin(), index_.assignments.end(), [&](const SourceAssignment& one) {
    const auto has = [&](const char* word) {
      return std::find(one.from.begin(), one.from.end(), word) != one.from.end();
    };
    const bool is_here = function_->first_line <= one.line && one.line <= function_->last_line;
    return is_here && one.name == name && !one.is_element && has("blockIdx") && !has("threadIdx");
  });
}

std::vector<std::string> VariantWriter::factors_elsewhere(std::size_t i) const {
  constexpr std::size_t most = 2;
  std::vector<std::string> found;
  for (std::size_t k = 0; k + 2 < code_.size() && found.size() < most; ++k) {
    const bool is_here = code_[k].line >= function_->first_line && code_[k].line <= function_->last_line;
    if (!is_here || k == i || !code_.is(k, code_[i].text) || !code_.is(k + 1, "*")) continue;
    const std::string& factor = code_[k + 2].text;
    const Variable* const variable = find(factor);
    const bool is_number = is_constant_name(factor) || (variable != nullptr && variable->kind == TypeClass::integer);
    if (is_number && std::find(found.begin(), found.end(), factor) == found.end()) found.push_back(factor);
  }
  return found;
}

void VariantWriter::member_of_element(std::size_t i, std::size_t last) {
  if (code_[last].kind != TokenKind::identifier || code_.is(last + 1, "(") || code_.is(last + 1, ".") ||
      is_changed(code_, i, last) || !is_open(i))
    return;
  std::string text;
  for (const std::string& other : fields_beside(code_[last].text, code_[i].text)) {
    if (!has_room(1)) break;
    const int variant =
        add(ChangeKind::other_member, code_[i].line, code_.text(i, last + 1), code_.text(i, last) + other);
    before(i, "(simt_variants::is(" + std::to_string(variant) + ") ? " + code_.text(i, last) + other + " : ");
    text += ")";
  }
  if (!text.empty()) after(last, text);
}

std::vector<std::string> VariantWriter::fields_beside(const std::string& field, const std::string& of) const {
  std::vector<std::string> fields;
  const Variable* const variable = find(of);
  if (variable != nullptr && variable->type == "dim3 ") {
    for (const char* const name : {"x", "y", "z"}) {
      if (field != name) fields.emplace_back(name);
    }
    return fields;
  }
  for (const std::size_t length : {4U, 3U, 2U}) {
    const std::string vector = std::to_string(length) + " ";  // "float4 "
    const bool is_vector = variable != nullptr && (variable->type.find("float" + vector) != std::string::npos ||
                                                   variable->type.find("int" + vector) != std::string::npos);
    if (!is_vector) continue;
    for (const char* const name : {"x", "y", "z", "w"}) {
      if (fields.size() + 1 < length && field != name) fields.emplace_back(name);
    }
    return fields;
  }
  bool is_known = false;
  for (std::size_t open = 2; open < code_.size(); ++open) {
    const std::size_t end = code_.partner(open);
    if (!code_.is(open, "{") || !code_.is(open - 2, "struct") || end == none) continue;
    std::vector<std::string> own;
    for (std::size_t i = open + 1; i < end; ++i) {
      if (code_.opens(i) && code_.partner(i) != none) i = code_.partner(i);
      const bool is_field = code_[i].kind == TokenKind::identifier && (code_.is(i + 1, ";") || code_.is(i + 1, ","));
      if (is_field) own.push_back(code_[i].text);
    }
    if (std::erase(own, field) == 0) continue;
    // Of several structures that have it, any may be meant.
    if (is_known)
      std::erase_if(fields, [&](const auto& one) { return std::find(own.begin(), own.end(), one) == own.end(); });
    if (!is_known) fields = own;
    is_known = true;
  }
  return fields;
}

std::vector<std::string> VariantWriter::other_places(std::size_t i) const {
  const std::string& place = code_[i].text;
  const std::string& own = code_[i + 2].text;
  const std::string_view other = place == "threadIdx"  ? "blockIdx."
                                 : place == "blockIdx" ? "threadIdx."
                                 : place == "blockDim" ? "gridDim."
                                                       : "blockDim.";
  std::vector<std::string> others{place + (own == "x" ? ".y" : ".x"), std::string(other) + own};
  if (place == "blockIdx") others.push_back("gridDim." + own);
  if (place == "threadIdx") others.insert(others.end(), counters_.rbegin(), counters_.rend());
  bool has_z = false;
  for (std::size_t k = 0; k + 2 < code_.size() && !has_z; ++k) has_z = code_.is(k, place) && code_.is(k + 2, "z");
  if (own != "z" && has_z) others.push_back(place + ".z");
  const bool is_factor = is_factor_at(i, i + 2);
  if (!is_factor && is_an_extent(place)) others.push_back("(gridDim." + own + " * blockDim." + own + ")");
  if (!is_factor && place == "blockIdx") others.push_back("(blockIdx." + own + " * blockDim." + own + ")");
  if (is_an_extent(place)) {
    const std::vector<std::string> known = constants_at(i);
    others.insert(others.end(), known.begin(), known.begin() + std::min<std::ptrdiff_t>(2, std::ssize(known)));
  }
  return others;
}

bool VariantWriter::is_factor_at(std::size_t first, std::size_t last) const {
  while (first > 0 && !code_.is(first - 1, "*") && !code_.is(last + 1, "*")) {
    // `size_t(x) * n`, `static_cast<size_t>(x) * n`, `(size_t)x * n`
    if (code_.is(first - 1, "(") && code_.partner(first - 1) == last + 1) {
      --first;
      ++last;
      std::size_t open = first - 1;
      while (code_.is(first - 1, ">") && open > 0 && !code_.is(open, "<") && !code_.is(open, ";")) --open;
      const bool is_template = code_.is(open, "<") && open > 0 && is_one_of(code_[open - 1].text, casts);
      if (is_template) first = open - 1;
      if (!is_template && first > 0 && is_one_of(code_[first - 1].text, integers)) --first;
    } else if (code_.is(first - 1, ")") && code_.partner(first - 1) != none &&
               is_one_of(code_[first - 2].text, integers)) {
      first = code_.partner(first - 1);
    } else {
      return false;
    }
  }
  return first > 0;
}

bool VariantWriter::has_place(const std::string& place) const {
  for (std::size_t i = 0; i + 2 < code_.size(); ++i) {
    const bool is_here = code_[i].line >= function_->first_line && code_[i].line <= function_->last_line;
    if (is_here && code_.is(i + 1, ".") && code_.text(i, i + 3) == place) return true;
  }
  return false;
}

bool VariantWriter::is_member_of(const std::string& base, const std::string& name) {
  auto& known = members_[base];
  if (known.empty()) {
    known.insert("");
    for (std::size_t i = 0; i + 2 < code_.size(); ++i) {
      if (code_[i].kind == TokenKind::identifier && code_[i].text + code_[i + 1].text == base &&
          !code_.is(i + 3, ".") && !code_.is(i + 3, "("))
        known.insert(code_[i + 2].text);
    }
  }
  return known.contains(name);
}

void VariantWriter::number(std::size_t i) {
  if (!is_open_to_names(i) || !has_room(changes_of_a_number.size())) return;
  if (i > 0 && (code_.is(i - 1, "<<<") || code_.is(i - 1, "::"))) return;
  // The default stream.
  const bool is_whole =
      (code_.is(i - 1, "(") || code_.is(i - 1, ",")) && (code_.is(i + 1, ")") || code_.is(i + 1, ","));
  const bool may_be_stream = call_.starts_with("cudaStream") || call_.starts_with("cudaEvent") ||
                             (call_.ends_with("Async") && code_.is(i + 1, ")"));
  if (code_.is(i, "0") && is_whole && may_be_stream) return;
  std::string elsewhere;
  for (const Repeated& one : repeated_) {
    if (one.text != code_[i].text || i < one.first || i > one.last) continue;
    before(i, "simt_variants::any(" + std::to_string(one.variant) + ", ");
    elsewhere = ", 2 * " + one.text + ", " + one.text + " / 2)";
  }
  if (const auto exchanged = exchanged_factors_.find(i); exchanged != exchanged_factors_.end()) {
    for (const auto& [variant, other] : exchanged->second) offer(i, variant, other);
  }
  const std::size_t first = list_.size();
  std::string lengths;
  std::vector<std::string> declared = declared_lengths(i);
  if (const std::string extent = extent_beside_block(i); !extent.empty()) declared.push_back(extent);
  for (const std::string& length : declared) {
    if (!has_room(changes_of_a_number.size() + 1)) break;
    before(i, "simt_variants::any(" + std::to_string(add(ChangeKind::constant, code_[i].line, code_[i].text, length)) +
                  ", ");
    lengths += ", " + length + ")";
  }
  const bool begins = begins_a_real(i) || is_real_argument(i);
  if (begins && has_room(changes_of_a_number.size() + 1)) {
    offer(i, add(ChangeKind::first_value, code_[i].line, code_[i].text, "-1e30"), "-1e30");
  }
  before(i, "simt_variants::numeric(" + std::to_string(next()) + ", ");
  std::vector<double> values{changed_number(code_[i].text, "")};
  for (const std::string_view change : changes_of_a_number) {
    const bool is_one = change == "+ 1" || change == "- 1";
    const ChangeKind kind = begins ? ChangeKind::first_value : is_one ? ChangeKind::off_by_one : ChangeKind::constant;
    add(kind, code_[i].line, code_[i].text, std::string(change));
    const double value = changed_number(code_[i].text, change);
    list_.back().is_same = std::find(values.begin(), values.end(), value) != values.end();
    values.push_back(value);
  }
  for (std::size_t one = first; one < list_.size(); ++one) list_[one].is_repeated = is_repeated(i);
  after(i, ")");
  close(i);
  if (!lengths.empty() || !elsewhere.empty()) after(i, lengths + elsewhere);
}

bool VariantWriter::begins_a_real(std::size_t i) const {
  const bool is_whole = i > 2 && code_.is(i - 1, "=") && (code_.is(i + 1, ";") || code_.is(i + 1, ","));
  if (!is_whole || where_ != "the value of " + code_[i - 2].text) return false;
  // The type stands before the first variable of a declaration: `float sum = 0, power = x;`
  std::size_t type = i - 3;
  const auto is_real = [&] { return code_.is(type, "float") || code_.is(type, "double") || is_type(code_[type].text); };
  while (type > statement_begin_ && !is_real()) --type;
  return is_real();
}

bool VariantWriter::is_real_argument(std::size_t i) const {
  const bool is_whole =
      (code_.is(i - 1, "(") || code_.is(i - 1, ",")) && (code_.is(i + 1, ")") || code_.is(i + 1, ","));
  return is_device_ && is_whole && calls_own_function() && code_[i].text.find('.') != std::string::npos;
}

bool VariantWriter::is_repeated(std::size_t i) const {
  if (code_[i].text.size() < 2) return false;
  int times = 0;
  for (const Token& token : tokens_.code) {
    const bool is_here = token.line >= function_->first_line && token.line <= function_->last_line;
    if (is_here && token.text == code_[i].text) ++times;
  }
  return times > 1;
}

std::vector<std::string> VariantWriter::declared_lengths(std::size_t i) const {
  constexpr std::size_t most = 4;
  const bool is_factor = code_.is(i + 1, "*") || code_.is(i - 1, "*");
  std::vector<std::string> lengths;
  // Bytes of a word.
  if (i > 1 && (code_.is(i - 1, "<<") || (code_.is(i - 1, ">") && code_.is(i - 2, ">")))) {
    for (const char* const bits : {"8", "16", "24"}) {
      if (code_[i].text != bits) lengths.emplace_back(bits);
    }
    return lengths;
  }
  if (!is_factor || where_.find("index") == std::string::npos) return lengths;
  // The rows of an array in global memory are as long as the kernel is given.
  const std::string array = where_.substr(where_.rfind(' ') + 1);
  const Variable* const indexed = find(array);
  if (is_device_ && indexed != nullptr && indexed->kind == TypeClass::pointer && code_[i].text.size() > 1) {
    for (const Variable& given : variables_) {
      if (given.kind == TypeClass::integer && given.is_parameter && lengths.size() < most)
        lengths.push_back(given.name);
    }
  }
  for (const Variable& variable : variables_) {
    const std::size_t open = variable.extents.rfind('[');
    if (variable.kind != TypeClass::array || open == std::string::npos || lengths.size() >= most) continue;
    const std::string length = variable.extents.substr(open + 1, variable.extents.size() - open - 2);
    if (length.empty()) continue;
    lengths.push_back("(" + length + ")");
    lengths.push_back("(4 * (" + length + "))");  // words that are walked through by characters
  }
  return lengths;
}

std::vector<std::string> VariantWriter::terms(std::size_t i) const {
  std::vector<std::string> numbers, all;
  if (is_slow_) return all;  // what is right lacks none
  for (const Variable& variable : variables_) {
    if (variable.kind == TypeClass::integer) numbers.push_back(variable.name);
  }
  std::reverse(numbers.begin(), numbers.end());
  for (const std::string& one : numbers) {
    if (all.size() < 5) all.push_back(one);
  }
  if (is_device_) {
    all.push_back("threadIdx.x");
    if (has_place("blockIdx.y")) all.push_back("threadIdx.y");
    all.push_back("blockIdx.x * blockDim.x");
    all.push_back("blockIdx.y * blockDim.y");
  }
  const std::vector<std::string> known = constants_at(i);
  all.insert(all.end(), known.begin(), known.begin() + std::min<std::ptrdiff_t>(2, std::ssize(known)));
  return all;
}

}  // namespace simt::detail
