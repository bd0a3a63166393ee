#include "simt/translate/own_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <string>
#include <unordered_set>
#include <utility>

#include "simt/translate/lexer.hpp"
#include "support/process/interrupt.hpp"

namespace simt {
namespace {

using detail::Token;
using detail::TokenKind;
using detail::Tokens;

constexpr std::array<std::string_view, 31> attributes{
    "aligned",
    "always_inline",
    "noinline",
    "unused",
    "maybe_unused",
    "packed",
    "deprecated",
    "nodiscard",
    "fallthrough",
    "noreturn",
    "const",
    "pure",
    "likely",
    "unlikely",
    "may_alias",
    "hot",
    "cold",
    "vector_size",
    "mode",
    "ext_vector_type",
    "no_unique_address",
    "format",
    "nonnull",
    "gnu",
    "clang",
    "global",
    "device",
    "host",
    "warn_unused_result",
    "launch_bounds",
    "used",
};

// What the emulator's own macros and its translation put in. The same words in the source itself do the same.
constexpr std::array<std::string_view, 7> sections{"\"simt_kernels\"",          "\"simt_shared\"",  "\"simt_device\"",
                                                   "\"simt_device_read_only\"", "\"simt_managed\"", "\"simt_constant\"",
                                                   "\"simt_read_only\""};
constexpr std::array<std::string_view, 6> functions{"launch",         "launch_bounds",     "runs_on_device",
                                                    "dynamic_shared", "launch_by_address", "launch_configured"};

/// First words; after GCC and clang, second words.
constexpr std::array<std::string_view, 9> pragmas{"unroll", "nounroll", "once",    "pack",  "STDC",
                                                  "omp",    "message",  "warning", "region"};
constexpr std::array<std::string_view, 6> compilers_pragmas{"diagnostic", "unroll",  "ivdep",
                                                            "loop",       "warning", "error"};

template <std::size_t size>
bool is_one_of(const std::array<std::string_view, size>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// `__aligned__` is another spelling of `aligned`.
std::string_view without_underscores(std::string_view name) {
  if (name.size() > 4 && name.starts_with("__") && name.ends_with("__")) return name.substr(2, name.size() - 4);
  return name;
}

/// Names of what the emulator and the compiler themselves put calls to into a program, and of what hands out objects of
/// the C++ library whose functions copy memory, but are found by their address alone.
bool is_of_the_emulator(std::string_view name) {
  // ThreadSanitizer's pass leaves variables out whose names begin with __llvm_gcov, and the like.
  // The linker would give the bounds of the emulator's sections names that begin with __start_simt_ and __stop_simt_.
  constexpr std::array<std::string_view, 14> starts{
      "simt_",    "SIMT_",  "__tsan_", "__wrap_",   "__real_", "__sanitizer_",  "__cxa_",
      "_Unwind_", "__gxx_", "__tls_",  "__dynamic", "__llvm_", "__start_simt_", "__stop_simt_"};
  return name == "simt" || name == "use_facet" || name == "has_facet" ||
         std::any_of(starts.begin(), starts.end(), [name](std::string_view start) { return name.starts_with(start); });
}

/// The C++ library's names for what it keeps to itself begin so.
bool may_be_of_the_library(std::string_view name) { return name.starts_with("_M_") || name.starts_with("_S_"); }

/// Names of variables and parameters that the translation declares.
bool is_of_the_translation(std::string_view name) {
  return name == "simt_args" || name == "simt_kernel" || name == "simt_private_types" ||
         name.starts_with("simt_arg_") || name.starts_with("simt_shared_gap_");
}

bool is_assembler(std::string_view name) { return name == "asm" || name == "__asm" || name == "__asm__"; }

bool is(const std::vector<Token>& tokens, std::size_t i, std::string_view text) {
  return i < tokens.size() && tokens[i].kind != TokenKind::string && tokens[i].text == text;
}

/// Behind the bracket that closes the one at `open`.
std::size_t behind(const std::vector<Token>& tokens, std::size_t open) {
  std::size_t depth = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    if (is(tokens, i, "(") || is(tokens, i, "[")) ++depth;
    if ((is(tokens, i, ")") || is(tokens, i, "]")) && --depth == 0) return i + 1;
  }
  return tokens.size();
}

class Finder {
 public:
  Finder(const Tokens& tokens, SeenHeaders* seen) : tokens_(tokens), seen_(seen) {}

  std::vector<Diagnostic> find() {
    auto directive = tokens_.directives.begin();
    for (std::size_t i = 0; i < tokens_.code.size();) {
      process::throw_if_interrupted();
      for (; directive != tokens_.directives.end() && directive->front().begin < tokens_.code[i].begin; ++directive) {
        note(*directive);
      }
      const Token& token = tokens_.code[i];
      if (token.kind == TokenKind::identifier && may_be_of_the_library(token.text)) {
        if (is_own_) own_.emplace_back(&token, shift_);
        if (!is_own_) library_.insert(token.text);
      }
      i = is_own_ ? look(i) : i + 1;
    }
    for (; directive != tokens_.directives.end(); ++directive) note(*directive);
    // A program may have such names of its own: those that no header has.
    for (const auto& [token, shift] : own_) {
      if (!library_.contains(token->text)) continue;
      found_.push_back(
          {token->line + shift,
           "the name " + token->text + " belongs to the C++ library, whose headers use it: give yours another one"});
    }
    return std::move(found_);
  }

 private:
  // `# 12 "file" 1`: the next line is line 12 of it; 1 enters a file and 2 returns to it. Headers have absolute paths.
  // Without 1 or 2 the file stays the same, whatever it is said to be called.
  void note(const std::vector<Token>& directive) {
    if (directive.size() >= 3 && directive[1].kind == TokenKind::number) {
      const bool changes = is(directive, 3, "1") || is(directive, 3, "2");
      const bool is_relative = !directive[2].text.starts_with("\"/") && !directive[2].text.starts_with("\"<");
      if (seen_ != nullptr && is(directive, 3, "1")) note_header(directive, is_relative);
      is_own_ = is_relative || (is_own_ && !changes);
      const std::string& number = directive[1].text;
      int line = 0;
      std::from_chars(number.data(), number.data() + number.size(), line);
      shift_ = line - directive[1].line - 1;
    } else if (is_own_ && is(directive, 1, "pragma") && directive.size() > 2) {
      const std::string_view first = directive[2].text;
      const bool is_compilers = first == "GCC" || first == "clang";
      const bool is_harmless = is_compilers ? directive.size() > 3 && is_one_of(compilers_pragmas, directive[3].text)
                                            : is_one_of(pragmas, first) || first.starts_with("nv");
      if (!is_harmless) add(directive[1], "#pragma " + std::string(first) + " is not allowed in graded code");
    }
  }

  void note_header(const std::vector<Token>& directive, bool is_relative) {
    if (is_own_) included_at_ = directive[1].line + shift_;
    if (is_relative) {
      seen_->includes_itself = seen_->includes_itself || included_at_ > 0;
    } else if (included_at_ > 0 && directive[2].text.starts_with("\"/")) {
      const std::string& quoted = directive[2].text;
      seen_->headers.push_back({quoted.substr(1, quoted.size() - 2), included_at_});
    }
  }

  std::size_t look(std::size_t i) {
    const Token& token = tokens_.code[i];
    if (token.kind == TokenKind::identifier) {
      if (is_use_of_the_emulator(i)) return i + 3;
      if (is_of_the_translation(token.text)) return i + 1;
      if (is_of_the_emulator(token.text)) {
        add(token, "the name " + token.text +
                       " belongs to the emulator, the compiler or the C++ library: give yours another one");
      } else if (is_assembler(token.text) && is(tokens_.code, i + 1, "(") && is_dynamic_shared(i + 2)) {
        return i + 4;
      } else if (is_assembler(token.text)) {
        add(token, "assembler is not allowed in graded code: nothing would see what it accesses");
      } else if (token.text == "__attribute__" || token.text == "__attribute" || token.text == "__declspec") {
        const std::size_t end = behind(tokens_.code, i + 1);
        look_at_attributes(i + 2, end);
        return end;
      }
    } else if (is(tokens_.code, i, "[") && is(tokens_.code, i + 1, "[")) {
      const std::size_t end = behind(tokens_.code, i);
      look_at_attributes(i + 2, end);
      return end;
    }
    return i + 1;
  }

  // simt::launch and its like.
  bool is_use_of_the_emulator(std::size_t i) const {
    if (!is(tokens_.code, i, "simt") || !is(tokens_.code, i + 1, "::") || i + 2 >= tokens_.code.size()) return false;
    const std::string_view used = tokens_.code[i + 2].text;
    // As in `simt::launch(simt::Launch{`.
    const bool is_configuration = used == "Launch" && i >= 2 && is(tokens_.code, i - 1, "(") &&
                                  is(tokens_.code, i - 2, "launch") && is(tokens_.code, i + 3, "{");
    return is_configuration || is_one_of(functions, used);
  }

  bool is_dynamic_shared(std::size_t i) const {
    return i + 1 < tokens_.code.size() && tokens_.code[i].text == "\"simt_dynamic_shared_memory\"" &&
           is(tokens_.code, i + 1, ")");
  }

  /// section("…") with one of the emulator's sections, or the mark of a kernel without any `return`.
  bool is_of_the_macros(std::size_t i) const {
    if (!is(tokens_.code, i + 1, "(") || !is(tokens_.code, i + 3, ")")) return false;
    const std::string& argument = tokens_.code[i + 2].text;
    return (is(tokens_.code, i, "section") && is_one_of(sections, argument)) ||
           (is(tokens_.code, i, "annotate") && argument == "\"simt_without_return\"");
  }

  // Names of attributes, not their arguments.
  void look_at_attributes(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end;) {
      const Token& token = tokens_.code[i];
      const bool is_name = token.kind == TokenKind::identifier && token.text != "using";
      if (is_name && !is_one_of(attributes, without_underscores(token.text)) && !is_of_the_macros(i)) {
        add(token, "the attribute " + token.text + " is not allowed in graded code");
      }
      i = is_name && is(tokens_.code, i + 1, "(") ? behind(tokens_.code, i + 1) : i + 1;
    }
  }

  void add(const Token& token, std::string message) { found_.push_back({token.line + shift_, std::move(message)}); }

  const Tokens& tokens_;
  SeenHeaders* seen_;
  int included_at_ = 0;  // the line of the program's own #include; 0: the compiler's flags include it
  bool is_own_ = false;
  int shift_ = 0;                                  // from lines of the preprocessed text to those of the file
  std::vector<std::pair<const Token*, int>> own_;  // names that may be the library's, with their shift
  std::unordered_set<std::string_view> library_;   // those that headers have
  std::vector<Diagnostic> found_;
};

}  // namespace

std::vector<Diagnostic> find_forbidden(std::string_view preprocessed, SeenHeaders* seen) {
  const Tokens tokens = detail::tokenize(preprocessed);
  return Finder(tokens, seen).find();
}

std::vector<Diagnostic> find_changed_headers(std::string_view source, const SeenHeaders& seen,
                                             const std::function<std::string(const std::string&)>& read) {
  std::map<std::string, int> macros;  // with the first line that defines them
  for (const std::vector<Token>& directive : detail::tokenize(source).directives) {
    if (directive.size() > 2 && directive[1].text == "define") macros.emplace(directive[2].text, directive[1].line);
  }
  std::vector<Diagnostic> found;
  std::unordered_set<std::string> done;
  for (const IncludedHeader& header : seen.headers) {
    const auto is_before = [&](const auto& macro) { return seen.includes_itself || macro.second < header.line; };
    if (std::none_of(macros.begin(), macros.end(), is_before) || !done.insert(header.file).second) continue;
    const std::string text = read(header.file);
    const Tokens tokens = detail::tokenize(text);
    const auto look_at = [&](const Token& token) {
      const auto macro = token.kind == TokenKind::identifier ? macros.find(token.text) : macros.end();
      if (macro == macros.end() || !is_before(*macro)) return;
      found.push_back({macro->second, "the macro " + token.text + " changes what the header " +
                                          header.file.substr(header.file.rfind('/') + 1) +
                                          " says: include the header before it is defined"});
      macros.erase(macro);
    };
    for (const Token& token : tokens.code) look_at(token);
    // What a header defines is code of it, too; its conditions are not.
    for (const std::vector<Token>& directive : tokens.directives) {
      const std::size_t begin = is(directive, 1, "define") ? 3 : is(directive, 1, "include") ? 2 : directive.size();
      for (std::size_t i = begin; i < directive.size(); ++i) look_at(directive[i]);
    }
  }
  return found;
}

int find_name(std::string_view source, std::span<const std::string_view> names) {
  for (const Token& token : detail::tokenize(source).code) {
    const bool is_named = std::find(names.begin(), names.end(), token.text) != names.end();
    if (token.kind == TokenKind::identifier && is_named) return token.line;
  }
  return 0;
}

std::vector<Diagnostic> find_line_directives(std::string_view source) {
  std::vector<Diagnostic> found;
  for (const std::vector<Token>& directive : detail::tokenize(source).directives) {
    if (directive.size() < 2) continue;
    if (directive[1].kind != TokenKind::number && directive[1].text != "line") continue;
    found.push_back({directive[1].line, "#line is not allowed in graded code: reports name lines of your file"});
  }
  return found;
}

}  // namespace simt
