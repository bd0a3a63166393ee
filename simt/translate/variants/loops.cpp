#include "simt/translate/variants/writer.hpp"

#include <string>
#include <utility>
#include <vector>

#include "simt/translate/variants/syntax.hpp"

namespace simt::detail {

VariantWriter::Statement VariantWriter::for_statement(std::size_t i) {
  Statement found;
  found.begin = i;
  const std::size_t close = code_.partner(i + 1);
  if (close == none) {
    found.end = semicolon(code_, i);
    return found;
  }
  const std::size_t known = variables_.size();
  const std::vector<std::string> resets = loop_resets(i);
  const std::size_t outer_loops = loops_.size();
  const std::size_t first = semicolon_before(code_, i + 2, close);
  const std::size_t second = first == none ? none : semicolon_before(code_, first + 1, close);
  for_head(i, first, second, close);
  const std::size_t outer_scaled = scaled_.size();
  if (loops_.size() > outer_loops) scale_counter(i);
  const std::size_t outer_counters = counters_.size();
  if (variables_.size() > known) {
    counters_.push_back(variables_.back().name);
    const std::size_t end_of_body = code_.is(close + 1, "{") ? code_.partner(close + 1) : semicolon(code_, close + 1);
    plan_turned_loop(variables_.back().name, i, close + 1, end_of_body);
  }
  const bool has_step = second != none && second + 3 < close && code_.is(second + 2, "+=") &&
                        code_[second + 1].kind == TokenKind::identifier && is_known_here(second + 3, close);
  if (has_step)
    steps_.push_back({code_[second + 1].text, code_.text(second + 3, next_comma(code_, second + 3, close))});
  const bool has_braces = code_.is(close + 1, "{") && code_.partner(close + 1) != none;
  const std::size_t only = has_braces ? close + 2 : close + 1;
  const std::size_t last = plain_end(code_, only, has_braces ? code_.partner(close + 1) : code_.size());
  const bool is_one =
      variables_.size() > known && last != none && (!has_braces || code_.partner(close + 1) == last + 1);
  const LoopOfOne outer_loop = std::exchange(loop_, is_one ? LoopOfOne{i, only, variables_.back().name} : LoopOfOne{});
  found.end = body_of_loop(close + 1, resets).end;
  loop_ = outer_loop;
  if (has_step) steps_.pop_back();
  scaled_.resize(outer_scaled);
  counters_.resize(outer_counters);
  loops_.resize(outer_loops);
  variables_.resize(known);
  return found;
}

VariantWriter::Statement VariantWriter::body_of_loop(std::size_t i, const std::vector<std::string>& resets) {
  const bool outer_continue = std::exchange(can_continue_, true), outer_break = std::exchange(can_break_, true);
  const Statement one = body(i, resets);
  can_continue_ = outer_continue;
  can_break_ = outer_break;
  return one;
}

void VariantWriter::for_head(std::size_t i, std::size_t first, std::size_t second, std::size_t close) {
  const std::size_t begin = i + 2, known = variables_.size(), outer_loops = loops_.size();
  std::size_t start = begin;
  while (first != none && start < first && !code_.is(start, "=")) ++start;
  const Range outer_start =
      std::exchange(start_of_loop_, first == none ? Range{} : Range{std::min(start + 1, first), first});
  const int from_zero = second == none ? no_variant : counts_from_one(begin, first, second);
  const std::string in_variant = "simt_variants::is(" + std::to_string(from_zero) + ") ? ";
  const PiecesOfLoop pieces = second == none ? PiecesOfLoop{} : pieces_of_loop(begin, first, second, close);
  if (!pieces.start.empty()) before(pieces.value, pieces.before_start);
  const OtherDirection other = other_direction(begin, first, second, close);
  if (!other.start.empty()) before(other.value, other.start);
  if (first != none) {
    const Within within(*this, "the start of the loop");
    if (from_zero != no_variant) before(first - 1, in_variant + "0 : ");
    if (is_declaration(code_, begin)) {
      declaration(begin, first);
      if (variables_.size() > known && variables_.back().first_value == "0") loops_.push_back(variables_.back().name);
    } else {
      expression(begin, first);
    }
    if (!pieces.start.empty()) after(first - 1, pieces.start);
  }
  if (second != none) {
    const Within within(*this, "the condition of the loop");
    if (!pieces.start.empty()) before(first + 1, pieces.condition);
    const std::string of_block = second > first + 1 ? asked_of_block(i) : "";
    if (!of_block.empty()) before(first + 1, of_block + " && (");
    if (!other.start.empty()) before(first + 1, other.condition);
    if (from_zero != no_variant) {
      before(first + 1, in_variant + code_[first + 1].text + " < " + code_.text(first + 3, second) + " : ");
    }
    const std::size_t first_edit = edits_.size();
    loop_condition(first + 1, second, outer_loops);
    keep_original_condition(first + 1, second, first_edit);
    if (!of_block.empty()) after(second - 1, ")");
    if (!pieces.start.empty()) after(second - 1, ")");
  }
  if (second != none) {
    const Within within(*this, "the step of the loop");
    const std::size_t first_edit = edits_.size();
    if (!pieces.start.empty()) before(second + 1, pieces.step);
    if (!other.start.empty()) before(second + 1, other.step);
    const std::string step = pieces.start.empty() ? offer_longer_step(i, second + 1, close) : "";
    const std::string of_all = offer_step_of_threads(second + 1, close);
    const auto steps = offer_other_steps(second + 1, close);
    expression(second + 1, close);
    for (const auto& [last, tail] : steps) after(last, tail);
    if (!of_all.empty()) after(close - 1, of_all);
    if (!step.empty()) after(close - 1, step);
    if (!other.start.empty()) after(close - 1, ")");
    if (!pieces.start.empty()) after(close - 1, ")");
    keep_original_step(second + 1, close, first_edit);
  }
  start_of_loop_ = outer_start;
}

std::vector<std::pair<std::size_t, std::string>> VariantWriter::offer_other_steps(std::size_t begin, std::size_t end) {
  std::vector<std::pair<std::size_t, std::string>> tails;
  for (std::size_t i = begin; i < end;) {
    const std::size_t comma = next_comma(code_, i, end);
    const bool adds = i + 2 < comma && (code_.is(i + 1, "+=") || code_.is(i + 1, "-="));
    const std::string tail = adds && is_device_ ? offer_other_step(i, i + 1, comma) : "";
    if (!tail.empty()) tails.emplace_back(comma - 1, tail);
    i = comma + 1;
  }
  return tails;
}

VariantWriter::Statement VariantWriter::while_statement(std::size_t i, bool is_in_block) {
  Statement found;
  found.begin = i;
  const std::size_t close = code_.partner(i + 1);
  const std::size_t outer_loops = loops_.size();
  std::vector<std::string> resets = loop_resets(i);
  if (is_in_block) resets = count_rounds(i, close + 1, std::move(resets));
  if (is_declaration(code_, i + 2)) {
    expression(i + 2, close);
  } else {
    const Within within(*this, "the condition of the loop");
    const std::string of_block = asked_of_block(i);
    if (!of_block.empty()) before(i + 2, of_block + " && (");
    const std::size_t first_edit = edits_.size();
    comparisons(i + 2, close);
    keep_original_condition(i + 2, close, first_edit);
    if (!of_block.empty()) after(close - 1, ")");
  }
  found.end = code_.is(close + 1, ";") ? close + 1 : body_of_loop(close + 1, resets).end;
  loops_.resize(outer_loops);
  return found;
}

VariantWriter::Statement VariantWriter::do_statement(std::size_t i, bool is_in_block) {
  Statement found;
  found.begin = i;
  const std::size_t outer_loops = loops_.size();
  std::vector<std::string> resets = loop_resets(i);
  if (is_in_block) resets = count_rounds(i, i + 1, std::move(resets));
  if (is_in_block) offer_earlier_question(i);
  const std::size_t open = body_of_loop(i + 1, resets).end + 2;
  const std::size_t close = open < code_.size() && code_.is(open, "(") ? code_.partner(open) : none;
  if (close != none && is_device_) {
    const Within within(*this, "the condition of the loop");
    const std::size_t first_edit = edits_.size();
    comparisons(open + 1, close);
    keep_original_condition(open + 1, close, first_edit);
  }
  found.end = semicolon(code_, open - 1);
  loops_.resize(outer_loops);
  return found;
}

void VariantWriter::offer_earlier_question(std::size_t i) {
  const std::size_t last = code_.is(i + 1, "{") ? code_.partner(i + 1) : none;
  const std::size_t close = last != none && code_.is(last + 2, "(") ? code_.partner(last + 2) : none;
  const bool is_asked = close != none && close > last + 3 && is_known_here(last + 3, close);
  if (!is_asked || !is_device_ || is_slow_ || follows_directive(i) || !is_open(i) || !has_room(1)) return;
  const std::string condition = code_.text(last + 3, close);
  const int variant = add(ChangeKind::asked_late, code_[i].line, condition, "");
  before(i, "if (!simt_variants::is(" + std::to_string(variant) + ") || (" + condition + ")) ");
}

int VariantWriter::counts_from_one(std::size_t begin, std::size_t first, std::size_t second) {
  // `int j = 1; j <= n`
  const bool begins_with_one = first > begin + 2 && code_.is(first - 1, "1") && code_.is(first - 2, "=");
  const bool goes_to_end =
      first + 3 < second && code_.is(first + 1, code_[first - 3].text) && code_.is(first + 2, "<=");
  if (!begins_with_one || !goes_to_end || !is_open(begin) || !is_open(first + 1) || !has_room(1)) return no_variant;
  for (std::size_t i = first + 3; i < second; ++i) {
    if (code_.is(i, "&&") || code_.is(i, "||") || code_.is(i, "?")) return no_variant;
  }
  return add(ChangeKind::counts_from_one, code_[begin].line, code_[first + 1].text, code_.text(first + 3, second));
}

void VariantWriter::scale_counter(std::size_t loop) {
  constexpr std::size_t most = 4;
  if (!is_device_ || !is_open(loop)) return;
  std::vector<std::string> factors{"blockDim.x", "blockDim.y"};
  const std::vector<std::string> known = constants_at(loop);
  factors.insert(factors.end(), known.begin(), known.end());
  if (factors.size() > most) factors.resize(most);
  for (const std::string& factor : factors) {
    if (!has_room(1)) return;
    const std::string text = "(" + loops_.back() + " * " + factor + ")";
    scaled_.push_back({loops_.back(), text, add(ChangeKind::scaled_counter, code_[loop].line, loops_.back(), text)});
  }
}

std::vector<std::string> VariantWriter::loop_resets(std::size_t loop) {
  std::vector<std::string> resets;
  for (const Variable& variable : variables_) {
    if (variable.begins_with_zeros && is_device_ && !variable.is_constant && is_open(loop) && has_room(1)) {
      const int variant = add(ChangeKind::not_set_back, variable.line, variable.name, "0", code_[loop].line);
      resets.push_back("if (simt_variants::is(" + std::to_string(variant) + ")) __builtin_memset((void*)&" +
                       variable.name + ", 0, sizeof(" + variable.name + ")); ");
    }
    std::string start = variable.first_value;
    const int adds = variable.start == 0 ? 0 : line_that_adds_counter(loop, variable.name);
    if (adds != 0 && is_known_here(variable.start, variable.start_end))
      start = code_.text(variable.start, variable.start_end);
    if (start.empty() || variable.is_parameter || variable.is_constant || !is_open(loop) || !has_room(1)) continue;
    const Within within(*this, adds == 0 ? where_ : "+=");
    const int variant = add(ChangeKind::not_set_back, adds == 0 ? variable.line : adds, variable.name, start,
                            adds == 0 ? code_[loop].line : variable.line);
    resets.push_back("if (simt_variants::is(" + std::to_string(variant) + ")) " + variable.name + " = " + start + "; ");
  }
  return resets;
}

void VariantWriter::offer_rest_of_loop(const Statement& loop, const Statement& rest) {
  constexpr std::size_t most = 3;
  const std::size_t head = code_.is(loop.begin, "for") ? code_.partner(loop.begin + 1) : none;
  const std::size_t close = code_.partner(rest.begin + 1);
  if (is_slow_ || !is_device_ || head == none || close == none) return;
  // `for (; i + 3 * step < n; i += 4 * step) … if (i < n) …`
  std::size_t sign = head;
  while (sign > loop.begin && !code_.is(sign, "+=")) --sign;
  const std::string& counter = code_[rest.begin + 2].text;
  if (sign == loop.begin || !code_.is(sign - 1, counter) || !code_.is(rest.begin + 3, "<") ||
      !is_known_here(sign + 1, head))
    return;
  std::vector<std::string> steps{code_.text(sign + 1, head)};
  const std::vector<Product> sum = read_sum(sign + 1, head);
  for (std::size_t k = 0; sum.size() == 1 && sum[0].size() == 2 && k < 2; ++k) {
    steps.push_back(code_.text(sum[0][k].begin, sum[0][k].end));
  }
  const std::string condition = code_.text(rest.begin + 2, close);
  std::string again;
  for (std::size_t k = 0; k < std::min(steps.size(), most) && has_room(1); ++k) {
    const int variant =
        add(ChangeKind::if_for_loop, code_[rest.begin].line, condition, steps[k], code_[loop.begin].line);
    again += again.empty() ? "" : " || ";
    // Only a variant asks once more: a condition may do something itself.
    again += "(simt_variants::is(" + std::to_string(variant) + ") && (" + condition + ") && (" + counter +
             " += " + steps[k] + ", true))";
  }
  if (again.empty()) return;
  before(rest.begin, "for (bool simt_again = true; simt_again; simt_again = " + again + ") ");
}

int VariantWriter::line_that_adds_counter(std::size_t loop, const std::string& name) const {
  const std::size_t close = code_.is(loop, "for") ? code_.partner(loop + 1) : none;
  std::size_t sign = loop;
  while (close != none && sign < close && !code_.is(sign, "=")) ++sign;
  if (close == none || sign >= close || !code_.is(close + 1, "{") || code_.partner(close + 1) == none) return 0;
  const std::string& counter = code_[sign - 1].text;
  for (std::size_t i = close + 2; i + 2 < code_.partner(close + 1); ++i) {
    if (code_.is(i, name) && code_.is(i + 1, "+=") && names_in(i + 2, semicolon(code_, i)).contains(counter))
      return code_[i].line;
  }
  return 0;
}

std::vector<std::string> VariantWriter::count_rounds(std::size_t i, std::size_t body, std::vector<std::string> resets) {
  if (!code_.is(body, "{") || !is_open(i) || follows_directive(i)) return resets;
  const std::string counter = "simt_round_" + std::to_string(i);
  before(i, "int " + counter + " = -1; ");
  resets.push_back("++" + counter + "; ");
  loops_.push_back(counter);
  return resets;
}

std::string VariantWriter::offer_step_of_threads(std::size_t step, std::size_t close) {
  const auto [begin, end] = start_of_loop_;
  // `int i = threadIdx.x; …; i += PIECE`
  const bool adds = step + 2 < close && code_.is(step + 1, "+=") && next_comma(code_, step, close) >= close;
  if (is_slow_ || !is_device_ || !adds || !is_open(step) || !has_room(1)) return "";
  std::string start = code_.text(begin, end);
  if (begin + 1 == end) {
    const Range declared = declared_value(code_[begin].text, begin);
    if (declared.begin != declared.end) start = code_.text(declared.begin, declared.end);
  }
  const std::string own = code_.text(step + 2, close);
  const bool is_of_threads = start.find("threadIdx.x") != std::string::npos;
  const bool is_of_grid = start.find("blockIdx.x") != std::string::npos;
  if (!is_of_threads || own.find("blockDim") != std::string::npos || own.find("gridDim") != std::string::npos)
    return "";
  const std::string instead = is_of_grid ? "gridDim.x * blockDim.x" : "blockDim.x";
  const int variant = add(ChangeKind::constant, code_[step].line, own, instead);
  before(step + 2, "simt_variants::any(" + std::to_string(variant) + ", ");
  return ", " + instead + ")";
}

std::string VariantWriter::offer_longer_step(std::size_t loop, std::size_t begin, std::size_t end) {
  const bool is_behind = code_[begin].kind == TokenKind::identifier;
  const std::string counter = is_behind ? code_[begin].text : code_[end - 1].text;
  if (is_slow_ || !is_device_ || !is_open(begin)) return "";
  if (code_.text(begin, end) != (is_behind ? counter + " + +" : "+ +" + counter) &&
      code_.text(begin, end) != (is_behind ? counter + "++" : "++" + counter))
    return "";
  std::vector<std::string> steps{"2"};
  const std::string start = code_.text(loop, begin);
  if (start.find("threadIdx.x") != std::string::npos) steps.emplace_back("blockDim.x");
  if (start.find("threadIdx.y") != std::string::npos) steps.emplace_back("blockDim.y");
  std::string tail;
  for (const std::string& step : steps) {
    if (!has_room(1)) break;
    const int variant = add(ChangeKind::longer_step, code_[begin].line, counter, step);
    before(begin, "simt_variants::is(" + std::to_string(variant) + ") ? (void)(" + counter + " = " + counter + " + " +
                      step + ") : (void)(");
    tail += ")";
  }
  return tail;
}

}  // namespace simt::detail
