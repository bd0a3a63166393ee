// Which functions host code and kernels may call by an address: a program can make any address that it wants.
#pragma once

#include <cstdint>
#include <map>

namespace simt::core {

/// What is at an address that student code calls.
enum class Target : std::uint8_t {
  library,          ///< a function of its library, whose accesses are seen
  within_function,  ///< of its library, but not the beginning: a call would skip calls that count
  runtime,          ///< the emulator's, which looks at its arguments, and which the library uses by its name, too
  named,            ///< another library's, which the library uses by its name, or a virtual function of the C++ library
  elsewhere,        ///< anything else: graded code may use no such function
};

/// The functions that one library may call.
class CallTargets {
 public:
  /// `library_base` as dladdr gives it.
  explicit CallTargets(std::uintptr_t library_base) : library_base_(library_base) {}

  Target at(std::uintptr_t function);

 private:
  Target find(std::uintptr_t function) const;

  std::uintptr_t library_base_;
  std::map<std::uintptr_t, Target> known_;
};

/// The same where nothing is counted, as while a library is loaded, for its code at `pc`.
bool may_be_called_at_load(std::uintptr_t function, std::uintptr_t pc);

}  // namespace simt::core
