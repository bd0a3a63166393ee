// Index expressions that a reader types: C's whole-number expressions over named variables. They come from a page's
// address, too, so they are parsed here and never run as code.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace simt::explore {

/// Something in a question that a reader can correct; what() is a sentence that says what.
class Wrong : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Values of 64 bits, with C's operators and their ranks: ?:, ||, &&, |, ^, &, == !=, < <= > >=, << >>, + -, * / %, and
/// the unary - ! ~. Conversions, assignments and calls are not part of it.
class Expression {
 public:
  using Variables = std::map<std::string, std::int64_t, std::less<>>;

  struct Node;

  /// Throws Wrong with the place of the error; every name in `text` must be a key of `known`.
  Expression(std::string_view text, const Variables& known);
  ~Expression();

  /// Throws Wrong for a division by zero, a shift by less than 0 or more than 62, and values beyond 2^53.
  std::int64_t value(const Variables& variables) const;

 private:
  std::unique_ptr<const Node> root_;
};

}  // namespace simt::explore
