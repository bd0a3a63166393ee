#include "simt/translate/cuda_rules.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "simt/translate/auto_parameters.hpp"
#include "simt/translate/code.hpp"
#include "simt/translate/device_variables.hpp"
#include "simt/translate/edits.hpp"
#include "simt/translate/global_variables.hpp"
#include "simt/translate/lexer.hpp"
#include "simt/translate/macros.hpp"
#include "simt/translate/pragmas.hpp"
#include "simt/translate/scopes.hpp"
#include "simt/translate/zero_comparisons.hpp"

namespace simt {
namespace {

using detail::Code;
using detail::none;
using detail::Scopes;
using detail::TokenKind;

constexpr const char* lambda_error =
    "a lambda of host code cannot be the argument of a kernel: nvcc refuses its closure type, unless --extended-lambda "
    "is "
    "given; pass a struct with a __device__ operator()";

bool is_execution_space(const Code& code, std::size_t i) {
  return code.is(i, "__host__") || code.is(i, "__device__") || code.is(i, "__global__");
}

/// The `(` of the parameters of the function whose __global__ is at `i`.
std::size_t parameters_of(const Code& code, std::size_t i) {
  for (; i < code.size() && !code.is(i, ";") && !code.is(i, "{"); ++i) {
    if (!code.is(i, "(")) continue;
    const bool is_attribute = code.is(i - 1, "__launch_bounds__") || code.is(i - 1, "__attribute__") ||
                              code.is(i - 1, "__cluster_dims__") || code.is(i - 1, "__maxnreg__") ||
                              code.is(i - 1, "__align__");
    if (!is_attribute) return i;
    if (code.partner(i) == none) return none;
    i = code.partner(i);
  }
  return none;
}

/// Goes through the tokens of a file in one direction.
class Rules {
 public:
  explicit Rules(Code& code) : code_(code), scopes_(code), variables_(code, scopes_) {}

  void run() {
    for (std::size_t i = code_.first(); i < code_.size(); ++i) {
      if (code_.is(i, "__global__")) check_kernel(i);
      if (code_.is(i, "<<<")) check_launch(i);
      if ((code_.is(i, "__global__") || code_.is_device_word(i)) && !scopes_.in_function()) {
        give_zeros_a_type(code_, scopes_.statement(), i);
      }
      if (code_.is(i, "auto") && !scopes_.in_function()) name_auto_parameters(code_, scopes_.statement(), i);
      if (code_.is(i, "alignas")) let_alignas_follow(code_, i);
      if (code_.is(i, "]") && !code_.is(i - 1, "]") && is_execution_space(code_, i + 1)) {
        code_.error(i + 1, "__host__ or __device__ annotation on lambda requires --extended-lambda nvcc flag");
      }
      if (code_.is(i, "__launch_bounds__")) check_launch_bounds(i);
      if (code_.is(i, "__shared__") || is_global_memory(i)) check_member(i);
      if (is_global_memory(i)) check_inline_variable(i);
      if (code_.is(i, "vector_size") || code_.is(i, "__vector_size__")) note_vector(i);
      if (code_.is_identifier(i) && vectors_.contains(code_[i].text)) check_vector(i);
      if (code_.is(i, "__grid_constant__")) check_grid_constant(i);
      if (code_.is(i, "extern")) let_extern_have_a_size(i);
      if (scopes_.in_function()) check_name(i);
      if (scopes_.in_device_function()) check_device_code(i);
      note_lambda(i);
      follow_classes(i);
      variables_.pass(i, is_in_class());
      scopes_.pass(i);
      variables_.after(i);
      if (!scopes_.in_function()) lambdas_.clear();
    }
  }

 private:
  void check_kernel(std::size_t i) {
    const std::size_t parameters = parameters_of(code_, i);
    if (parameters == none) return;
    const std::size_t end = code_.partner(parameters);
    bool is_friend = false;
    for (std::size_t j = scopes_.statement(); j < parameters; ++j) {
      is_friend = is_friend || code_.is(j, "friend");
      if (code_.is(j, "auto") && !(end != none && code_.is(end + 1, "->"))) {
        code_.error(i, "a __global__ function must not have a deduced return type; its return type must be void");
      }
      const bool is_qualified =
          (code_.is(j, "const") && code_.is(j + 1, "void")) || (code_.is(j, "void") && code_.is(j + 1, "const"));
      if (j > i && is_qualified && j + 2 < parameters && !code_.is(j + 2, "*")) {
        code_.error(i, "a __global__ function must have the return type void, without const");
      }
    }
    for (std::size_t j = end; j < code_.size() && !code_.is(j, "{") && !code_.is(j, ";"); ++j) {
      if (code_.is(j, "noexcept") || code_.is(j, "throw")) {
        code_.error(i, "An exception specification is not allowed for a __global__ function or function template");
      }
    }
    if (end != none && code_.is(end - 1, "...") && (code_.is(end - 2, ",") || end - 2 == parameters)) {
      code_.error(i, "a __global__ or __device__ function cannot have an ellipsis (...)");
    }
    if (is_in_class() && !is_friend) {
      code_.error(i, "a __global__ function cannot be a member function of a class; put it outside, or in a namespace");
    }
  }

  /// Of the arguments in braces of `<<< >>>` and of the lambdas in the parentheses.
  void check_launch(std::size_t i) {
    // Of `<< <` and `>> >`, clang knows only the forms without blanks.
    code_.replace(i, "<<<");
    std::size_t j = i + 1;
    bool is_start = true;
    for (; j < code_.size() && !ends_configuration(j) && !code_.is(j, ";"); ++j) {
      if (is_start && code_.is(j, "{")) code_.insert_before(j, "dim3");
      is_start = code_.is(j, ",");
      if (code_.opens(j)) j = code_.partner(j);
      if (j == none) return;
    }
    const std::size_t open = j + 3;
    if (!ends_configuration(j) || !code_.is(open, "(") || code_.partner(open) == none) return;
    if (code_[j + 1].space_before || code_[j + 2].space_before) {
      code_.replace(j, ">>>");
      code_.erase(j + 1, open);
    }
    const std::size_t end = code_.partner(open);
    is_start = true;
    for (j = open + 1; j < end; ++j) {
      const bool ends_after = code_.is(j + 1, ",") || j + 1 == end;
      const bool is_lambda = code_.is(j, "[") && !is_execution_space(code_, code_.partner(j) + 1);
      if (is_start && (is_lambda || (ends_after && lambdas_.contains(code_[j].text)))) {
        code_.error(j, lambda_error);
      }
      is_start = code_.is(j, ",");
      if (code_.opens(j)) j = code_.partner(j);
      if (j == none) return;
    }
  }

  bool ends_configuration(std::size_t i) const {
    return code_.is(i, ">") && code_.is(i + 1, ">") && code_.is(i + 2, ">");
  }

  /// extern __shared__ T name[4];
  void let_extern_have_a_size(std::size_t i) {
    bool is_shared = false;
    std::size_t j = i + 1;
    for (; j < code_.size() && !code_.is(j, "[") && !code_.is(j, ";") && !code_.is(j, "{"); ++j) {
      is_shared = is_shared || code_.is(j, "__shared__");
      if (code_.opens(j) && code_.partner(j) != none) j = code_.partner(j);
    }
    const bool is_dynamic = code_.is(j, "[") && code_.is(j + 1, "]");
    if (is_shared && !is_dynamic && (code_.is(j, "[") || code_.is(j, ";"))) code_.replace(i, "");
  }

  bool is_global_memory(std::size_t i) const {
    return code_.is(i, "__device__") || code_.is(i, "__constant__") || code_.is(i, "__managed__");
  }

  /// Whether the statement around declares a variable; where a macro may add to it, it counts as none.
  bool declares_variable() const {
    for (std::size_t j = scopes_.statement(); j < code_.size(); ++j) {
      if (code_.is(j, "<") && j > 0 && code_.is(j - 1, "template")) {
        j = scopes_.skip_template_parameters(j, code_.size());
        continue;
      }
      if (code_.is(j, "[") && code_.is(j + 1, "[") && code_.partner(j) != none) {  // an attribute
        j = code_.partner(j);
        continue;
      }
      if (code_.is(j, ";") || code_.is(j, "=") || code_.is(j, "{") || code_.is(j, "[")) return true;
      if (code_.is_macro_name(code_[j].text) || code_.is(j, "operator")) return false;
      if (!code_.is(j, "(")) continue;
      const bool is_attribute =
          code_.is_alignment(j - 1) || code_.is(j - 1, "__attribute__") || code_.is(j - 1, "decltype");
      if (!is_attribute || code_.partner(j) == none) return false;
      j = code_.partner(j);
    }
    return false;
  }

  void check_member(std::size_t i) {
    if (!is_in_class() || !declares_variable()) return;
    for (std::size_t j = scopes_.statement(); j < code_.size() && !code_.is(j, ";"); ++j) {
      if (!code_.is(j, "static")) continue;
      return code_.error(i, "memory qualifier on data member is not allowed: " + code_[i].text);
    }
  }

  void check_inline_variable(std::size_t i) {
    const bool is_unnamed = std::any_of(braces_.begin(), braces_.end(), [](const Brace& b) { return b.is_unnamed; });
    if (scopes_.in_function() || is_in_class() || is_unnamed || !declares_variable()) return;
    bool is_inline = false, is_static = false;
    for (std::size_t j = scopes_.statement(); j < code_.size() && !code_.is(j, ";"); ++j) {
      is_inline = is_inline || code_.is(j, "inline");
      is_static = is_static || code_.is(j, "static");
    }
    if (!is_inline || is_static) return;
    code_.error(i,
                "An inline __device__/__constant__/__managed__ variable must have internal linkage when the program "
                "is compiled in whole program mode (-rdc=false): write static in place of inline");
  }

  void check_launch_bounds(std::size_t i) {
    for (std::size_t j = scopes_.statement(); j < code_.size() && !code_.is(j, "{") && !code_.is(j, ";"); ++j) {
      if (code_.is(j, "__global__") || code_.is_macro_name(code_[j].text)) return;
    }
    code_.error(i, "__launch_bounds__ is only allowed on a __global__ function");
  }

  /// typedef float name __attribute__((vector_size(16))); using name …
  void note_vector(std::size_t i) {
    const std::size_t begin = scopes_.statement();
    std::size_t name = none;
    if (code_.is(begin, "using")) name = begin + 1;
    for (std::size_t j = begin + 1; code_.is(begin, "typedef") && j < code_.size() && !code_.is(j, ";"); ++j) {
      if (code_.is_identifier(j) && !code_.is(j, "__attribute__")) name = j;
      if (code_.opens(j) && code_.partner(j) != none) j = code_.partner(j);
    }
    if (name < code_.size()) vectors_.insert(code_[name].text);
    if (scopes_.in_device_function()) check_vector(i);
  }

  void check_vector(std::size_t i) {
    bool is_of_device = scopes_.in_device_function();
    for (std::size_t j = scopes_.statement(); j < i && !scopes_.in_function(); ++j) {
      if (code_.is(j, "__global__") || code_.is_device_word(j)) is_of_device = true;
    }
    if (is_of_device) {
      code_.error(i, "\"" + code_[i].text +
                         "\" is a vector of the host's compiler, which is not supported in device "
                         "code; use float4 and its like");
    }
  }

  /// A parameter: const itself, not only what it points to.
  void check_grid_constant(std::size_t i) {
    bool is_of_kernel = false;
    for (std::size_t j = scopes_.statement(); j < i; ++j) is_of_kernel = is_of_kernel || code_.is(j, "__global__");
    if (!is_of_kernel) {
      return code_.error(i, "__grid_constant__ annotation is only allowed on a parameter of a __global__ function");
    }
    std::size_t begin = i, end = i;
    while (begin > code_.first() && !code_.is(begin - 1, ",") && !code_.is(begin - 1, "(")) --begin;
    while (end < code_.size() && !code_.is(end, ",") && !code_.is(end, ")") && !code_.is(end, "=")) ++end;
    bool is_const = false;
    for (std::size_t j = begin; j < end; ++j) {
      if (code_.is(j, "const")) is_const = true;
      if (code_.is(j, "*") || code_.is(j, "&")) is_const = false;
    }
    if (!is_const) code_.error(i, "a parameter annotated with __grid_constant__ must have const-qualified type");
  }

  /// Of clang's own functions, which other compilers do not have.
  void check_name(std::size_t i) {
    constexpr std::array starts{"__builtin_nontemporal_",
                                "__builtin_rotateleft",
                                "__builtin_rotateright",
                                "__builtin_bitreverse",
                                "__builtin_elementwise",
                                "__builtin_reduce_",
                                "__builtin_readcycle",
                                "__builtin_debugtrap",
                                "__builtin_unpredictable",
                                "__builtin_memcpy_inline",
                                "__builtin_memset_inline",
                                "__builtin_canonicalize",
                                "__nvvm_"};
    if (!code_.is_identifier(i)) return;
    const std::string_view name = code_[i].text;
    const bool is_clangs =
        std::any_of(starts.begin(), starts.end(), [&](const char* start) { return name.starts_with(start); });
    if (is_clangs) code_.error(i, "identifier \"" + code_[i].text + "\" is undefined");
  }

  void check_device_code(std::size_t i) {
    if (code_.is(i, "dynamic_cast")) code_.error(i, "dynamic_cast is not allowed in device code");
    if (code_.is(i, "thread_local")) code_.error(i, "thread_local variables are not allowed in device code");
  }

  /// auto name = [
  void note_lambda(std::size_t i) {
    if (!scopes_.in_function() || scopes_.in_device_function() || !code_.is(i, "auto")) return;
    std::size_t name = i + 1;
    while (code_.is(name, "&") || code_.is(name, "const")) ++name;
    const bool is_lambda = (code_.is(name + 1, "=") || code_.is(name + 1, "{")) && code_.is(name + 2, "[");
    if (is_lambda) lambdas_.insert(code_[name].text);
  }

  void follow_classes(std::size_t i) {
    if (code_.is(i, "{")) {
      braces_.push_back({!scopes_.in_function() && opens_class(i), code_.is(i - 1, "namespace")});
    }
    if (code_.is(i, "}") && !braces_.empty()) braces_.pop_back();
  }

  bool opens_class(std::size_t brace) const {
    int depth = 0;  // of template parameters, in which `class` begins no class
    bool is_class = false;
    for (std::size_t i = scopes_.statement(); i < brace; ++i) {
      if (code_.is(i, "<")) ++depth;
      if (code_.is(i, ">")) --depth;
      if (code_.is(i, "(") && !code_.is_alignment(i - 1)) return false;
      if (depth == 0 && (code_.is(i, "struct") || code_.is(i, "class") || code_.is(i, "union"))) is_class = true;
    }
    return is_class;
  }
  bool is_in_class() const { return !braces_.empty() && braces_.back().is_class; }

  Code& code_;
  Scopes scopes_;
  detail::GlobalVariables variables_;
  struct Brace {
    bool is_class = false, is_unnamed = false;  // an unnamed namespace
  };
  std::vector<Brace> braces_;  // the open ones
  /// Names of types that are vectors.
  std::set<std::string, std::less<>> vectors_{"__m128",  "__m128i", "__m128d", "__m256", "__m256i",
                                              "__m256d", "__m512",  "__m512i", "__m512d"};
  std::set<std::string, std::less<>> lambdas_;  // variables of the function of the host around
};

}  // namespace

CudaSource for_cuda_front_end(std::string_view source, std::string_view name) try {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (source.starts_with(byte_order_mark)) source.remove_prefix(byte_order_mark.size());  // valid only on line 1
  const detail::Tokens tokens = detail::tokenize(source);
  const detail::Macros macros = find_macros(tokens.directives);
  std::vector<detail::Edit> edits;
  CudaSource result;
  Code code(tokens.code, macros, edits, result.errors);
  Rules(code).run();
  for (const std::vector<detail::Token>& line : tokens.directives) mend_unrolling(line, edits);
  std::stable_sort(result.errors.begin(), result.errors.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return a.line < b.line; });
  result.source = "#line 1 " + detail::string_literal(name) + "\n" + detail::apply(source, std::move(edits));
  return result;
} catch (const detail::TakesTooLong& stopped) {
  CudaSource result;
  result.errors.push_back(stopped.diagnostic());
  return result;
}

}  // namespace simt
