#include "simt/translate/variants/writer.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "simt/translate/variants/syntax.hpp"

namespace simt::detail {

std::size_t VariantWriter::block(std::size_t open, const std::vector<std::string>& resets) {
  const std::size_t close = code_.partner(open);
  const std::size_t known = variables_.size();
  for (const std::string& reset : resets) after(open, reset);
  std::size_t i = open + 1;
  Statement last;
  int moved = 0;                   // the variant that moves the last statement behind the one at hand
  Statement exchanged_one;         // the statement before a fence
  int pending = 0, exchanged = 0;  // the variant in which it and the one behind the fence change places
  while (i < close) {
    // Which statement this is, is known when it has been read; edits before it must come first.
    const std::size_t first_edit = edits_.size();
    is_in_block_ = true;
    if (is_device_) plan_exchanged_stores(i, close);
    const Statement one = statement(i, {});
    std::vector<Edit> inner(edits_.begin() + static_cast<std::ptrdiff_t>(first_edit), edits_.end());
    edits_.resize(first_edit);
    const bool is_movable = one.is_simple || one.is_guarded;
    const bool can_insert = is_open(one.begin) && !follows_directive(one.begin) && !is_label(code_, one.begin);
    if (can_insert && has_room(1)) insert_wait(one.begin);
    if (last.end != 0) offer_break(last, one);
    const int moves = is_movable && can_insert ? offer_other_order(one, close) : 0;
    const int over_fence = is_movable && can_insert ? offer_other_side_of_fence(one, close) : 0;
    const int comes_here = std::exchange(exchanged, 0);
    if (comes_here != 0) before(one.begin, "if (!simt_variants::is(" + std::to_string(comes_here) + ")) { ");
    const std::string behind = can_insert ? offer_lacking(one.begin) : "";
    if (const auto outside = outside_.find(one.begin); outside != outside_.end() && can_insert) {
      before(one.begin, "if (!simt_variants::only(" + outside->second + ")) ");
    }
    if (one.is_simple && can_insert) guard(one);
    if (one.is_simple && can_insert) offer_wider_barrier(one);
    if (one.is_guarded && can_insert && last.end != 0) offer_rest_of_loop(last, one);
    edits_.insert(edits_.end(), inner.begin(), inner.end());
    if (!behind.empty()) after(one.end, behind);
    if (comes_here != 0) {
      after(one.end, " } else { " + code_.text(exchanged_one.begin, exchanged_one.end + 1) + " }");
    }
    if (over_fence != 0) {
      after(one.end, " }");
      exchanged_one = one;
    }
    if (moves != 0) after(one.end, " }");
    if (moved != 0) {
      after(one.end,
            " if (simt_variants::is(" + std::to_string(moved) + ")) { " + code_.text(last.begin, last.end + 1) + " }");
    }
    if (is_fence(one.begin)) exchanged = pending;
    pending = over_fence;
    moved = moves;
    last = one;
    i = one.end + 1;
  }
  if (last.end != 0) offer_last_barrier(last, close);
  variables_.resize(known);
  return close;
}

void VariantWriter::offer_break(const Statement& last, const Statement& one) {
  const bool is_case = code_.is(one.begin, "case") || code_.is(one.begin, "default");
  const bool follows_statement = !code_.is(last.end, ":") && !code_.is(last.begin, "break");
  if (!is_case || !follows_statement || !is_open(one.begin) || follows_directive(one.begin) || !has_room(1)) return;
  const int variant = add(ChangeKind::lacks_break, code_[last.end].line, "", "break;", code_[one.begin].line);
  before(one.begin, "if (simt_variants::is(" + std::to_string(variant) + ")) break; ");
}

int VariantWriter::offer_other_order(const Statement& one, std::size_t close) {
  const std::size_t then = one.end + 1;
  if (then >= close || !is_open(then) || follows_directive(then) || !has_room(1)) return 0;
  const std::size_t end = plain_end(code_, then, close);
  if (end == none) return 0;
  const int variant = add(ChangeKind::order, code_[one.begin].line, code_.text(one.begin, one.end),
                          code_.text(then, end), code_[then].line);
  before(one.begin, "if (!simt_variants::is(" + std::to_string(variant) + ")) { ");
  return variant;
}

std::string VariantWriter::offer_lacking(std::size_t i) {
  std::string behind;
  for (auto [at, last_at] = lacking_.equal_range(i); at != last_at; ++at) {
    const Beside& lacking = at->second;
    if (!is_known_here(lacking.begin, lacking.end) || !has_room(1)) continue;
    const std::string text = code_.text(lacking.begin, lacking.end);
    const int variant = add(ChangeKind::lacks_statement, code_[i].line, text, lacking.is_behind ? "behind" : "before",
                            code_[lacking.begin].line);
    const std::string insert = "if (simt_variants::is(" + std::to_string(variant) + ")) { " + text + "; } ";
    if (lacking.is_behind) {
      behind += " " + insert;
    } else {
      before(i, insert);
    }
  }
  return behind;
}

void VariantWriter::offer_last_barrier(const Statement& last, std::size_t close) {
  const bool goes_on = !code_.is(last.begin, "return") && !code_.is(last.begin, "break") &&
                       !code_.is(last.begin, "continue") && !code_.is(last.begin, "goto");
  if (!is_device_ || !goes_on || !is_open(last.end) || follows_directive(close) || !has_room(1)) return;
  const int variant = add(ChangeKind::lacks_barrier, code_[last.end].line, "", "behind");
  after(last.end, " if (simt_variants::is(" + std::to_string(variant) + ")) __syncthreads();");
}

bool VariantWriter::is_fence(std::size_t i) const {
  return code_[i].kind == TokenKind::identifier && code_[i].text.starts_with("__threadfence") && code_.is(i + 1, "(") &&
         code_.is(i + 2, ")") && code_.is(i + 3, ";");
}

int VariantWriter::offer_other_side_of_fence(const Statement& one, std::size_t close) {
  constexpr std::size_t length = 4;  // "__threadfence", "(", ")", ";"
  const std::size_t fence = one.end + 1, then = fence + length;
  if (!is_device_ || is_slow_ || is_fence(one.begin) || then >= close || !is_fence(fence)) return 0;
  const std::size_t end = plain_end(code_, then, close);
  const bool can_change = is_open(then) && !follows_directive(then) && !follows_directive(fence) && has_room(1);
  if (end == none || is_fence(then) || !can_change) return 0;
  const std::string other = code_.text(then, end);
  const int variant =
      add(ChangeKind::order, code_[one.begin].line, code_.text(one.begin, one.end), other, code_[then].line);
  before(one.begin, "if (simt_variants::is(" + std::to_string(variant) + ")) { " + other + "; } else { ");
  return variant;
}

void VariantWriter::plan_missing_statements(std::size_t open, std::size_t close) {
  // Statements in their order; one that is neither simple nor a call is empty.
  std::vector<Beside> all;
  const auto is_call = [&](const Beside& one) {
    return one.end > one.begin && code_[one.begin].kind == TokenKind::identifier && code_.is(one.begin + 1, "(") &&
           code_.partner(one.begin + 1) == one.end - 1;
  };
  const auto is_step = [&](const Beside& one) {
    bool is_one = false;
    for (std::size_t i = one.begin; i < one.end; ++i) {
      const bool is_combined = is_assignment(code_, i) && !code_.is(i, "=");
      is_one = is_one || is_combined || code_.is(i, "++") || code_.is(i, "--");
      if (code_.is(i, "(") || code_.is(i, "[")) return false;
    }
    return is_one;
  };
  for (std::size_t i = open + 1; i < close; ++i) {
    const bool is_begin = code_.is(i - 1, ";") || code_.is(i - 1, "{") || code_.is(i - 1, "}");
    const std::size_t end = is_begin && !code_.is(i, "if") ? plain_end(code_, i, close) : none;
    if (end == none) {
      if (is_begin) all.push_back({});
      continue;
    }
    all.push_back({i, end});
    i = end;
  }
  const auto text = [&](const Beside& one) { return code_.text(one.begin, one.end); };
  const auto has_beside = [&](std::size_t k, bool is_behind, const std::string& step) {
    const std::size_t other = is_behind ? k + 1 : k - 1;
    return (is_behind ? other < all.size() : k > 0) && text(all[other]) == step;
  };
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (!is_call(all[k])) continue;
    for (const bool is_behind : {false, true}) {
      if (is_behind ? k + 1 >= all.size() : k == 0) continue;
      Beside step = all[is_behind ? k + 1 : k - 1];
      if (step.end == 0 || !is_step(step)) continue;
      step.is_behind = is_behind;
      for (std::size_t other = 0; other < all.size(); ++other) {
        const bool is_same = other != k && is_call(all[other]) && text(all[other]) == text(all[k]);
        if (is_same && !has_beside(other, false, text(step)) && !has_beside(other, true, text(step)))
          lacking_.emplace(all[other].begin, step);
      }
    }
  }
}

void VariantWriter::insert_wait(std::size_t i) {
  if (is_device_) {
    before(i, "if (simt_variants::is(" + std::to_string(add(ChangeKind::lacks_barrier, code_[i].line, "", "")) +
                  ")) __syncthreads(); ");
  } else {
    before(i, "if (simt_variants::is(" + std::to_string(add(ChangeKind::lacks_wait, code_[i].line, "", "")) +
                  ")) cudaDeviceSynchronize(); ");
  }
}

}  // namespace simt::detail
