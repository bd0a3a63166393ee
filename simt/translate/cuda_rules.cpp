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
      if (code_.is(i, "__shared__")) check_shared_member(i);
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
    bool is_friend = false;
    for (std::size_t j = scopes_.statement(); j < parameters; ++j) {
      is_friend = is_friend || code_.is(j, "friend");
      if (code_.is(j, "auto")) {
        code_.error(i, "a __global__ function must not have a deduced return type; its return type must be void");
      }
    }
    const std::size_t end = code_.partner(parameters);
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

  void check_shared_member(std::size_t i) {
    if (!is_in_class()) return;
    for (std::size_t j = scopes_.statement(); j < code_.size() && !code_.is(j, ";"); ++j) {
      if (code_.is(j, "static")) return code_.error(i, "memory qualifier on data member is not allowed: __shared__");
    }
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
    if (code_.is(i, "{")) classes_.push_back(!scopes_.in_function() && opens_class(i));
    if (code_.is(i, "}") && !classes_.empty()) classes_.pop_back();
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
  bool is_in_class() const { return !classes_.empty() && classes_.back(); }

  Code& code_;
  Scopes scopes_;
  detail::GlobalVariables variables_;
  std::vector<bool> classes_;  // for each open brace whether it is that of a class
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
