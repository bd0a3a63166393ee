// Changes that leave a right program right and let it access memory less: for a program that is slow.
#include <algorithm>
#include <iterator>

#include "simt/translate/variants/syntax.hpp"
#include "simt/translate/variants/writer.hpp"

namespace simt::detail {

void VariantWriter::plan_tiles(std::size_t open, std::size_t close) {
  if (!is_slow_ || !is_device_) return;
  for (std::size_t i = open; i < close; ++i) {
    // `__shared__ float tile[SIDE][SIDE];`
    if (!code_.is(i, "__shared__")) continue;
    const std::size_t end_of_declaration = semicolon(code_, i);
    std::size_t name = i + 1;
    while (name < end_of_declaration && !code_.is(name + 1, "[")) ++name;
    if (name >= end_of_declaration) continue;
    Tile tile{code_[name].text, "", 0};
    for (std::size_t k = name + 1; code_.is(k, "[") && code_.partner(k) != none; k = code_.partner(k) + 1) ++tile.rank;
    for (std::size_t k = end_of_declaration; k + 1 < close && tile.from.empty(); ++k) {
      if (!code_.is(k, tile.name) || !code_.is(k + 1, "[")) continue;
      std::size_t sign = k + 1;
      while (code_.is(sign, "[") && code_.partner(sign) != none) sign = code_.partner(sign) + 1;
      if (!code_.is(sign, "=")) continue;
      tile.begin = k;
      tile.end = semicolon(code_, k);
      for (std::size_t from = sign + 1; from < tile.end && tile.from.empty(); ++from) {
        const Variable* const variable = code_.is(from + 1, "[") ? find(code_[from].text) : nullptr;
        if (variable != nullptr && variable->kind == TypeClass::pointer) tile.from = variable->name;
      }
    }
    if (!tile.from.empty() && tile.rank <= 2) tiles_.push_back(tile);
  }
}

std::string VariantWriter::offer_tile(std::size_t i) {
  if (!is_slow_ || !is_device_ || !is_open(i)) return "";
  std::vector<std::string> numbers{"threadIdx.x", "threadIdx.y"};
  if (!loops_.empty() && find(loops_.back()) != nullptr) numbers.insert(numbers.begin(), loops_.back());
  std::string tail;
  for (const Tile& tile : tiles_) {
    if (tile.from != code_[i].text || i < tile.end) continue;
    std::vector<std::string> places;
    for (const std::string& one : numbers) {
      if (tile.rank == 1) places.push_back("[" + one + "]");
      for (const std::string& other : numbers) {
        if (tile.rank == 2 && other != one) places.push_back("[" + one + "][" + other + "]");
      }
    }
    for (const std::string& place : places) {
      if (!has_room(1)) return tail;
      const int variant = add(ChangeKind::not_from_tile, code_[i].line, code_[i].text, tile.name);
      before(i, "(simt_variants::is(" + std::to_string(variant) + ") ? " + tile.name + place + " : ");
      tail += ")";
    }
  }
  return tail;
}

std::string VariantWriter::offer_neighbours(std::size_t begin, std::size_t end) {
  if (!is_slow_ || !is_device_ || begin >= end || !is_open(begin)) return "";
  std::vector<Product> sum = read_sum(begin, end);
  const auto count = std::count_if(sum.begin(), sum.end(), [](const Product& one) { return one.size() == 2; });
  if (sum.size() != 2 || count != 1) return "";
  const Product& product = sum[sum[0].size() == 2 ? 0 : 1];
  const std::string counted = text_of(sum[sum[0].size() == 2 ? 1 : 0]), here = code_.text(begin, end);
  std::string tail;
  for (std::size_t k = 0; k < product.size(); ++k) {
    const std::string thread = code_.text(product[k].begin, product[k].end);
    const std::string each = code_.text(product[1 - k].begin, product[1 - k].end);
    for (const char* const threads : {"32", "blockDim.x", "(gridDim.x * blockDim.x)"}) {
      if (!has_room(1)) return tail;
      const int variant = add(ChangeKind::pieces, code_[begin].line, here, each);
      before(begin, "simt_variants::any(" + std::to_string(variant) + ", ");
      tail = ", (" + counted + ") * " + threads + " + (" + thread + "))" + tail;
    }
  }
  return tail;
}

VariantWriter::Range VariantWriter::declared_value(const std::string& name, std::size_t i) const {
  while (i-- > 1 && code_[i].line >= function_->first_line) {
    const bool is_declared = code_.is(i, name) && code_.is(i + 1, "=") && is_one_of(code_[i - 1].text, integers);
    if (is_declared) return {i + 2, std::min(next_comma(code_, i + 2, code_.size()), semicolon(code_, i + 2))};
  }
  return {};
}

VariantWriter::PiecesOfLoop VariantWriter::pieces_of_loop(std::size_t begin, std::size_t first, std::size_t second,
                                                          std::size_t close) {
  constexpr std::size_t most_extents = 2;
  PiecesOfLoop pieces;
  // `int i = first`, and `++i` or `i++`
  if (!is_slow_ || !is_device_ || !is_open(begin) || first < begin + 4 || !code_.is(begin + 2, "=")) return pieces;
  const std::string counter = code_[begin + 1].text;
  const bool counts = close == second + 3 && ((code_.is(second + 1, "++") && code_.is(second + 2, counter)) ||
                                              (code_.is(second + 1, counter) && code_.is(second + 2, "++")));
  if (!counts || !is_one_of(code_[begin].text, integers)) return pieces;
  pieces.value = begin + 3;
  Range value{pieces.value, first};
  if (value.begin + 1 == value.end) value = declared_value(code_[value.begin].text, begin);
  if (value.begin == value.end) return pieces;
  const std::vector<Product> sum = read_sum(value.begin, value.end);
  if (sum.size() != 1 || sum.front().size() != 2) return pieces;
  const std::string here = code_.text(value.begin, value.end);
  for (const std::size_t k : {0U, 1U}) {
    const Range &thread = sum.front()[k], &each = sum.front()[1 - k];
    const std::string of_thread = code_.text(thread.begin, thread.end);
    for (const char* const threads : {"32", "blockDim.x", "(gridDim.x * blockDim.x)"}) {
      for (const std::string& extent : extents_beside("", most_extents)) {
        if (!has_room(1)) return pieces;
        const int variant = add(ChangeKind::pieces, code_[value.begin].line, here, code_.text(each.begin, each.end));
        const std::string in_variant = "simt_variants::is(" + std::to_string(variant) + ") ? ";
        pieces.before_start += "simt_variants::any(" + std::to_string(variant) + ", ";
        pieces.start = ", " + of_thread + ")" + pieces.start;  // what was opened last is closed first
        pieces.condition += in_variant + counter + " < " + extent + " : ";
        pieces.step += in_variant + "(void)(" + counter + " += " + threads + ") : ";
      }
    }
  }
  if (pieces.start.empty()) return pieces;
  pieces.condition += "(";
  pieces.step += "(void)(";
  return pieces;
}

void VariantWriter::plan_turned_loop(const std::string& counter, std::size_t loop, std::size_t begin, std::size_t end) {
  constexpr std::size_t most = 3;
  if (!is_slow_ || !is_device_ || end == none || !is_open(loop)) return;
  std::vector<std::string> numbers;
  const auto note = [&](const std::string& name) {
    if (std::find(numbers.begin(), numbers.end(), name) == numbers.end()) numbers.push_back(name);
  };
  int first_line = 0;
  for (std::size_t i = begin; i < end; ++i) {
    const bool is_counter = code_.is(i, counter);
    const bool is_thread = code_.is(i, "threadIdx") && i + 2 < end;
    const Variable* const variable = code_[i].kind == TokenKind::identifier ? find(code_[i].text) : nullptr;
    const bool is_number = variable != nullptr && variable->kind == TypeClass::integer && !variable->is_parameter &&
                           !is_counter && !code_.is(i - 1, ".");
    if (is_thread) note(code_.text(i, i + 3));
    if (is_number) note(variable->name);
    if (first_line == 0 && (is_counter || is_thread)) first_line = code_[i].line;
  }
  if (numbers.size() > most) numbers.resize(most);
  for (const std::string& number : numbers) {
    if (!has_room(1)) return;
    const int variant = add(ChangeKind::turned_loop, first_line == 0 ? code_[loop].line : first_line, number, counter,
                            code_[loop].line);
    exchanges_.push_back({counter, number, variant, 0, begin, end});
  }
}

void VariantWriter::plan_turned_threads(std::size_t begin, std::size_t end, std::size_t access) {
  if (!is_slow_ || !is_device_ || !is_open(begin) || !has_room(1)) return;
  bool has_x = false, has_y = false;
  std::string first;
  for (std::size_t i = begin; i + 2 < end; ++i) {
    if (!is_one_of(code_[i].text, places)) continue;
    has_x = has_x || code_.is(i + 2, "x");
    has_y = has_y || code_.is(i + 2, "y");
    if (first.empty()) first = code_[i].text;
  }
  if (!has_x || !has_y) return;
  const int variant = add(ChangeKind::turned_threads, code_[access].line, first + ".x", first + ".y");
  for (const std::string_view place : places) {
    exchanges_.push_back({std::string(place) + ".x", std::string(place) + ".y", variant, 0, begin, end});
  }
}

void VariantWriter::plan_turned_at_barriers(std::size_t open, std::size_t close) {
  if (!is_slow_ || !is_device_) return;
  const std::string x = "threadIdx.x", y = "threadIdx.y";
  const auto first_use = [&](std::size_t i, std::size_t end) {
    while (i < end && !code_.is(i, "threadIdx")) ++i;
    return i;
  };
  for (std::size_t i = open; i < close; ++i) {
    if (!code_.is(i, "__syncthreads")) continue;
    for (const auto& [begin, end] : {std::pair(open, i), std::pair(i, close)}) {
      const std::size_t use = first_use(begin, end);
      if (use == end || !is_open(use) || !has_room(1)) continue;
      const int variant = add(ChangeKind::turned_threads, code_[use].line, x, y, code_[i].line);
      exchanges_.push_back({x, y, variant, 0, begin, end});
    }
  }
}

}  // namespace simt::detail
