#include "simt/translate/launches.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "simt/translate/missing_features.hpp"

namespace simt::detail {
namespace {

/// The parts of a launch, as positions in the list of tokens.
struct Launch {
  std::size_t name = 0;       ///< first token of the kernel's name
  std::size_t open = 0;       ///< <<<
  std::size_t close = 0;      ///< the first of the three > of >>>
  std::size_t arguments = 0;  ///< the ( after it
};

class LaunchRewriter {
 public:
  explicit LaunchRewriter(Code& code) : code_(code) {}

  void rewrite(std::size_t open) {
    if (code_.is(open - 1, "operator")) return;  // operator<< <int>, written without a blank
    const std::optional<Launch> launch = find_launch(open);
    if (!launch) return;
    const std::string name = code_.text(launch->name, launch->open);
    const std::vector<Argument> arguments = null_arguments(*launch);
    // The host reads a pointer once, when it launches.
    const bool is_pointer = is_expression(*launch);
    const std::string capture = is_pointer ? "[&, simt_kernel = " + name + "]" : "[&]";
    const std::string called = is_pointer ? "simt_kernel" : name;
    code_.erase(launch->name, launch->open);
    code_.replace(open, "simt::launch(simt::Launch{");
    code_.replace(launch->close, "}, " + name_literal(*launch) + ", " + capture +
                                     (arguments.empty() ? "(auto&&... simt_args) { " + called + "(simt_args...); }"
                                                        : call_with_literals(called, arguments)));
    code_.erase(launch->close + 1, launch->close + 3);
    code_.replace(launch->arguments, arguments.empty() ? argument_separator(*launch) : "");
    drop_literals(arguments);
  }

 private:
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
    const std::size_t close = code_.partner(launch.arguments);
    for (std::size_t begin = launch.arguments + 1, i = begin; i <= close; ++i) {
      if (code_.is(i, "<") || code_.is(i, "__VA_ARGS__")) return {};
      if (i == close || code_.is(i, ",")) {
        arguments.push_back({begin, i, i == begin + 1 && (code_.is(begin, "0") || code_.is(begin, "NULL"))});
        has_literal = has_literal || arguments.back().is_literal;
        begin = i + 1;
      } else if (code_.opens(i)) {
        i = code_.partner(i);
        if (i == none) return {};
      }
    }
    return has_literal ? arguments : std::vector<Argument>();
  }

  // `kernels[i]`, `table->kernel`, `pick(i)`, `(large ? a : b)`: not a kernel's name. Within template arguments they
  // may be anything.
  bool is_expression(const Launch& launch) const {
    const auto has = [&](const char* text) {
      for (std::size_t i = launch.name; i < launch.open; ++i) {
        if (code_.is(i, text)) return true;
      }
      return false;
    };
    const bool is_call = code_.is(launch.open - 1, ")") && !code_.is(launch.name, "(");
    return !has("<") && (is_call || has("[") || has(".") || has("->") || has("?"));
  }

  // The call without its captures, with the literals in place; the other arguments are parameters.
  std::string call_with_literals(const std::string& name, const std::vector<Argument>& arguments) const {
    std::string parameters, passed;
    for (const Argument& argument : arguments) {
      const std::string number = "simt_arg_" + std::to_string(&argument - arguments.data());
      if (!passed.empty()) passed += ", ";
      passed += argument.is_literal ? code_[argument.begin].text : number;
      if (argument.is_literal) continue;
      if (!parameters.empty()) parameters += ", ";
      parameters += "auto&& " + number;
    }
    return "(" + parameters + ") { " + name + "(" + passed + "); }";
  }

  // Changes `(a, 0, b)` to `, a, b`.
  void drop_literals(const std::vector<Argument>& arguments) {
    for (const Argument& argument : arguments) {
      if (argument.is_literal) code_.replace(argument.begin, "");
      const bool is_last = &argument == &arguments.back();
      if (!is_last) code_.replace(argument.end, "");
      // An insertion before the argument.
      if (!argument.is_literal) {
        code_.insert_before(argument.begin, ", ");
      }
    }
  }

  // In a macro, parameters inside the name are known only where the macro is used: "#k", not "k".
  std::string name_literal(const Launch& launch) const {
    std::string result;
    std::string plain;
    for (std::size_t i = launch.name; i < launch.open; ++i) {
      const bool parameter = code_.is_macro_parameter(code_[i].text);
      if (i > launch.name && code_[i].space_before && !code_.is(i, "##") && !code_.is(i - 1, "##")) plain += ' ';
      if (!parameter) {
        if (!code_.is(i, "##")) plain += code_[i].text;
        continue;
      }
      if (!plain.empty()) result += string_literal(plain) + ' ';
      plain.clear();
      result += '#' + code_[i].text + ' ';
    }
    if (!plain.empty()) return result + string_literal(plain);
    result.pop_back();
    return result;
  }

  // The separator before the arguments; `__VA_ARGS__` may be empty.
  std::string argument_separator(const Launch& launch) const {
    const std::size_t first = launch.arguments + 1;
    if (code_.is(first, ")")) return "";
    if (code_.is(first, "__VA_ARGS__") && code_.is(first + 1, ")")) return ", ##";
    return ", ";
  }

  std::optional<Launch> find_launch(std::size_t open) {
    Launch launch;
    launch.open = open;
    launch.name = find_name(open);
    if (launch.name == none) {
      code_.error(open, "there is no kernel name before <<<; write kernel<<<blocks, threads>>>(arguments)");
      return std::nullopt;
    }
    if (!is_readable_name(launch.name, open)) {
      code_.error(open, "the kernel before <<< cannot be read; give it a name and launch it by that name");
      return std::nullopt;
    }
    const std::string name = code_.text(launch.name, open);
    launch.close = find_close(open);
    if (launch.close == none) {
      code_.error(open,
                  "the launch of '" + name + "' is not complete; write " + name + "<<<blocks, threads>>>(arguments)");
      return std::nullopt;
    }
    launch.arguments = launch.close + 3;
    if (code_.partner(launch.arguments) == none) {
      code_.error(open, "the arguments of the launch of '" + name + "' are not closed; a ) is missing");
      return std::nullopt;
    }
    if (const std::size_t braces = find_braces(launch.arguments); braces != none) {
      code_.error(braces, std::string(missing_feature_start) + "launch arguments in braces; name the type: T{…}");
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
      if (code_.is(i, "<<<")) return false;
    }
    return true;
  }

  // The first argument that begins with a brace: its type is only known to the kernel.
  std::size_t find_braces(std::size_t open) const {
    for (std::size_t i = open + 1; i < code_.partner(open); ++i) {
      if (code_.is(i, "{") && (code_.is(i - 1, "(") || code_.is(i - 1, ","))) return i;
      if (code_.opens(i)) i = code_.partner(i);
    }
    return none;
  }

  // Walks back from <<< over a postfix expression: k, a::k, k<32, float>, table[i], (k), pick(3), o.k, k##_v1.
  std::size_t find_name(std::size_t open) const {
    std::size_t i = open;
    for (;;) {
      if (code_.is(i - 1, ">")) {
        i = find_template_open(i - 1);
        if (i == none) return none;
      }
      while (code_.is(i - 1, "]")) {
        i = code_.partner(i - 1);
        if (i == none) return none;
      }
      if (code_.is(i - 1, ")")) {
        i = code_.partner(i - 1);
        if (i == none || i == code_.first() || !is_function_name(code_[i - 1])) return i;
      }
      if (i <= code_.first() || !is_function_name(code_[i - 1])) return none;
      --i;
      if (code_.is(i - 1, "template")) --i;
      if (code_.is(i - 1, "::")) {
        --i;
        const bool qualified = i > code_.first() && (code_.is(i - 1, ">") || is_function_name(code_[i - 1]));
        if (!qualified) return i;
      } else if (code_.is(i - 1, ".") || code_.is(i - 1, "->") || code_.is(i - 1, "##")) {
        --i;
      } else {
        return i;
      }
    }
  }

  std::size_t find_template_open(std::size_t close) const {
    int depth = 0;
    for (std::size_t i = close; i != none && i >= code_.first(); --i) {
      if (code_.is(i, ">")) ++depth;
      if (code_.is(i, "<") && --depth == 0) return i;
      if (code_.closes(i)) {
        i = code_.partner(i);
        if (i == none) return none;
      } else if (code_.opens(i) || code_.is(i, ";") || code_.is(i, "<<<")) {
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
    for (std::size_t i = open + 1; i < code_.size(); ++i) {
      if (code_.opens(i)) {
        i = code_.partner(i);
        if (i == none) return fallback;
        continue;
      }
      if (code_.closes(i) || code_.is(i, ";") || code_.is(i, "<<<")) return fallback;
      if (code_.is(i, "<") && code_[i - 1].kind == TokenKind::identifier) ++unclosed;
      if (!code_.is(i, ">")) continue;
      if (ends_configuration(i) && i > open + 1) {
        if (unclosed < 3) return i;
        if (fallback == none) fallback = i;
      }
      unclosed = std::max(0, unclosed - 1);
    }
    return fallback;
  }

  bool ends_configuration(std::size_t i) const {
    return code_.is(i + 1, ">") && code_.is(i + 2, ">") && code_.is(i + 3, "(") && code_[i].line == code_[i + 2].line;
  }

  Code& code_;
};

}  // namespace

void rewrite_launch(Code& code, std::size_t open) { LaunchRewriter(code).rewrite(open); }

void drop_cast(Code& code, std::size_t open) {
  const bool is_named = code.is(open + 1, "reinterpret_cast");
  std::size_t i = is_named ? open + 2 : open + 1;
  if (!code.is(open, "(") || !code.is(i, is_named ? "<" : "(")) return;
  if (code.is(i + 1, "const")) ++i;
  if (!code.is(i + 1, "void") || !code.is(i + 2, "*") || !code.is(i + 3, is_named ? ">" : ")")) return;
  for (std::size_t token = open + 1; token <= i + 3; ++token) code.replace(token, "");
}

}  // namespace simt::detail
