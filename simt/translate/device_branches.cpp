#include "simt/translate/device_branches.hpp"

#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>

#include "simt/translate/scopes.hpp"

namespace simt::detail {
namespace {

constexpr std::string_view arch = "__CUDA_ARCH__";
constexpr std::string_view refusal =
    "the emulator has no __CUDA_ARCH__ here: it compiles host and device code together, and this would differ; test it "
    "inside a function";

using Directive = std::vector<Token>;

std::string_view kind_of(const Directive& line) { return line.size() > 1 ? std::string_view(line[1].text) : ""; }
bool is_condition(const Directive& line) { return kind_of(line).starts_with("if") || kind_of(line) == "elif"; }

std::string line_directive(int line) { return "#line " + std::to_string(line) + "\n"; }

/// Bytes of the source.
struct Range {
  std::size_t begin = 0, end = 0;
  bool contains(std::size_t position) const { return begin <= position && position < end; }
};

/// The body of a function: the tokens of its braces.
struct Body {
  std::size_t open = 0, close = 0;
  bool is_device = false, is_host = false;  ///< both for __host__ __device__
};

/// #if … #endif, where a condition of it depends on __CUDA_ARCH__.
struct Group {
  Range bytes;
  int first_line = 0, last_line = 0;
  std::vector<std::string_view> macros;  ///< that it defines
  bool has_includes = false;
};

class DeviceBranches {
 public:
  DeviceBranches(std::string_view source, const Tokens& tokens, const Macros& macros, const Code& code,
                 std::vector<Edit>& edits, std::vector<Diagnostic>& errors)
      : source_(source), tokens_(tokens), macros_(macros), code_(code), edits_(edits), errors_(errors) {}

  void run() {
    find_dependent_macros();
    find_bodies();
    find_groups();
    find_dependent_macros();
    const std::size_t other_edits = edits_.size();
    for (const Group& group : groups_) settle(group);
    for (const Body& body : bodies_) {
      if (depends(body) && !is_settled(code_[body.open].begin)) branch(body, other_edits);
    }
  }

 private:
  bool is_dependent(const Token& token) const {
    return token.kind == TokenKind::identifier && dependent_.count(token.text) != 0;
  }

  // A macro depends on it when its text does, or when directives that depend on it define it.
  void find_dependent_macros() {
    dependent_.insert(arch);
    for (std::size_t before = 0; before != dependent_.size();) {
      before = dependent_.size();
      for (const Directive& line : tokens_.directives) {
        const bool is_macro = kind_of(line) == "define" && line.size() > 3;
        if (is_macro && std::any_of(line.begin() + 3, line.end(), [&](auto& token) { return is_dependent(token); })) {
          dependent_.insert(line[2].text);
        }
      }
    }
  }

  void find_bodies() {
    Scopes scopes(code_);
    for (std::size_t i = code_.first(); i < code_.size(); ++i) {
      const bool was_in_function = scopes.in_function(), was_in_device = scopes.in_device_function();
      const std::size_t head = scopes.statement();
      scopes.pass(i);
      if (!code_.is(i, "{") || code_.partner(i) == none) continue;
      if (!was_in_function && scopes.in_function()) bodies_.push_back(body_after(head, i));
      // [=] __device__ (int i) { … }
      const std::size_t parameters = was_in_function && !was_in_device ? parameters_before(i) : none;
      if (parameters != none && code_.is_device_word(parameters - 1)) bodies_.push_back(body_after(parameters - 2, i));
    }
  }

  std::size_t parameters_before(std::size_t brace) const {
    return code_.is(brace - 1, ")") ? code_.partner(brace - 1) : none;
  }

  Body body_after(std::size_t head, std::size_t open) const {
    Body body{open, code_.partner(open), false, false};
    for (std::size_t i = head; i < open; ++i) {
      body.is_device = body.is_device || code_.is(i, "__global__") || code_.is_device_word(i);
      body.is_host = body.is_host || macros_.host_words.contains(code_[i].text);
    }
    return body;
  }

  bool is_in_function(std::size_t position) const {
    return std::any_of(bodies_.begin(), bodies_.end(), [&](const Body& body) {
      return code_[body.open].begin < position && position < code_[body.close].begin;
    });
  }

  void find_groups() {
    std::vector<std::size_t> open;  // conditions that are not closed yet
    std::size_t outermost = none;   // among `open`, the one that began a group
    for (std::size_t i = 0; i < tokens_.directives.size(); ++i) {
      const Directive& line = tokens_.directives[i];
      if (kind_of(line).starts_with("if")) open.push_back(i);
      const bool is_dependent_here =
          is_condition(line) && std::any_of(line.begin(), line.end(), [&](auto& token) { return is_dependent(token); });
      if (is_dependent_here && outermost == none && !open.empty() && !is_in_function(line.front().begin)) {
        outermost = open.size() - 1;
      }
      if (kind_of(line) != "endif" || open.empty()) continue;
      if (outermost == open.size() - 1) {
        add_group(open.back(), i);
        outermost = none;
      }
      open.pop_back();
    }
  }

  void add_group(std::size_t first, std::size_t last) {
    const Directive& begin = tokens_.directives[first];
    const Directive& end = tokens_.directives[last];
    Group group{{begin.front().begin, end.back().end}, begin.front().line, end.back().line, {}, false};
    for (std::size_t i = first; i <= last; ++i) {
      const Directive& line = tokens_.directives[i];
      if (kind_of(line) == "define" && line.size() > 2) {
        group.macros.push_back(line[2].text);
        dependent_.insert(line[2].text);
      }
      group.has_includes = group.has_includes || kind_of(line) == "include";
    }
    groups_.push_back(std::move(group));
  }

  // Outside of functions: what the group holds belongs to the device, to the host, or to both.
  void settle(const Group& group) {
    bool has_code = false, has_device = false, has_both = false;
    for (std::size_t i = code_.first(); i < code_.size(); ++i) {
      if (!group.bytes.contains(code_[i].begin)) continue;
      has_code = true;
      has_device = has_device || code_.is(i, "__global__") || code_.is_device_word(i) || code_.is(i, "__constant__");
      has_both = has_both || macros_.host_words.contains(code_[i].text);
    }
    if (!has_code) {
      if (group.has_includes && !group.macros.empty()) return refuse(group);
      if (!group.has_includes) macro_groups_.push_back(&group);
      return;
    }
    const bool has_host_function = std::any_of(bodies_.begin(), bodies_.end(), [&](const Body& body) {
      return group.bytes.contains(code_[body.open].begin) && !body.is_device;
    });
    if (has_device && !has_both && !has_host_function) return define_around(group);
    if (has_device || has_both || !has_only_functions(group)) refuse(group);
  }

  /// Functions are compiled for the host; variables and types would be for both.
  bool has_only_functions(const Group& group) const {
    for (std::size_t i = code_.first(); i < code_.size(); ++i) {
      if (!group.bytes.contains(code_[i].begin)) continue;
      const auto body = std::find_if(bodies_.begin(), bodies_.end(), [&](const Body& one) { return one.open >= i; });
      if (body == bodies_.end() || !group.bytes.contains(code_[body->open].begin)) return false;
      for (std::size_t j = i; j < body->open; ++j) {
        if (code_.is(j, ";")) return false;
      }
      i = body->close;
    }
    return true;
  }

  void refuse(const Group& group) { errors_.push_back({group.first_line, std::string(refusal)}); }

  void define_around(const Group& group) {
    settled_.push_back(group.bytes);
    edits_.push_back({group.bytes.begin, group.bytes.begin, definition() + line_directive(group.first_line)});
    edits_.push_back({group.bytes.end, group.bytes.end,
                      "\n#undef " + std::string(arch) + "\n#line " + std::to_string(group.last_line + 1)});
  }

  bool is_settled(std::size_t position) const {
    return std::any_of(settled_.begin(), settled_.end(), [=](const Range& range) { return range.contains(position); });
  }

  bool depends(const Body& body) const {
    if (!body.is_device) return false;
    const Range bytes{code_[body.open].begin, code_[body.close].end};
    for (std::size_t i = body.open; i < body.close; ++i) {
      if (is_dependent(code_[i])) return true;
    }
    return std::any_of(tokens_.directives.begin(), tokens_.directives.end(), [&](const Directive& line) {
      return bytes.contains(line.front().begin) &&
             std::any_of(line.begin(), line.end(), [&](auto& token) { return is_dependent(token); });
    });
  }

  static std::string definition() { return "#define " + std::string(arch) + " SIMT_CUDA_ARCH\n"; }

  /// The macros that directives outside of functions define, again for the other compilation.
  std::string macros_again() const {
    std::string text;
    for (const Group* group : macro_groups_) {
      for (const std::string_view macro : group->macros) text += "#undef " + std::string(macro) + "\n";
      text += std::string(source_.substr(group->bytes.begin, group->bytes.end - group->bytes.begin)) + "\n";
    }
    return text;
  }

  void branch(const Body& body, std::size_t other_edits) {
    const Token& open = code_[body.open];
    const Token& close = code_[body.close];
    const std::string enter = "\n" + definition() + macros_again() + line_directive(open.line);
    const std::string leave = "\n#undef " + std::string(arch) + "\n" + macros_again();
    if (!body.is_host) {
      edits_.push_back({open.begin, open.begin, enter});
      edits_.push_back({close.end, close.end, leave + line_directive(close.line)});
      return;
    }
    std::vector<Edit> within;
    for (std::size_t i = 0; i < other_edits; ++i) {
      const Edit& edit = edits_[i];
      if (edit.begin < open.begin || edit.end > close.end) continue;
      within.push_back({edit.begin - open.begin, edit.end - open.begin, edit.text});
    }
    const std::string copy = apply(source_.substr(open.begin, close.end - open.begin), std::move(within));
    edits_.push_back({open.begin, open.begin, "{ if (simt::runs_on_device())" + enter});
    edits_.push_back({close.end, close.end,
                      leave + "else\n" + line_directive(open.line) + copy + "}\n" + line_directive(close.line)});
  }

  std::string_view source_;
  const Tokens& tokens_;
  const Macros& macros_;
  const Code& code_;
  std::vector<Edit>& edits_;
  std::vector<Diagnostic>& errors_;
  std::unordered_set<std::string_view> dependent_;  // __CUDA_ARCH__, and macros that depend on it
  std::vector<Body> bodies_;
  std::vector<Group> groups_;
  std::vector<const Group*> macro_groups_;  // without code
  std::vector<Range> settled_;              // where it is defined already
};

bool mentions(const std::vector<Token>& tokens) {
  return std::any_of(tokens.begin(), tokens.end(), [](const Token& token) { return token.text == arch; });
}

}  // namespace

void branch_for_device(std::string_view source, const Tokens& tokens, const Macros& macros, const Code& code,
                       std::vector<Edit>& edits, std::vector<Diagnostic>& errors) {
  if (!mentions(tokens.code) && std::none_of(tokens.directives.begin(), tokens.directives.end(), mentions)) return;
  DeviceBranches(source, tokens, macros, code, edits, errors).run();
}

}  // namespace simt::detail
