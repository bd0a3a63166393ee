#include "simt/explore/expression.hpp"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <charconv>
#include <utility>
#include <vector>

namespace simt::explore {

struct Expression::Node {
  std::string sign;  ///< an operator; "name" or "number" for a leaf
  std::string name;
  std::int64_t number = 0;
  std::vector<std::unique_ptr<const Node>> operands;
};

namespace {

using Node = Expression::Node;
using Owned = std::unique_ptr<const Node>;

// Operators of two operands, from the weakest to the strongest. Longer signs come first, so that "<" is not found in
// "<<".
const std::vector<std::vector<std::string_view>> ranks = {
    {"||"},       {"&&"},     {"|"},          {"^"}, {"&"}, {"==", "!="}, {"<=", ">=", "<", ">"},
    {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}};
constexpr std::array<std::string_view, 8> long_signs = {"||", "&&", "==", "!=", "<=", ">=", "<<", ">>"};

constexpr std::size_t longest = 400;                     // characters of an expression
constexpr int deepest = 60;                              // brackets in brackets
constexpr std::int64_t largest = std::int64_t{1} << 53;  // what a page can show exactly

class Parser {
 public:
  Parser(std::string_view text, const Expression::Variables& known) : text_(text), known_(known) {
    if (text.size() > longest) throw Wrong(fmt::format("an expression has at most {} characters", longest));
  }

  Owned parse() {
    Owned whole = conditional();
    if (!rest().empty()) complain(fmt::format("\"{}\" was not expected", rest().substr(0, 1)));
    return whole;
  }

 private:
  std::string_view rest() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
    return text_.substr(at_);
  }

  [[noreturn]] void complain(const std::string& what) const {
    throw Wrong(fmt::format("at character {} of \"{}\": {}", at_ + 1, text_, what));
  }

  bool take(std::string_view sign) {
    if (!rest().starts_with(sign)) return false;
    for (const std::string_view other : long_signs) {
      if (other.size() > sign.size() && rest().starts_with(other)) return false;
    }
    at_ += sign.size();
    return true;
  }

  static Owned join(std::string_view sign, std::vector<Owned> operands) {
    auto node = std::make_unique<Node>();
    node->sign = sign;
    node->operands = std::move(operands);
    return node;
  }

  static std::vector<Owned> pair(Owned left, Owned right) {
    std::vector<Owned> both;
    both.push_back(std::move(left));
    both.push_back(std::move(right));
    return both;
  }

  Owned conditional() {
    if (++depth_ > deepest) complain(fmt::format("more than {} expressions in each other", deepest));
    Owned condition = binary(0);
    if (take("?")) {
      std::vector<Owned> three;
      three.push_back(std::move(condition));
      three.push_back(conditional());
      if (!take(":")) complain("\":\" is missing");
      three.push_back(conditional());
      condition = join("?", std::move(three));
    }
    --depth_;
    return condition;
  }

  Owned binary(std::size_t rank) {
    if (rank == ranks.size()) return unary();
    Owned left = binary(rank + 1);
    for (;;) {
      std::string_view found;
      for (const std::string_view sign : ranks[rank]) {
        if (take(sign)) {
          found = sign;
          break;
        }
      }
      if (found.empty()) return left;
      Owned right = binary(rank + 1);
      left = join(found, pair(std::move(left), std::move(right)));
    }
  }

  Owned unary() {
    for (const std::string_view sign : {"-", "!", "~", "+"}) {
      if (!take(sign)) continue;
      if (++depth_ > deepest) complain(fmt::format("more than {} signs in a row", deepest));
      std::vector<Owned> one;
      one.push_back(unary());
      --depth_;
      return join(std::string("unary ") + std::string(sign), std::move(one));
    }
    if (take("(")) {
      Owned inner = conditional();
      if (!take(")")) complain("\")\" is missing");
      return inner;
    }
    return leaf();
  }

  Owned leaf() {
    const std::string_view left = rest();
    auto node = std::make_unique<Node>();
    if (!left.empty() && std::isdigit(static_cast<unsigned char>(left[0])) != 0) {
      const auto [end, error] = std::from_chars(left.data(), left.data() + left.size(), node->number);
      if (error != std::errc{} || node->number > largest) complain("the number is too large");
      at_ += static_cast<std::size_t>(end - left.data());
      node->sign = "number";
      return node;
    }
    std::size_t length = 0;
    const auto is_of_name = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
    };
    while (length < left.size() && is_of_name(left[length])) ++length;
    if (length == 0)
      complain(left.empty() ? "a number or a name is missing at the end" : "a number or a name is missing");
    node->name = left.substr(0, length);
    if (!known_.contains(node->name)) {
      std::string names;
      for (const auto& [name, value] : known_) names += (names.empty() ? "" : ", ") + name;
      complain(fmt::format("there is no \"{}\" here; the names are {}", node->name, names));
    }
    at_ += length;
    node->sign = "name";
    return node;
  }

  std::string_view text_;
  const Expression::Variables& known_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

std::int64_t checked(std::int64_t value) {
  if (value > largest || value < -largest) throw Wrong("a value of the expression is larger than 2^53");
  return value;
}

std::int64_t product(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (__builtin_mul_overflow(a, b, &result)) throw Wrong("a value of the expression is larger than 2^53");
  return result;
}

std::int64_t shifted(std::string_view sign, std::int64_t a, std::int64_t by) {
  if (by < 0 || by > 62) throw Wrong(fmt::format("a shift by {} bits is not possible", by));
  return sign == ">>" ? a >> by : product(a, std::int64_t{1} << by);
}

std::int64_t value_of(const Node& node, const Expression::Variables& variables) {
  const auto operand = [&](std::size_t i) { return value_of(*node.operands[i], variables); };
  const std::string& sign = node.sign;
  if (sign == "number") return node.number;
  if (sign == "name") return variables.find(node.name)->second;
  if (sign == "?") return operand(0) != 0 ? operand(1) : operand(2);
  if (sign == "||") return static_cast<std::int64_t>(operand(0) != 0 || operand(1) != 0);
  if (sign == "&&") return static_cast<std::int64_t>(operand(0) != 0 && operand(1) != 0);
  if (sign == "unary -") return -operand(0);
  if (sign == "unary +") return operand(0);
  if (sign == "unary !") return static_cast<std::int64_t>(operand(0) == 0);
  if (sign == "unary ~") return ~operand(0);
  const std::int64_t a = operand(0);
  const std::int64_t b = operand(1);
  if (sign == "|") return a | b;
  if (sign == "^") return a ^ b;
  if (sign == "&") return a & b;
  if (sign == "==") return static_cast<std::int64_t>(a == b);
  if (sign == "!=") return static_cast<std::int64_t>(a != b);
  if (sign == "<") return static_cast<std::int64_t>(a < b);
  if (sign == "<=") return static_cast<std::int64_t>(a <= b);
  if (sign == ">") return static_cast<std::int64_t>(a > b);
  if (sign == ">=") return static_cast<std::int64_t>(a >= b);
  if (sign == "<<" || sign == ">>") return checked(shifted(sign, a, b));
  if (sign == "+") return checked(a + b);
  if (sign == "-") return checked(a - b);
  if (sign == "*") return checked(product(a, b));
  if (b == 0) throw Wrong("the expression divides by zero");
  return sign == "/" ? a / b : a % b;
}

}  // namespace

Expression::Expression(std::string_view text, const Variables& known) : root_(Parser(text, known).parse()) {}

Expression::~Expression() = default;

std::int64_t Expression::value(const Variables& variables) const { return checked(value_of(*root_, variables)); }

}  // namespace simt::explore
