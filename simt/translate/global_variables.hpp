// Variables outside functions that device code cannot use as host code can: arrays that are const but not __constant__,
// of which nvcc makes no copy for the device, and __constant__ variables, which kernels cannot change. Internal to
// simt/translate.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>

#include "simt/translate/code.hpp"
#include "simt/translate/reference_parameters.hpp"
#include "simt/translate/scopes.hpp"

namespace simt::detail {

/// Call `pass` for each token in turn, before the scopes pass it.
class GlobalVariables {
 public:
  GlobalVariables(Code& code, const Scopes& scopes) : code_(code), scopes_(scopes), references_(code) {}

  void pass(std::size_t i, bool is_in_class);
  /// After the scopes have passed the token at `i`.
  void after(std::size_t i);

 private:
  /// Elements and members of the host: of constant arrays, outside classes and in them.
  enum class Kind { constant_memory, scalar_of_host, elements_of_host, members_of_host, others_of_host };
  using Names = std::set<std::string, std::less<>>;

  void note_declaration(std::size_t i, bool is_in_class);
  void note_local(std::size_t i);
  void check_use(std::size_t i);
  void check_change(std::size_t i);
  bool is_constant(std::size_t i, Kind kind) const;
  bool needs_address(std::size_t i) const;
  bool is_unevaluated(std::size_t i) const;

  Code& code_;
  const Scopes& scopes_;
  std::map<std::string, Kind, std::less<>> variables_;
  std::map<std::string, std::string, std::less<>> types_;  // of the host's scalars
  ReferenceParameters references_;
  Names locals_;  // of the function at hand, parameters included: they hide variables outside
  bool is_in_constexpr_ = false;
  Names changing_;  // those of them that are no constants
};

}  // namespace simt::detail
