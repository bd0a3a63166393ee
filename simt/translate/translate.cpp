// Goes through the tokens of a file and of its macros, and calls for each place the part of the translator that may
// edit it. It is not a parser.
#include "simt/translate/translate.hpp"

#include <algorithm>
#include <utility>

#include "simt/translate/auto_parameters.hpp"
#include "simt/translate/code.hpp"
#include "simt/translate/device_branches.hpp"
#include "simt/translate/device_variables.hpp"
#include "simt/translate/launches.hpp"
#include "simt/translate/macros.hpp"
#include "simt/translate/pragmas.hpp"
#include "simt/translate/private_types.hpp"
#include "simt/translate/reference_casts.hpp"
#include "simt/translate/refusals.hpp"
#include "simt/translate/scopes.hpp"
#include "simt/translate/shared_variables.hpp"
#include "simt/translate/zero_comparisons.hpp"

namespace simt {
namespace {

using detail::Code;
using detail::Edit;
using detail::Macros;
using detail::Token;
using detail::TokenKind;

/// `__shared__` or `__constant__` before a parameter: nvcc warns that it does not apply there, and ignores it.
bool is_parameter_qualifier(const Code& code, std::size_t i) {
  return (code.is(i, "__shared__") || code.is(i, "__constant__")) && (code.is(i - 1, "(") || code.is(i - 1, ","));
}

/// The `{` of the function around the word of its head at `word`; none where another kernel begins before it. So the
/// time stays linear in the length of the file.
std::size_t body_after(const Code& code, std::size_t word) {
  std::size_t begin = word + 1;
  while (begin < code.size() && !code.is(begin, "{") && !code.is(begin, ";") && !code.is(begin, "__global__")) {
    begin = code.opens(begin) && code.partner(begin) != detail::none ? code.partner(begin) + 1 : begin + 1;
  }
  return code.is(begin, "{") && code.partner(begin) != detail::none ? begin : detail::none;
}

/// __launch_bounds__(N): the kernel itself refuses larger blocks, for N may depend on its template parameters.
void check_launch_bounds(Code& code, std::size_t word) {
  if (code.is_macro() || !code.is(word + 1, "(") || code.partner(word + 1) == detail::none) return;
  const std::size_t end = code.partner(word + 1);
  // `void __launch_bounds__(N) __global__ k()` has the kernel's word behind it.
  const std::size_t body = body_after(code, code.is(end + 1, "__global__") ? end + 1 : end);
  if (body == detail::none || end == word + 2) return;
  code.replace(body, "{simt::launch_bounds(" + code.text(word + 2, end) + ");");
}

/// A kernel that has an `if` and no `return` is marked: threads that go around a part of it do not end there on
/// purpose.
void mark_without_return(Code& code, std::size_t word) {
  if (code.is_macro() || code.has_return_in_macros()) return;
  const std::size_t begin = body_after(code, word);
  if (begin == detail::none) return;
  bool has_if = false;
  for (std::size_t i = begin; i < code.partner(begin); ++i) {
    if (code.is(i, "return") || code.is(i, "__global__")) return;
    has_if = has_if || code.is(i, "if");
  }
  if (has_if) code.replace(word, "__global__ SIMT_WITHOUT_RETURN");
}

void rewrite(Code& code) {
  detail::Scopes scopes(code);
  detail::SharedVariables shared(code, scopes);
  for (std::size_t i = code.first(); i < code.size(); ++i) {
    if (code.is(i, "<<<")) rewrite_launch(code, i);
    cast_addresses(code, i);
    if (code[i].kind == TokenKind::identifier) {
      refuse_features(code, i);
      if (is_parameter_qualifier(code, i)) {
        code.replace(i, "");
        continue;
      }
      if (code.is(i, "extern")) shared.rewrite_dynamic(i);
      if (code.is(i, "__shared__") && !code.is_macro()) shared.set_apart(i);
      if (code.is_device_word(i) || (code.is(i, "static") && scopes.in_device_function())) {
        mark_device_variable(code, scopes, i);
      }
      if (code.is(i, "__launch_bounds__") && !scopes.in_function()) check_launch_bounds(code, i);
      if ((code.is(i, "__global__") || code.is_device_word(i)) && !scopes.in_function()) {
        give_zeros_a_type(code, scopes.statement(), i);
      }
      if (code.is(i, "auto") && !scopes.in_function()) name_auto_parameters(code, scopes.statement(), i);
      if (code.is(i, "__constant__")) keep_constants_apart(code, scopes, i);
      if (code.is(i, "alignas")) let_alignas_follow(code, i);
      if (code.is(i, "__global__")) {
        refuse_references(code, i);
        mark_without_return(code, i);
      }
      if (code.is(i, "cudaLaunchCooperativeKernel") || code.is(i, "cudaLaunchKernel")) drop_cast(code, i + 1);
    }
    scopes.pass(i);
  }
}

void rewrite_macro(const std::vector<Token>& line, const Macros& macros, std::vector<Edit>& edits,
                   std::vector<Diagnostic>& errors) {
  std::size_t body = 3;  // # define NAME
  std::vector<std::string_view> parameters;
  if (line.size() > body && line[body].text == "(" && !line[body].space_before) {
    while (body < line.size() && line[body].text != ")") {
      if (line[body].kind == TokenKind::identifier) parameters.push_back(line[body].text);
      if (line[body].text == "...") parameters.push_back("__VA_ARGS__");
      ++body;
    }
    ++body;
  }
  if (body >= line.size()) return;
  Code code = Code::macro_body(line, body, macros, std::move(parameters), edits, errors);
  rewrite(code);
}

/// A variable that tells the plugin their names (instrument/kernel_types.cpp); behind the last line of the program.
std::string note_private_types(const Code& code) {
  std::string names;
  for (const std::string& name : detail::private_types(code)) names += name + ";";
  if (names.empty()) return "";
  return "\n__attribute__((used)) static const char simt_private_types[] = " + detail::string_literal(names) + ";\n";
}

}  // namespace

Translation translate(std::string_view source, std::string_view name) try {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (source.starts_with(byte_order_mark)) source.remove_prefix(byte_order_mark.size());  // valid only on line 1
  detail::Tokens tokens = detail::tokenize(source);
  std::vector<Edit> edits;
  const Macros macros = find_macros(tokens.directives);
  Code code(tokens.code, macros, edits, tokens.errors);
  rewrite(code);
  for (const std::vector<Token>& line : tokens.directives) {
    const std::string_view directive = line.size() > 1 ? std::string_view(line[1].text) : "";
    if (directive == "include") detail::refuse_header(line, edits);
    if (directive == "pragma") detail::mend_unrolling(line, edits);
    if (directive == "define") rewrite_macro(line, macros, edits, tokens.errors);
  }
  branch_for_device(source, tokens, macros, code, edits, tokens.errors);
  Translation result;
  result.errors = std::move(tokens.errors);
  std::stable_sort(result.errors.begin(), result.errors.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return a.line < b.line; });
  const std::string note = note_private_types(code);
  result.source = "#line 1 " + detail::string_literal(name) + "\n" + detail::apply(source, std::move(edits)) + note;
  return result;
} catch (const detail::TakesTooLong& stopped) {
  Translation result;
  result.errors.push_back(stopped.diagnostic());
  return result;
}

}  // namespace simt
