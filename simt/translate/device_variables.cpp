#include "simt/translate/device_variables.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace simt::detail {
namespace {

/// Reads the declaration of a variable around one of its specifiers.
class DeclarationReader {
 public:
  DeclarationReader(const Code& code, const Scopes& scopes) : code_(code), scopes_(scopes) {}

  // The first token after the declared variable's name; none if the declaration is not a variable in global memory.
  std::size_t end_of_declarator(std::size_t word) const {
    constexpr std::array<std::string_view, 9> others{
        "operator", "__host__", "__global__", "__shared__", "typedef", "__constant__", "__managed__", "using", "->"};
    bool defines_type = false;
    int angles = 0;
    for (std::size_t i = word + 1; i < code_.size() && !code_.closes(i); ++i) {
      const std::string& text = code_[i].text;
      const bool is_another = std::find(others.begin(), others.end(), text) != others.end();
      if (is_another || text == code_[word].text || code_.is_device_word(i)) return none;
      if (code_.is(i, "struct") || code_.is(i, "class") || code_.is(i, "union") || code_.is(i, "enum"))
        defines_type = true;
      angles += code_.is(i, "<") ? 1 : code_.is(i, ">") ? -1 : 0;
      const bool opens_type = code_.is(i, "{") && defines_type;
      const bool is_attribute =
          code_.is(i, "(") && (code_.is_alignment(i - 1) || code_.is(i - 1, "decltype") ||
                               code_.is(i - 1, "__attribute__") || code_.is_macro_name(code_[i - 1].text));
      if (opens_type || is_attribute || (code_.opens(i) && angles > 0)) {
        defines_type = false;
        i = code_.partner(i);
        if (i == none) return none;
      } else if (code_.is(i, "(")) {
        // `int a(3);` and `int (*a)(int);` are variables; everything else is a function.
        const bool is_number = i + 1 < code_.size() && code_[i + 1].kind == TokenKind::number;
        return is_number || code_.is(i + 1, "*") ? i : none;
      } else if (angles == 0 && (code_.opens(i) || code_.is(i, ";") || code_.is(i, ",") || code_.is(i, "="))) {
        return i;
      }
    }
    return none;
  }

  // The variable is in constant, managed or shared memory.
  bool is_in_other_memory(std::size_t word) const {
    for (std::size_t i = begin_of_declaration(word); i < word; ++i) {
      if (code_.is(i, "__constant__") || code_.is(i, "__managed__") || code_.is(i, "__shared__")) return true;
    }
    return false;
  }

  bool is_constant(std::size_t word, std::size_t end) const {
    bool is_constant = false;
    for (std::size_t i = begin_of_declaration(word); i < end; ++i) {
      if (code_.is(i, "constexpr") || code_.is(i, "const")) is_constant = true;
      if (code_.is(i, "*")) is_constant = false;
      if (code_.is(i, "{")) i = code_.partner(i);
    }
    return is_constant;
  }

 private:
  std::size_t begin_of_declaration(std::size_t word) const {
    std::size_t begin = word;
    while (begin > scopes_.statement() && !code_.is_device_word(begin - 1) && code_[begin - 1].text != code_[word].text)
      --begin;
    return begin;
  }

  const Code& code_;
  const Scopes& scopes_;
};

}  // namespace

void mark_device_variable(Code& code, const Scopes& scopes, std::size_t word) {
  const DeclarationReader reader(code, scopes);
  const std::size_t end = reader.end_of_declarator(word);
  if (end == none || end < word + 2 || !is_function_name(code[end - 1])) return;
  if (reader.is_in_other_memory(word)) return;
  const char* const section = reader.is_constant(word, end) ? " SIMT_DEVICE_READ_ONLY" : " SIMT_DEVICE_VARIABLE";
  code.replace(word, code[word].text + section);
}

void keep_constants_apart(Code& code, const Scopes& scopes, std::size_t word) {
  const DeclarationReader reader(code, scopes);
  const std::size_t end = reader.end_of_declarator(word);
  if (end != none && reader.is_constant(word, end)) code.replace(word, "SIMT_CONSTANT_READ_ONLY");
}

void let_alignas_follow(Code& code, std::size_t i) {
  const bool follows = code.is(i - 1, "__shared__") || code.is(i - 1, "__constant__") || code.is(i - 1, "__managed__");
  if (follows || code.is_device_word(i - 1)) code.replace(i, "_Alignas");
}

}  // namespace simt::detail
