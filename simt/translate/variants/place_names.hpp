// Which names of a source are made of blockIdx, and which of threadIdx: what a block, or a thread, does by itself.
// Internal to simt/translate.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "simt/translate/code.hpp"
#include "simt/translate/source_index.hpp"

namespace simt::detail {

/// Names are told apart by where they are declared: two loops may count with the same `i`.
class PlaceNames {
 public:
  /// The arguments must outlive it.
  PlaceNames(const Code& code, const SourceIndex& index);

  /// Whether the name at `i` is blockIdx, or holds what is made of it.
  bool is_of_block(std::size_t i) const { return code_.is(i, "blockIdx") || contains(of_block_, i); }
  /// Whether `name` at `i`, or the name that stands there, is threadIdx, or holds what is made of it.
  bool is_of_thread(const std::string& name, std::size_t i) const { return of_thread_.contains(name_at(name, i)); }
  bool is_of_thread(std::size_t i) const { return code_.is(i, "threadIdx") || contains(of_thread_, i); }

 private:
  /// A name, and the token that its scope begins with; for one that is declared nowhere, a number of its function.
  using Name = std::pair<std::string, std::size_t>;
  /// Where a variable is known: tokens.
  struct Scope {
    std::string name;
    std::size_t begin = 0, end = 0;
  };
  /// What a name gets in one place: tokens.
  struct Value {
    Name name;
    std::size_t begin = 0, end = 0;
  };

  void find_scopes();
  void find_values();
  /// What the functions of the file are given at `i`.
  void find_arguments(std::size_t i);
  /// Whether the name at `i`, which gets a value, is declared there.
  bool is_declared_at(std::size_t i) const;
  Name name_at(std::size_t i) const { return name_at(code_[i].text, i); }
  Name name_at(const std::string& name, std::size_t i) const;
  bool contains(const std::set<Name>& names, std::size_t i) const;
  void follow(std::set<Name>& names, std::string_view place) const;

  const Code& code_;
  const SourceIndex& index_;
  std::vector<Scope> scopes_;  // inner ones behind those around them
  std::vector<Value> values_;
  std::set<Name> of_block_, of_thread_;
};

/// The last token of the statement at `i`: a block, a loop or a condition with all that depends on it, or a line.
std::size_t end_of_statement(const Code& code, std::size_t i);

}  // namespace simt::detail
