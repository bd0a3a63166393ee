// Parameters that are references to constants: `f(const int& n)`. What is passed to them needs an address, which a
// number of the host has none of in device code. Internal to simt/translate.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "simt/translate/code.hpp"

namespace simt::detail {

class ReferenceParameters {
 public:
  explicit ReferenceParameters(const Code& code) : code_(code) {}

  /// Takes note of the function that the token at `i`, outside of functions, may be the name of. `statement` is the
  /// first token of its declaration.
  void note(std::size_t i, std::size_t statement);

  /// Whether the tokens [begin, end) are a whole argument of type `type`, and every function of the name that is called
  /// there takes a reference in its place.
  bool takes_address(std::size_t begin, std::size_t end, const std::string& type) const;

 private:
  struct Parameter {
    bool is_reference = false;
    std::string type;  ///< empty: a parameter of the template, so any type
  };
  using Parameters = std::vector<Parameter>;

  Parameter parameter(std::size_t begin, std::size_t end, std::size_t statement) const;
  bool is_of_template(const std::string& name, std::size_t statement, std::size_t end) const;

  const Code& code_;
  std::map<std::string, std::vector<Parameters>, std::less<>> functions_;
};

}  // namespace simt::detail
