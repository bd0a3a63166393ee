// The table of small programs that the emulator and nvcc must answer alike: programs/*.cu.
#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace simt {

/// What the comment at the end of a line announces: `// refused: word`, `// warned: word`, or `// too much: word` for
/// what nvcc refuses without naming the line: in the assembler ptxas, or in a header of a library.
struct Expected {
  int line = 0;      ///< 1-based, in the program
  std::string word;  ///< is in the emulator's message

  friend bool operator==(const Expected&, const Expected&) = default;
};

/// One program of a file: the lines after `//// name` up to the next such line. Without `refused` and `too_much`
/// it is accepted.
struct Program {
  std::string name;  ///< "<file>_<name>"
  std::string text;
  std::vector<Expected> refused;
  std::vector<Expected> warned;
  std::vector<Expected> too_much;

  bool is_accepted() const { return refused.empty() && too_much.empty(); }
};
inline void PrintTo(const Program& program, std::ostream* out) { *out << program.name; }

/// All programs of the folder programs/, in the order of their files.
std::vector<Program> all_programs();

}  // namespace simt
