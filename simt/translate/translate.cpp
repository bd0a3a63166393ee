// Finds launches, device variables and unsupported features in a list of tokens, and edits the source at these places.
// It is not a parser: where `<` could be a comparison or open template arguments, it chooses what gives a launch.
#include "simt/translate/translate.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_set>
#include <utility>

#include "simt/translate/lexer.hpp"

namespace simt {
namespace {

using detail::Token;
using detail::TokenKind;
using Stream = std::vector<Token>;
using Names = std::unordered_set<std::string_view>;

constexpr std::size_t none = static_cast<std::size_t>(-1);

// --- Unsupported features ------------------------------------------------------------------------------------

struct Refusal {
  std::string_view name;
  std::string_view advice;
};

constexpr std::string_view ptx_advice =
    "inline PTX (asm) cannot be emulated; write it in CUDA C++ or with a CUDA intrinsic function";
constexpr std::string_view texture_advice =
    "texture references were removed from CUDA; create a texture object with cudaCreateTextureObject()";

constexpr std::array refused_names{
    Refusal{"asm", ptx_advice},
    Refusal{"__asm", ptx_advice},
    Refusal{"__asm__", ptx_advice},
};

constexpr std::array refused_headers{
    Refusal{"cuda/latch", "cuda::latch is not emulated; use cuda::barrier"},
    Refusal{"cuda/semaphore", "cuda::counting_semaphore is not emulated; use cuda::barrier"},
    Refusal{"cuda/ptx", "PTX cannot be emulated; write it in CUDA C++ or with a CUDA intrinsic function"},
    Refusal{"mma.h", "tensor cores are not emulated; use ordinary arithmetic"},
    Refusal{"cub/", "CUB is not emulated; write the kernel yourself"},
    Refusal{"thrust/", "Thrust is not emulated; write the kernel yourself"},
    Refusal{"cublas", "cuBLAS is not emulated; write the kernel yourself"},
};

// Words before a parenthesis or an operator that cannot be a function's name.
constexpr std::array<std::string_view, 16> keywords{"if",   "else",    "while",     "for",    "switch", "return",
                                                    "do",   "case",    "new",       "delete", "throw",  "sizeof",
                                                    "goto", "default", "constexpr", "alignof"};

bool is_function_name(const Token& token) {
  return token.kind == TokenKind::identifier &&
         std::find(keywords.begin(), keywords.end(), token.text) == keywords.end();
}

// --- Editing --------------------------------------------------------------------------------------------

struct Edit {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string text;
};

// Keeps the line continuations inside a replaced token; otherwise later lines would move up.
std::string continuations_within(std::string_view source, const Edit& edit) {
  const std::string_view replaced = source.substr(edit.begin, edit.end - edit.begin);
  std::string kept;
  for (auto i = std::count(replaced.begin(), replaced.end(), '\n'); i > 0; --i) kept += "\\\n";
  return kept;
}

std::string apply(std::string_view source, std::vector<Edit> edits) {
  std::stable_sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) { return a.begin < b.begin; });
  std::string result;
  result.reserve(source.size() + 128 * edits.size());
  std::size_t done = 0;
  for (const Edit& edit : edits) {
    if (edit.begin < done) continue;  // a launch inside the extents of an array: no compiler accepts that
    result += source.substr(done, edit.begin - done);
    result += edit.text;
    result += continuations_within(source, edit);
    done = edit.end;
  }
  result += source.substr(done);
  return result;
}

std::string string_literal(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

// --- One stream -----------------------------------------------------------------------------------------

/// The parts of a launch, as positions in the list of tokens.
struct Launch {
  std::size_t name = 0;       ///< first token of the kernel's name
  std::size_t open = 0;       ///< <<<
  std::size_t close = 0;      ///< the first of the three > of >>>
  std::size_t arguments = 0;  ///< the ( after it
};

struct Macros {
  Names names;
  Names device_words;  ///< __device__, and macros that consist of words only and contain it
};

/// Rewrites the code of a file, or one macro body.
class Rewriter {
 public:
  Rewriter(const Stream& stream, std::size_t first, const Macros& macros,
           std::vector<std::string_view> macro_parameters, bool is_macro, std::vector<Edit>& edits,
           std::vector<Diagnostic>& errors)
      : tokens_(stream),
        first_(first),
        macros_(macros),
        macro_parameters_(std::move(macro_parameters)),
        is_macro_(is_macro),
        edits_(edits),
        errors_(errors),
        partner_(stream.size(), none) {
    match_brackets();
  }

  void run() {
    for (std::size_t i = first_; i < tokens_.size(); ++i) {
      if (is(i, "<<<")) rewrite_launch(i);
      if (tokens_[i].kind == TokenKind::identifier) {
        refuse(i);
        if (is(i, "extern")) rewrite_dynamic_shared(i);
        if (is(i, "__shared__") && !is_macro_) set_apart(i);
        if (is_device_word(i) || (is(i, "static") && in_device_function())) mark_device_variable(i);
        if (is(i, "__constant__")) keep_constants_apart(i);
        if (is(i, "alignas")) let_alignas_follow(i);
        if (is(i, "__global__")) refuse_references(i);
        if (is(i, "cudaLaunchCooperativeKernel") || is(i, "cudaLaunchKernel")) drop_cast(i + 1);
      }
      track_scope(i);
    }
  }

 private:
  bool is(std::size_t i, std::string_view text) const {
    return i >= first_ && i < tokens_.size() && tokens_[i].kind != TokenKind::string && tokens_[i].text == text;
  }
  bool opens(std::size_t i) const { return is(i, "(") || is(i, "[") || is(i, "{"); }
  bool closes(std::size_t i) const { return is(i, ")") || is(i, "]") || is(i, "}"); }

  void error(std::size_t i, std::string message) { errors_.push_back({tokens_[i].line, std::move(message)}); }

  void replace(std::size_t i, std::string text) {
    edits_.push_back({tokens_[i].begin, tokens_[i].end, std::move(text)});
  }
  void erase(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) replace(i, "");
  }

  std::string text(std::size_t begin, std::size_t end) const {
    std::string result;
    for (std::size_t i = begin; i < end; ++i) {
      if (i > begin && tokens_[i].space_before) result += ' ';
      result += tokens_[i].text;
    }
    return result;
  }

  void match_brackets() {
    std::vector<std::size_t> open;
    for (std::size_t i = first_; i < tokens_.size(); ++i) {
      if (opens(i)) open.push_back(i);
      if (!closes(i) || open.empty()) continue;
      const char opening = tokens_[open.back()].text[0];
      const char closing = tokens_[i].text[0];
      // In ASCII, ) is ( + 1, ] is [ + 2, and } is { + 2.
      if (closing - opening != 1 && closing - opening != 2) continue;
      partner_[i] = open.back();
      partner_[open.back()] = i;
      open.pop_back();
    }
  }

  // --- refusals ---

  void refuse(std::size_t i) {
    for (const Refusal& refusal : refused_names) {
      if (is(i, refusal.name)) error(i, std::string(refusal.advice));
    }
    if (is(i, "texture") && is_texture_reference(i)) error(i, std::string(texture_advice));
  }

  // texture<float, 2, …> name;
  bool is_texture_reference(std::size_t i) const {
    if (!is(i + 1, "<")) return false;
    constexpr std::size_t longest = 16;
    std::size_t j = i + 2;
    while (j < std::min(tokens_.size(), i + longest) && !is(j, ">") && !is(j, ";") && !opens(j)) ++j;
    return is(j, ">") && j + 1 < tokens_.size() && tokens_[j + 1].kind == TokenKind::identifier;
  }

  // Refuses references among a kernel's parameters: in the emulator they would refer to the thread's own copy.
  void refuse_references(std::size_t global) {
    std::size_t open = global + 1;
    while (open < tokens_.size() && !is(open, "(") && !is(open, ";") && !is(open, "__global__")) {
      if (is(open, "__launch_bounds__") || is(open, "__attribute__")) ++open;
      open = is(open, "(") ? partner_[open] : open;
      if (open != none) ++open;
    }
    if (!is(open, "(") || partner_[open] == none) return;
    bool is_parameter = true;  // false in a default argument
    for (std::size_t i = open + 1; i < partner_[open]; ++i) {
      if (is(i, ",") || is(i, "=")) is_parameter = is(i, ",");
      const bool is_reference = is(i, "&") || is(i, "&&") || (is(i, "(") && is(i + 1, "&"));
      if (is_reference && is_parameter) {
        return error(i, "a kernel's parameter cannot be a reference: it would refer to host memory; pass a value");
      }
      if (opens(i)) i = partner_[i];
    }
  }

  // --- launches ---

  void rewrite_launch(std::size_t open) {
    if (is(open - 1, "operator")) return;  // operator<< <int>, written without a blank
    const std::optional<Launch> launch = find_launch(open);
    if (!launch) return;
    const std::string name = text(launch->name, launch->open);
    const std::vector<Argument> arguments = null_arguments(*launch);
    erase(launch->name, launch->open);
    replace(open, "simt::launch(simt::Launch{");
    replace(launch->close, "}, " + name_literal(*launch) + ", " +
                               (arguments.empty() ? "[&](auto&&... simt_args) { " + name + "(simt_args...); }"
                                                  : call_with_literals(name, arguments)));
    erase(launch->close + 1, launch->close + 3);
    replace(launch->arguments, arguments.empty() ? argument_separator(*launch) : "");
    drop_literals(arguments);
  }

  // --- 0 and NULL among the arguments ---

  /// One argument of a launch, as tokens.
  struct Argument {
    std::size_t begin = 0, end = 0;
    bool is_literal = false;  ///< 0 or NULL, which mean a null pointer only where they are written
  };

  // All arguments, if one of them is such a literal; else an empty list. Also empty where a comma may belong to
  // template arguments, because the arguments cannot be counted then.
  std::vector<Argument> null_arguments(const Launch& launch) const {
    std::vector<Argument> arguments;
    bool has_literal = false;
    const std::size_t close = partner_[launch.arguments];
    for (std::size_t begin = launch.arguments + 1, i = begin; i <= close; ++i) {
      if (is(i, "<") || is(i, "__VA_ARGS__")) return {};
      if (i == close || is(i, ",")) {
        arguments.push_back({begin, i, i == begin + 1 && (is(begin, "0") || is(begin, "NULL"))});
        has_literal = has_literal || arguments.back().is_literal;
        begin = i + 1;
      } else if (opens(i)) {
        i = partner_[i];
        if (i == none) return {};
      }
    }
    return has_literal ? arguments : std::vector<Argument>();
  }

  // The call, with the literals in place; the other arguments are parameters.
  std::string call_with_literals(const std::string& name, const std::vector<Argument>& arguments) const {
    std::string parameters, passed;
    for (const Argument& argument : arguments) {
      const std::string number = "simt_arg_" + std::to_string(&argument - arguments.data());
      if (!passed.empty()) passed += ", ";
      passed += argument.is_literal ? tokens_[argument.begin].text : number;
      if (argument.is_literal) continue;
      if (!parameters.empty()) parameters += ", ";
      parameters += "auto&& " + number;
    }
    return "[&](" + parameters + ") { " + name + "(" + passed + "); }";
  }

  // Changes `(a, 0, b)` to `, a, b`.
  void drop_literals(const std::vector<Argument>& arguments) {
    for (const Argument& argument : arguments) {
      if (argument.is_literal) replace(argument.begin, "");
      const bool is_last = &argument == &arguments.back();
      if (!is_last) replace(argument.end, "");
      // An insertion before the argument.
      if (!argument.is_literal) {
        edits_.push_back({tokens_[argument.begin].begin, tokens_[argument.begin].begin, ", "});
      }
    }
  }

  // In a macro, parameters inside the name are known only where the macro is used: "#k", not "k".
  std::string name_literal(const Launch& launch) const {
    std::string result;
    std::string plain;
    for (std::size_t i = launch.name; i < launch.open; ++i) {
      const bool parameter =
          std::find(macro_parameters_.begin(), macro_parameters_.end(), tokens_[i].text) != macro_parameters_.end();
      if (i > launch.name && tokens_[i].space_before && !is(i, "##") && !is(i - 1, "##")) plain += ' ';
      if (!parameter) {
        if (!is(i, "##")) plain += tokens_[i].text;
        continue;
      }
      if (!plain.empty()) result += string_literal(plain) + ' ';
      plain.clear();
      result += '#' + tokens_[i].text + ' ';
    }
    if (!plain.empty()) return result + string_literal(plain);
    result.pop_back();
    return result;
  }

  // The separator before the arguments; `__VA_ARGS__` may be empty.
  std::string argument_separator(const Launch& launch) const {
    const std::size_t first = launch.arguments + 1;
    if (is(first, ")")) return "";
    if (is(first, "__VA_ARGS__") && is(first + 1, ")")) return ", ##";
    return ", ";
  }

  std::optional<Launch> find_launch(std::size_t open) {
    Launch launch;
    launch.open = open;
    launch.name = find_name(open);
    if (launch.name == none) {
      error(open, "there is no kernel name before <<<; write kernel<<<blocks, threads>>>(arguments)");
      return std::nullopt;
    }
    if (!is_readable_name(launch.name, open)) {
      error(open, "the kernel before <<< cannot be read; give it a name and launch it by that name");
      return std::nullopt;
    }
    const std::string name = text(launch.name, open);
    launch.close = find_close(open);
    if (launch.close == none) {
      error(open, "the launch of '" + name + "' is not complete; write " + name + "<<<blocks, threads>>>(arguments)");
      return std::nullopt;
    }
    launch.arguments = launch.close + 3;
    if (partner_[launch.arguments] == none) {
      error(open, "the arguments of the launch of '" + name + "' are not closed; a ) is missing");
      return std::nullopt;
    }
    if (!is_macro_ && !has_comma(open + 1, launch.close) && !macros_.names.contains(tokens_[open + 1].text)) {
      error(open, "the launch of '" + name + "' needs both blocks and threads; write " + name +
                      "<<<blocks, threads>>>(arguments)");
      return std::nullopt;
    }
    return launch;
  }

  // The length is limited, so that nested expressions cost linear time. The name must not contain a launch, because a
  // token can be edited only once.
  bool is_readable_name(std::size_t begin, std::size_t end) const {
    constexpr std::size_t longest = 256;
    if (end - begin > longest) return false;
    for (std::size_t i = begin; i < end; ++i) {
      if (is(i, "<<<")) return false;
    }
    return true;
  }

  bool has_comma(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i) {
      if (is(i, ",")) return true;
      if (opens(i)) i = partner_[i];
    }
    return false;
  }

  // Walks back from <<< over a postfix expression: k, a::k, k<32, float>, table[i], (k), pick(3), o.k, k##_v1.
  std::size_t find_name(std::size_t open) const {
    std::size_t i = open;
    for (;;) {
      if (is(i - 1, ">")) {
        i = find_template_open(i - 1);
        if (i == none) return none;
      }
      while (is(i - 1, "]")) {
        i = partner_[i - 1];
        if (i == none) return none;
      }
      if (is(i - 1, ")")) {
        i = partner_[i - 1];
        if (i == none || i == first_ || !is_function_name(tokens_[i - 1])) return i;
      }
      if (i <= first_ || !is_function_name(tokens_[i - 1])) return none;
      --i;
      if (is(i - 1, "template")) --i;
      if (is(i - 1, "::")) {
        --i;
        const bool qualified = i > first_ && (is(i - 1, ">") || is_function_name(tokens_[i - 1]));
        if (!qualified) return i;
      } else if (is(i - 1, ".") || is(i - 1, "->") || is(i - 1, "##")) {
        --i;
      } else {
        return i;
      }
    }
  }

  std::size_t find_template_open(std::size_t close) const {
    int depth = 0;
    for (std::size_t i = close; i != none && i >= first_; --i) {
      if (is(i, ">")) ++depth;
      if (is(i, "<") && --depth == 0) return i;
      if (closes(i)) {
        i = partner_[i];
        if (i == none) return none;
      } else if (opens(i) || is(i, ";") || is(i, "<<<")) {
        return none;
      }
    }
    return none;
  }

  // The first of the three > that end the configuration. `A<B<C<int>>>(0)` inside it looks the same, but there three <
  // are still open, each after a name.
  std::size_t find_close(std::size_t open) const {
    std::size_t fallback = none;
    int unclosed = 0;
    for (std::size_t i = open + 1; i < tokens_.size(); ++i) {
      if (opens(i)) {
        i = partner_[i];
        if (i == none) return fallback;
        continue;
      }
      if (closes(i) || is(i, ";") || is(i, "<<<")) return fallback;
      if (is(i, "<") && tokens_[i - 1].kind == TokenKind::identifier) ++unclosed;
      if (!is(i, ">")) continue;
      if (ends_configuration(i) && i > open + 1) {
        if (unclosed < 3) return i;
        if (fallback == none) fallback = i;
      }
      unclosed = std::max(0, unclosed - 1);
    }
    return fallback;
  }

  bool ends_configuration(std::size_t i) const {
    return is(i + 1, ">") && is(i + 2, ">") && is(i + 3, "(") && !tokens_[i + 1].space_before &&
           !tokens_[i + 2].space_before;
  }

  // For cudaLaunchKernel((void*)kernel, …) and cudaLaunchCooperativeKernel, also with reinterpret_cast<void*>(kernel):
  // the cast would hide the kernel's parameter types.
  void drop_cast(std::size_t open) {
    const bool is_named = is(open + 1, "reinterpret_cast");
    std::size_t i = is_named ? open + 2 : open + 1;
    if (!is(open, "(") || !is(i, is_named ? "<" : "(")) return;
    if (is(i + 1, "const")) ++i;
    if (!is(i + 1, "void") || !is(i + 2, "*") || !is(i + 3, is_named ? ">" : ")")) return;
    for (std::size_t token = open + 1; token <= i + 3; ++token) replace(token, "");
  }

  // `__shared__` and the like expand to specifiers, after which clang accepts only C's keyword `_Alignas`.
  void let_alignas_follow(std::size_t i) {
    const bool follows = is(i - 1, "__shared__") || is(i - 1, "__constant__") || is(i - 1, "__managed__");
    if (follows || is_device_word(i - 1)) replace(i, "_Alignas");
  }

  // --- __device__ T name; ---

  bool is_device_word(std::size_t i) const {
    return i >= first_ && i < tokens_.size() && macros_.device_words.contains(tokens_[i].text);
  }

  // `word` is __device__, or the `static` of a variable in a device function, which is in global memory, too. Functions
  // and constants are not marked.
  void mark_device_variable(std::size_t word) {
    const std::size_t end = end_of_declarator(word);
    if (end == none || end < word + 2 || !is_function_name(tokens_[end - 1])) return;
    if (!lies_elsewhere(word, end)) replace(word, tokens_[word].text + " SIMT_DEVICE_VARIABLE");
  }

  // The first token after the declared variable's name; none if the declaration is not a variable in global memory.
  std::size_t end_of_declarator(std::size_t word) const {
    constexpr std::array<std::string_view, 9> others{
        "operator", "__host__", "__global__", "__shared__", "typedef", "__constant__", "__managed__", "using", "->"};
    bool defines_type = false;
    int angles = 0;
    for (std::size_t i = word + 1; i < tokens_.size() && !closes(i); ++i) {
      const std::string& text = tokens_[i].text;
      const bool is_another = std::find(others.begin(), others.end(), text) != others.end();
      if (is_another || text == tokens_[word].text || is_device_word(i)) return none;
      if (is(i, "struct") || is(i, "class") || is(i, "union") || is(i, "enum")) defines_type = true;
      angles += is(i, "<") ? 1 : is(i, ">") ? -1 : 0;
      const bool opens_type = is(i, "{") && defines_type;
      const bool is_attribute =
          is(i, "(") && (is_alignment(i - 1) || is(i - 1, "decltype") || is(i - 1, "__attribute__") ||
                         macros_.names.contains(tokens_[i - 1].text));
      if (opens_type || is_attribute || (opens(i) && angles > 0)) {
        defines_type = false;
        i = partner_[i];
        if (i == none) return none;
      } else if (is(i, "(")) {
        // `int a(3);` and `int (*a)(int);` are variables; everything else is a function.
        const bool is_number = i + 1 < tokens_.size() && tokens_[i + 1].kind == TokenKind::number;
        return is_number || is(i + 1, "*") ? i : none;
      } else if (angles == 0 && (opens(i) || is(i, ";") || is(i, ",") || is(i, "="))) {
        return i;
      }
    }
    return none;
  }

  // clang requires different sections for const and non-const variables.
  void keep_constants_apart(std::size_t word) {
    const std::size_t end = end_of_declarator(word);
    if (end != none && is_constant(word, end)) replace(word, "SIMT_CONSTANT_READ_ONLY");
  }

  bool lies_elsewhere(std::size_t word, std::size_t end) const {
    for (std::size_t i = begin_of_declaration(word); i < word; ++i) {
      if (is(i, "__constant__") || is(i, "__managed__") || is(i, "__shared__")) return true;
    }
    return is_constant(word, end);
  }

  bool is_constant(std::size_t word, std::size_t end) const {
    bool is_constant = false;
    for (std::size_t i = begin_of_declaration(word); i < end; ++i) {
      if (is(i, "constexpr") || is(i, "const")) is_constant = true;
      if (is(i, "*")) is_constant = false;
      if (is(i, "{")) i = partner_[i];
    }
    return is_constant;
  }

  std::size_t begin_of_declaration(std::size_t word) const {
    std::size_t begin = word;
    while (begin > statement_ && !is_device_word(begin - 1) && tokens_[begin - 1].text != tokens_[word].text) --begin;
    return begin;
  }

  // --- __shared__ T name[32]; ---

  // Adds a gap after every variable, so that an index that is too large does not access the next variable. A
  // declaration with several declarators is split.
  void set_apart(std::size_t shared) {
    const std::size_t begin = begin_of_specifiers(shared);
    if (is(begin - 1, "extern")) return;
    std::vector<std::size_t> commas;
    bool can_be_repeated = true;
    int angles = 0;
    std::size_t end = shared + 1;
    for (; !is(end, ";"); ++end) {
      const bool is_declaration = end < tokens_.size() && !closes(end) && !is(end, "__shared__") && !is(end, "extern");
      if (!is_declaration) return;
      angles += is(end, "<") ? 1 : is(end, ">") ? -1 : 0;
      if (is(end, ",") && angles == 0) commas.push_back(end);
      if (is(end, "=") || is(end, "{")) can_be_repeated = false;
      if (opens(end)) end = partner_[end];
      if (end == none) return;
    }
    // Outside functions, clang would place variables in the order of their first use, but gaps in declaration order.
    const std::string specifier = in_function() ? "__shared__" : "SIMT_SHARED_IN_ORDER";
    if (!in_function()) replace(shared, specifier);
    const std::size_t declarator = commas.empty() ? none : first_declarator(shared, commas.front());
    if (can_be_repeated && declarator != none && begins_statement(begin)) {
      const std::string specifiers = repeated_specifiers(begin, declarator, specifier);
      for (const std::size_t comma : commas) replace(comma, "; " + gap() + " " + specifiers);
    }
    replace(end, "; " + gap());
  }

  std::string gap() { return "SIMT_SHARED_GAP(" + std::to_string(gaps_++) + ");"; }

  std::size_t begin_of_specifiers(std::size_t i) const {
    for (;;) {
      if (is(i - 1, "static") || is(i - 1, "volatile") || is(i - 1, "const")) {
        --i;
      } else if (is(i - 1, ")") && partner_[i - 1] != none && is_alignment(partner_[i - 1] - 1)) {
        i = partner_[i - 1] - 1;
      } else {
        return i;
      }
    }
  }

  bool is_alignment(std::size_t i) const { return is(i, "alignas") || is(i, "__align__"); }

  bool begins_statement(std::size_t i) const {
    return i == first_ || is(i - 1, ";") || is(i - 1, "{") || is(i - 1, "}") || is(i - 1, ":");
  }

  // The first declarator, which ends at `end`: `s[4]` or `*p`. None if it has another form, or if the specifiers before
  // it are too long to be repeated.
  std::size_t first_declarator(std::size_t shared, std::size_t end) const {
    constexpr std::size_t longest = 64;
    std::size_t i = end;
    while (is(i - 1, "]") && partner_[i - 1] != none) i = partner_[i - 1];
    if (i <= shared + 1 || end - shared > longest || !is_function_name(tokens_[i - 1])) return none;
    std::size_t first = --i;
    while (is(i - 1, "*") || is(i - 1, "const") || is(i - 1, "volatile")) {
      if (is(--i, "*")) first = i;
    }
    return first;
  }

  std::string repeated_specifiers(std::size_t begin, std::size_t end, const std::string& shared) const {
    std::string result;
    for (std::size_t i = begin; i < end; ++i) {
      result += (is(i, "alignas") ? "_Alignas" : is(i, "__shared__") ? shared : tokens_[i].text) + " ";
    }
    return result;
  }

  // --- extern __shared__ T name[]; ---

  void rewrite_dynamic_shared(std::size_t external) {
    const std::size_t begin = is(external - 1, "__shared__") ? external - 1 : external;
    bool shared = false;
    std::size_t bracket = begin;  // moves to the declarator's [
    std::vector<std::size_t> specifiers;
    for (; bracket < tokens_.size() && !is(bracket, "[") && !is(bracket, ";") && !is(bracket, "{"); ++bracket) {
      if (is(bracket, "extern") && bracket != external) return;
      if (is(bracket, "__shared__")) shared = true;
      if (is(bracket, "__shared__") || is(bracket, "extern")) specifiers.push_back(bracket);
      if (is(bracket, "(")) {
        if (partner_[bracket] == none) return;
        const bool aligns = is_alignment(bracket - 1);
        for (std::size_t i = bracket - 1; aligns && i <= partner_[bracket]; ++i) specifiers.push_back(i);
        bracket = partner_[bracket];
      }
    }
    if (!shared) return;
    const std::size_t end = end_of_extents(bracket);
    if (!is(bracket, "[") || !is(bracket + 1, "]") || !is(end, ";") || !is_function_name(tokens_[bracket - 1])) {
      return error(external, "this dynamic shared memory cannot be read; write extern __shared__ float name[];");
    }
    if (!is_macro_ && !in_function()) {
      for (const std::size_t i : specifiers) {
        if (i != external) replace(i, "");
      }
      return replace(end, " SIMT_DYNAMIC_SHARED;");
    }
    declare_dynamic_shared(begin, bracket, end, specifiers);
  }

  std::size_t end_of_extents(std::size_t bracket) const {
    while (is(bracket, "[")) {
      if (partner_[bracket] == none) return none;
      bracket = partner_[bracket] + 1;
    }
    return bracket;
  }

  // The tokens of the type stay in place; the rest of the new declaration replaces the name.
  void declare_dynamic_shared(std::size_t begin, std::size_t bracket, std::size_t end,
                              const std::vector<std::size_t>& specifiers) {
    std::string type;
    for (std::size_t i = begin; i < bracket - 1; ++i) {
      if (std::binary_search(specifiers.begin(), specifiers.end(), i)) {
        replace(i, "");
        continue;
      }
      if (!type.empty() && tokens_[i].space_before) type += ' ';
      type += tokens_[i].text;
    }
    const std::string& name = tokens_[bracket - 1].text;
    const std::string extents = text(bracket + 2, end);  // of name[][33]: "[33]"
    const std::string cast = extents.empty() ? type + "*" : type + " (*)" + extents;
    const std::string declarator = extents.empty() ? "* const " + name : "(* const " + name + ")" + extents;
    replace(bracket - 1, declarator + " = static_cast<" + cast + ">(simt::dynamic_shared())");
    erase(bracket, end);
  }

  // --- scopes: whether a declaration is inside a function ---

  void track_scope(std::size_t i) {
    if (is(i, "{")) {
      const Scope outer = scopes_.empty() ? Scope() : scopes_.back();
      const bool is_function = opens_function(i);
      scopes_.push_back({outer.is_function || is_function, outer.is_device || (is_function && is_of_device(i))});
    } else if (is(i, "}") && !scopes_.empty()) {
      scopes_.pop_back();
    }
    if (is(i, "{") || is(i, "}") || is(i, ";")) statement_ = i + 1;
  }

  bool is_of_device(std::size_t brace) const {
    for (std::size_t i = statement_; i < brace; ++i) {
      if (is(i, "__global__") || is_device_word(i)) return true;
    }
    return false;
  }

  // Namespaces, linkage specifications and types are not functions; other braces belong to a function or are inside
  // one.
  bool opens_function(std::size_t brace) const {
    if (is(statement_, "extern") && statement_ + 2 == brace) return false;
    for (std::size_t i = statement_; i < brace; ++i) {
      if (is(i, "namespace") || is(i, "class") || is(i, "struct") || is(i, "union") || is(i, "enum")) return false;
      if (is(i, "(")) return true;
      if (is(i, "<") && is(i - 1, "template")) i = skip_template_parameters(i, brace);
    }
    return true;
  }

  std::size_t skip_template_parameters(std::size_t open, std::size_t limit) const {
    int depth = 0;
    for (std::size_t i = open; i < limit; ++i) {
      if (is(i, "<")) ++depth;
      if (is(i, ">") && --depth == 0) return i;
    }
    return limit;
  }

  bool in_function() const { return !scopes_.empty() && scopes_.back().is_function; }
  bool in_device_function() const { return !scopes_.empty() && scopes_.back().is_device; }

  const Stream& tokens_;
  std::size_t first_;
  const Macros& macros_;
  std::vector<std::string_view> macro_parameters_;
  bool is_macro_;
  std::vector<Edit>& edits_;
  std::vector<Diagnostic>& errors_;
  std::vector<std::size_t> partner_;  // of each bracket; none if it has no partner
  struct Scope {
    bool is_function = false, is_device = false;  // or inside one
  };
  std::vector<Scope> scopes_;  // one per open brace
  int gaps_ = 0;
  std::size_t statement_ = 0;  // first token of the current statement
};

// --- Directives -----------------------------------------------------------------------------------------

void check_include(const Stream& line, std::vector<Diagnostic>& errors) {
  if (line.size() < 3 || line[2].kind != TokenKind::string) return;
  const std::string_view header = std::string_view(line[2].text).substr(1);
  for (const Refusal& refusal : refused_headers) {
    if (header.starts_with(refusal.name)) errors.push_back({line[2].line, std::string(refusal.advice)});
  }
}

// `#define DEVICE static __device__`
bool is_device_word(const Stream& line, const Names& known) {
  const auto is_known = [&](const Token& token) { return known.contains(token.text); };
  const auto is_word = [](const Token& token) { return token.kind == TokenKind::identifier; };
  return line.size() > 3 && std::all_of(line.begin() + 3, line.end(), is_word) &&
         std::any_of(line.begin() + 3, line.end(), is_known);
}

Macros find_macros(const std::vector<Stream>& directives) {
  Macros macros;
  macros.device_words.insert("__device__");
  for (const Stream& line : directives) {
    if (line.size() <= 2 || line[1].text != "define") continue;
    macros.names.insert(line[2].text);
    if (is_device_word(line, macros.device_words)) macros.device_words.insert(line[2].text);
  }
  return macros;
}

void rewrite_macro(const Stream& line, const Macros& macros, std::vector<Edit>& edits,
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
  if (body < line.size()) Rewriter(line, body, macros, std::move(parameters), true, edits, errors).run();
}

}  // namespace

Translation translate(std::string_view source, std::string_view name) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (source.starts_with(byte_order_mark)) source.remove_prefix(byte_order_mark.size());  // valid only on line 1
  detail::Tokens tokens = detail::tokenize(source);
  Translation result;
  std::vector<Edit> edits;
  const Macros macros = find_macros(tokens.directives);
  Rewriter(tokens.code, 0, macros, {}, false, edits, tokens.errors).run();
  for (const Stream& line : tokens.directives) {
    const std::string_view directive = line.size() > 1 ? std::string_view(line[1].text) : "";
    if (directive == "include") check_include(line, tokens.errors);
    if (directive == "define") rewrite_macro(line, macros, edits, tokens.errors);
  }
  result.errors = std::move(tokens.errors);
  std::stable_sort(result.errors.begin(), result.errors.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return a.line < b.line; });
  result.source = "#line 1 " + string_literal(name) + "\n" + apply(source, std::move(edits));
  return result;
}

}  // namespace simt
