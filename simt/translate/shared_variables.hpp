// Variables in shared memory: `__shared__ T name[32];` and `extern __shared__ T name[];`. Internal to simt/translate.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "simt/translate/code.hpp"
#include "simt/translate/scopes.hpp"

namespace simt::detail {

class SharedVariables {
 public:
  SharedVariables(Code& code, const Scopes& scopes) : code_(code), scopes_(scopes) {}

  /// Adds a gap after every variable that the __shared__ at `shared` declares, so that an index that is too large does
  /// not access the next variable. A declaration with several declarators is split.
  void set_apart(std::size_t shared);

  /// Rewrites the declaration of dynamic shared memory whose `extern` is at `external`; an error where it cannot be
  /// read.
  void rewrite_dynamic(std::size_t external);

 private:
  std::string gap() { return "SIMT_SHARED_GAP(" + std::to_string(gaps_++) + ");"; }
  std::size_t begin_of_specifiers(std::size_t i) const;
  bool begins_statement(std::size_t i) const;
  std::size_t first_declarator(std::size_t shared, std::size_t end) const;
  std::string repeated_specifiers(std::size_t begin, std::size_t end, const std::string& shared) const;
  std::size_t end_of_extents(std::size_t bracket) const;
  bool has_size(std::size_t external) const;
  void declare_dynamic(std::size_t begin, std::size_t bracket, std::size_t end,
                       const std::vector<std::size_t>& specifiers);

  Code& code_;
  const Scopes& scopes_;
  int gaps_ = 0;
};

}  // namespace simt::detail
