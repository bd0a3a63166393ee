// Changes of single numbers in a table, `const int weight[] = {1, 4, 6, 4, 1}`: its initial values cannot depend on the
// variant that runs, so they change where an element is read.
#include <algorithm>

#include "simt/translate/variants/helpers.hpp"
#include "simt/translate/variants/syntax.hpp"
#include "simt/translate/variants/writer.hpp"

namespace simt::detail {

std::vector<std::size_t> VariantWriter::numbers_of_table(std::size_t name) const {
  constexpr std::size_t most_numbers = 9;
  std::vector<std::size_t> numbers;
  const std::size_t bracket = code_.is(name + 1, "[") ? code_.partner(name + 1) : none;
  if (bracket == none || bracket + 1 >= code_.size()) return numbers;
  const std::size_t open = bracket + (code_.is(bracket + 1, "=") ? 2 : 1);
  if (open >= code_.size() || !code_.is(open, "{") || code_.partner(open) == none) return numbers;
  // What is stored to has no value of its own.
  bool is_constant = false;
  for (std::size_t k = name;
       k < code_.size() && !is_one_of(code_[k].text, std::array<std::string_view, 3>{";", "}", "{"}); --k) {
    is_constant = is_constant || code_.is(k, "const") || code_.is(k, "constexpr") || code_.is(k, "__constant__");
  }
  for (std::size_t k = open + 1; is_constant && k < code_.partner(open); ++k) {
    if (code_[k].kind == TokenKind::number) {
      numbers.push_back(k);
    } else if (!code_.is(k, ",") && !code_.is(k, "-")) {
      return {};
    }
  }
  if (numbers.size() > most_numbers) numbers.clear();
  return numbers;
}

int VariantWriter::plan_table(const std::string& name) {
  const auto known = tables_.find(name);
  if (known != tables_.end()) return known->second;
  int first = no_variant;
  for (std::size_t i = 1; i + 1 < code_.size() && first == no_variant; ++i) {
    if (!code_.is(i, name) || code_[i - 1].kind != TokenKind::identifier) continue;
    const std::vector<std::size_t> numbers = numbers_of_table(i);
    if (numbers.empty() || !is_open(numbers.front()) || !has_room(numbers.size() * changes_of_a_number.size()))
      continue;
    first = next();
    for (std::size_t k = 0; k < numbers.size(); ++k) {
      const Within within(*this, "element " + std::to_string(k) + " of " + name);
      const std::size_t at = numbers[k];
      const std::string text = (code_.is(at - 1, "-") ? "-" : "") + code_[at].text;
      for (const std::string_view change : changes_of_a_number) {
        add(ChangeKind::constant, code_[at].line, text, std::string(change));
      }
    }
  }
  tables_.emplace(name, first);
  return first;
}

std::string VariantWriter::offer_table(std::size_t i, std::size_t close) {
  const bool is_address = i > 0 && (code_.is(i - 1, "&") || code_.is(i - 1, "sizeof"));
  if (is_address || is_slow_ || !is_open(i) || code_.is(close + 1, "[") || code_.is(close + 1, ".")) return "";
  for (std::size_t k = i + 2; k < close; ++k) {
    if (is_assignment(code_, k) || code_.is(k, "++") || code_.is(k, "--")) return "";
  }
  const bool is_declared = i > 0 && code_[i - 1].kind == TokenKind::identifier && !code_.is(i - 1, "return");
  const int first = is_declared ? no_variant : plan_table(code_[i].text);
  if (first == no_variant) return "";
  before(i, "simt_variants::element(" + std::to_string(first) + ", " + code_.text(i + 2, close) + ", ");
  return ")";
}

}  // namespace simt::detail
