// Where a declaration is: inside a function or outside, in code of the device or of the host. Internal to
// simt/translate.
#pragma once

#include <cstddef>
#include <vector>

#include "simt/translate/code.hpp"

namespace simt::detail {

/// Follows the braces of a list of tokens, from its first token on.
class Scopes {
 public:
  explicit Scopes(const Code& code) : code_(code) {}

  /// Takes note of the token at `i`; call it for each token in turn.
  void pass(std::size_t i);

  bool in_function() const { return !scopes_.empty() && scopes_.back().is_function; }
  bool in_device_function() const { return !scopes_.empty() && scopes_.back().is_device; }
  /// The first token of the current statement.
  std::size_t statement() const { return statement_; }
  /// The `>` that ends the template parameters whose `<` is at `open`; `limit` where there is none before.
  std::size_t skip_template_parameters(std::size_t open, std::size_t limit) const;

 private:
  struct Scope {
    bool is_function = false, is_device = false;  // or inside one
  };

  bool is_of_device(std::size_t brace) const;
  bool opens_function(std::size_t brace) const;

  const Code& code_;
  std::vector<Scope> scopes_;  // one per open brace
  std::size_t statement_ = 0;
};

}  // namespace simt::detail
