// Where things are in a CUDA source file: functions, barriers, returns, launches, texture fetches. Made from tokens, so
// that comments, strings and `#if 0` groups do not count. Not a parser: macros are not expanded, types are not known.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace simt {

/// A parameter of a function.
struct SourceParameter {
  std::string name;           ///< never empty
  bool is_pointer = false;    ///< `T* name`
  bool is_reference = false;  ///< `T& name`
  bool is_constant = false;   ///< `const` stands there
};

/// The definition of a function, with the lines that it spans.
struct SourceFunction {
  std::string name;                         ///< without template arguments
  int first_line = 0;                       ///< of its head, `template <…>` included
  int last_line = 0;                        ///< of its closing brace; of the file's last token where that is missing
  bool is_kernel = false;                   ///< __global__
  int parameters = 0;                       ///< how many it has
  std::vector<SourceParameter> named = {};  ///< those of them that have a name

  /// Whether `line` is one of its lines.
  bool has(int line) const { return first_line <= line && line <= last_line; }
};

/// A name where it stands.
struct SourceName {
  int line = 0;      ///< where it stands
  std::string name;  ///< the name
};

/// A launch of a kernel: kernel<<<…>>>(…).
struct SourceLaunch {
  int line = 0;                         ///< of the kernel's name
  std::string kernel;                   ///< without template arguments
  std::vector<std::string> names;       ///< of variables and functions between <<< and >>>
  std::vector<std::string> shape = {};  ///< what stands between <<< and >>>: tokens of each, without white space
};

/// `name = …`, `name[i].x += …`, or a declaration `T name = …`.
struct SourceAssignment {
  int line = 0;                          ///< of the name
  std::string name;                      ///< of the variable
  bool is_element = false;               ///< of an array, or of what a pointer points to
  std::string subscript;                 ///< where nothing else is in the last brackets: "2"
  std::vector<std::string> from;         ///< names behind the `=`, without those in subscripts and casts; at most 16
  bool is_combined = false;              ///< `+=` and its kin
  bool is_declaration = false;           ///< of a new variable
  bool is_address = false;               ///< `&` stands behind the `=`
  std::string number;                    ///< behind the `=`, where nothing else is there: "0", "-1.5f"
  std::string dividend, divisor;         ///< "n" and "chunks" of `n / chunks`, where nothing else is behind the `=`
  bool is_product = false;               ///< something is multiplied behind the `=`
  bool is_comparison = false;            ///< what it gets says whether two are equal: `error = call() != cudaSuccess`
  bool is_copy = false;                  ///< an element of an array is behind the `=`, and nothing else
  std::vector<std::string> scaled = {};  ///< of `from` those that are multiplied: "i" of `(b + i) * 4`
};

/// `name[…]`, with one subscript or several.
struct SourceElement {
  int line = 0;                              ///< of the name
  std::string name;                          ///< of the array, or of a pointer
  std::vector<std::string> index;            ///< names in the subscripts; at most 16
  std::vector<std::string> subscripts = {};  ///< the tokens of each, without white space; of a long one, the first
  std::vector<std::string> scaled = {};      ///< names that are multiplied in the subscripts
};

/// `#define NAME 32`
struct SourceConstant {
  std::string name;    ///< of the macro
  std::string number;  ///< as it is written
};

/// `return …;` with a value
struct SourceReturn {
  int line = 0;                          ///< of `return`
  std::string text;                      ///< the value's tokens, without white space; of a long one, the first
  std::vector<std::string> scaled = {};  ///< names that are multiplied in it
};

/// `#define NAME(a, b) …`
struct SourceMacro {
  int line = 0;                         ///< of the directive
  std::string name;                     ///< of the macro
  std::vector<std::string> parameters;  ///< their names
  std::string text = {};                ///< its tokens, without white space
};

/// A call of the CUDA runtime, of an atomic function, or of a function of the file.
struct SourceCall {
  int line = 0;                        ///< of the call's name
  std::string name;                    ///< "cudaMemcpy", without template arguments
  std::vector<std::string> arguments;  ///< their tokens, without white space
};

/// `[=](int i) { … }`
struct SourceLambda {
  int line = 0;                            ///< of the `[`
  int last_line = 0;                       ///< of the closing brace
  std::string name;                        ///< of the variable that it is stored to; empty where there is none
  bool copies_all = false;                 ///< `[=]`: all that it names and is not excepted
  std::vector<std::string> copied = {};    ///< variables that it names one by one, without `&`
  std::vector<std::string> referred = {};  ///< those with `&`
};

/// `T name[] = {…}`, or with a length in the brackets
struct SourceList {
  int line = 0;                       ///< of the name
  std::string name;                   ///< of the array
  std::vector<std::string> elements;  ///< their tokens, without white space; at most 16
};

/// `n / parts` or `n % parts`, with a variable on the left side
struct SourceDivision {
  int line = 0;          ///< of the variable
  std::string dividend;  ///< "n", "blockIdx.x"
  bool is_rest = false;  ///< `%`
};

/// `if`, `for` or `while`, with the statement that depends on it.
struct SourceCondition {
  int line = 0;           ///< of the keyword
  int last_line = 0;      ///< of the statement
  bool is_loop = false;   ///< `for` or `while`
  int last_of_else = 0;   ///< of the statement behind its `else`; 0: there is none
  std::string name = {};  ///< the variable that is all of it, as in `if (odd)`; empty where there is more
};

/// Lines are counted from 1 and in ascending order. A line occurs once for each thing that is on it.
struct SourceIndex {
  std::vector<SourceFunction> functions;  ///< in the order of the file
  std::vector<int> emulator_questions;    ///< directives that name SIMT_EMULATOR
  std::vector<int> barriers;              ///< __syncthreads() and its kin, __syncwarp(), g.sync() of cooperative groups
  std::vector<SourceName> masks;          ///< of __syncwarp(), where it is a number: "0xffu"
  std::vector<int> returns;               ///< `return;`, without a value
  std::vector<SourceName> returned;       ///< numbers behind `return`, where nothing else is there
  std::vector<SourceName> divisors;       ///< variables, or gridDim, by which something is divided, by `/` or `%`
  std::vector<SourceDivision> divisions;  ///< of variables, or of members of one
  std::vector<int> thousands;             ///< lines with 1000, 1e3, 0.001 or 1e-3, with or without a suffix
  std::vector<SourceName> zero_quotients;     ///< "1 / 16": of two whole numbers, the first of them the smaller one
  std::vector<int> empty_ifs;                 ///< `if (…);`
  std::vector<int> leaves;                    ///< `break;` and `continue;`
  std::vector<SourceLaunch> launches;         ///< kernel<<<…>>>
  std::vector<int> shuffles;                  ///< __shfl_sync() and its kin, also those of cooperative groups
  std::vector<int> texture_fetches;           ///< tex1D, tex2D, tex3D and their variants
  std::vector<SourceAssignment> assignments;  ///< all of them
  std::vector<SourceName> counted;            ///< variables with `++` or `--`
  std::vector<SourceConstant> constants;      ///< macros that are one number
  std::vector<SourceElement> elements;        ///< uses of elements, declarations of arrays among them
  std::vector<SourceCondition> conditions;    ///< all of them
  std::vector<SourceCall> calls;              ///< of the CUDA runtime
  std::vector<SourceCall> atomics;            ///< of atomicAdd() and its kin
  std::vector<SourceName> nameless;      ///< objects without a name, `Window(table);`, of classes with a destructor
  std::vector<SourceCall> own_calls;     ///< of functions of the file, launches of its kernels among them
  std::vector<SourceReturn> values;      ///< that functions and lambdas return
  std::vector<SourceCall> object_calls;  ///< of lambdas with a name, of objects with operator(): "at" of `at(r, k)`
  std::vector<SourceMacro> macros;       ///< those with parameters
  std::vector<SourceLambda> lambdas;     ///< all of them
  std::vector<SourceList> lists;         ///< of arrays
  std::vector<SourceCall> dimensions;    ///< `dim3 name(x, y)`, or with braces
  std::vector<SourceName> kept;          ///< variables that outlive a call: __device__, __managed__ or static
  std::vector<SourceName> names;         ///< all identifiers
  std::vector<SourceName> cases;         ///< what stands between `case` and `:`
  std::vector<int> code_lines;           ///< each line with code, once

  /// `entry`, and all functions that it names, and that these name.
  std::vector<const SourceFunction*> used_by(std::string_view entry) const;
  /// The function that `line` is in; nullptr outside of all.
  const SourceFunction* function_around(int line) const;
  bool has_texture_fetch(int line) const;  ///< Whether a texture is read on `line`.
  /// Conditions that `line` depends on, in its function; the outermost first.
  std::vector<SourceCondition> conditions_around(int line) const;
  /// Lines of `line`'s function, up to it, on which `name.member` stands: "blockIdx", "y".
  std::vector<int> lines_with_member(int line, const std::string& name, const std::string& member) const;
  /// A kernel that stores to arrays, is named nowhere else, and belongs to `function`: it stands before it, and no
  /// launch stands between the two. Nullptr where there is none.
  const SourceFunction* unlaunched_kernel(const SourceFunction& function) const;
  /// Where the variable that `line` stores was set for the last time, before a loop around `line` in which an inner
  /// loop adds to it: every round of the outer loop then goes on with the sum of the one before. 0: there is none.
  int line_of_sum_kept(int line) const;
  /// The assignment on `line` that sets a variable anew in every round of a loop, and does not read it; no line of the
  /// loop does. Nullptr where there is none.
  const SourceAssignment* overwritten_in_loop(int line) const;
  /// The innermost loop around `line`; without a line where there is none.
  SourceCondition loop_around(int line) const;
  /// Whether no line of `loop` changes a variable that `element` names.
  bool is_same_in_all_rounds(const SourceElement& element, const SourceCondition& loop) const;
  /// Lines of `line`'s function, up to it, that make what `line` stores: the variables' assignments, and those of the
  /// variables that these read. Empty where they are more than `most`, or `line` stores nothing.
  std::vector<int> lines_of_value(int line, std::size_t most) const;
  /// Lines of `line`'s function, before it, that set the variables named on it; empty where they are more than `most`.
  std::vector<int> lines_of_indices(int line, std::size_t most) const;
  /// The line of `line`'s function, before it, on which the index of an element on `line` is made of threadIdx.x times
  /// something: from there on, what neighbouring threads use is further apart. 0: there is none, or `line` multiplies.
  int line_of_step(int line) const;
  /// Lines of `function` on which `name` stands.
  std::vector<int> lines_with(const std::string& name, const SourceFunction& function) const;
  /// The line with __shared__ of `line`'s function that declares `name`; 0: there is none.
  int line_of_shared(const std::string& name, int line) const;
  /// Lines of `line`'s function that assign to elements of the array `name`.
  std::vector<int> stores_to(const std::string& name, int line) const;
  /// Lines, others than the launch's own, that set the names between its <<< and >>>: in the same function, and heads
  /// of functions.
  std::vector<int> lines_of_shape(int launch_line) const;
};

/// Any text is accepted; of what is not CUDA C++ the index is incomplete. The time is linear in the length.
SourceIndex index_source(std::string_view source);

}  // namespace simt
