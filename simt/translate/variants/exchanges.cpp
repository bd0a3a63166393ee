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
    for (std::size_t i = open; i + 2 < close && line == 0; ++i) {
      if (code_.is(i, place) && code_.is(i + 2, "y") && is_open(i)) line = code_[i].line;
    }
    add_exchange(std::string(place) + ".x", std::string(place) + ".y", line);
  }
  // From a line on: what stores is not what loads.
  int last = 0;
  bool is_first = true;
  for (std::size_t i = open; i + 2 < close; ++i) {
    if (!code_.is(i, "blockIdx") || code_[i].line == last || !is_open(i)) continue;
    last = code_[i].line;
    if (!std::exchange(is_first, false)) add_exchange("blockIdx.x", "blockIdx.y", last, last);
  }
  if (is_first) return;
  for (const int barrier : index_.barriers) {
    if (barrier > function_->first_line && barrier < function_->last_line) {
      add_exchange("blockIdx.x", "blockIdx.y", barrier, barrier);
    }
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
    note_use(one, first);
    offer(first, one.variant, one.one == text ? one.other : one.one);
  }
}

void VariantWriter::plan_line_terms(std::size_t begin, std::size_t end) {
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
    for (const Variable& variable : variables_) {
      if (variable.kind != TypeClass::integer || variable.name == name) continue;
      for (const std::string_view factor : {"", "4 * "}) {
        if (!has_room(1)) return;
        const std::string term = std::string(factor) + variable.name;
        const int variant = add(ChangeKind::lacks_term, code_[begin].line, name, "+ " + term);
        line_terms_.push_back({code_[begin].line, name, term, variant});
      }
    }
  }
}

}  // namespace simt::detail
