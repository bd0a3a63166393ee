#include "simt/core/access/call_targets.hpp"

#include <dlfcn.h>

#include <cstring>
#include <exception>
#include <functional>
#include <iostream>
#include <locale>
#include <new>
#include <set>
#include <stdexcept>
#include <string>
#include <system_error>
#include <typeinfo>

#include "simt/core/access/library.hpp"

extern "C" void simt_call_by_address(const void* function, const void* argument);

namespace simt::core {
namespace {

/// Adds what the table of virtual functions holds that `object` begins with. A table ends where the next one begins,
/// with a number that is no address of a function.
void add_table(std::set<std::uintptr_t>& functions, const void* object) {
  const std::uintptr_t* slot = nullptr;
  std::memcpy(&slot, object, sizeof slot);
  constexpr int most_functions = 64;
  for (int i = 0; i < most_functions && library_at(reinterpret_cast<const void*>(slot[i])) != 0; ++i) {
    functions.insert(slot[i]);
  }
}

template <class... Exceptions>
void add_exceptions(std::set<std::uintptr_t>& functions) {
  (add_table(functions, std::initializer_list<Exceptions>{Exceptions()}.begin()), ...);
}

template <class... Exceptions>
void add_exceptions_with_text(std::set<std::uintptr_t>& functions) {
  (add_table(functions, std::initializer_list<Exceptions>{Exceptions("")}.begin()), ...);
}

/// Those that a program calls without a name: of exceptions, of what streams print with, and of std::cout's buffer.
/// None that reaches files.
std::set<std::uintptr_t> find_virtual_functions() {
  std::set<std::uintptr_t> functions;
  add_exceptions<std::exception, std::bad_exception, std::bad_alloc, std::bad_array_new_length, std::bad_cast,
                 std::bad_typeid, std::bad_function_call>(functions);
  add_exceptions_with_text<std::logic_error, std::domain_error, std::invalid_argument, std::length_error,
                           std::out_of_range, std::runtime_error, std::range_error, std::overflow_error,
                           std::underflow_error, std::ios_base::failure>(functions);
  const std::system_error system_error{std::error_code()};
  add_table(functions, &system_error);
  add_table(functions, &std::generic_category());
  add_table(functions, &std::system_category());
  const std::locale& locale = std::locale::classic();
  add_table(functions, &std::use_facet<std::ctype<char>>(locale));
  add_table(functions, &std::use_facet<std::numpunct<char>>(locale));
  add_table(functions, &std::use_facet<std::num_put<char>>(locale));
  add_table(functions, &std::use_facet<std::num_get<char>>(locale));
  add_table(functions, std::cout.rdbuf());
  return functions;
}

/// Functions that a library uses by these names, but not what instrumentation alone calls.
std::set<std::uintptr_t> find_functions(const std::set<std::string>& names) {
  std::set<std::uintptr_t> functions;
  for (const std::string& name : names) {
    if (name.starts_with("__tsan_") || name.starts_with("simt_")) continue;
    const void* const address = dlsym(RTLD_DEFAULT, name.c_str());
    if (address != nullptr) functions.insert(reinterpret_cast<std::uintptr_t>(address));
  }
  return functions;
}

/// Found once for a library: every run asks.
bool is_named(std::uintptr_t function, std::uintptr_t library_base) {
  static std::set<std::string> names;
  static std::set<std::uintptr_t> named;
  static const std::set<std::uintptr_t> virtuals = find_virtual_functions();
  if (const std::set<std::string>& imports = find_library_imports(library_base); imports != names) {
    names = imports;
    named = find_functions(names);
  }
  return named.contains(function) || virtuals.contains(function);
}

}  // namespace

Target CallTargets::at(std::uintptr_t function) {
  const auto known = known_.find(function);
  return known != known_.end() ? known->second : known_[function] = find(function);
}

Target CallTargets::find(std::uintptr_t function) const {
  const std::uintptr_t library = library_at(reinterpret_cast<const void*>(function));
  if (library != 0 && library == library_base_) {
    return find_library_functions(library_base_).contains(function) ? Target::library : Target::within_function;
  }
  if (!is_named(function, library_base_)) return Target::elsewhere;
  return library == library_at(reinterpret_cast<const void*>(&simt_call_by_address)) ? Target::runtime : Target::named;
}

bool may_be_called_at_load(std::uintptr_t function, std::uintptr_t pc) {
  if (function == 0) return true;  // nothing is handed over; where it is called, the program ends
  const Target target = CallTargets(library_at(reinterpret_cast<const void*>(pc))).at(function);
  return target != Target::elsewhere && target != Target::within_function;
}

}  // namespace simt::core
