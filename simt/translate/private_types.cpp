#include "simt/translate/private_types.hpp"

namespace simt::detail {
namespace {

class Finder {
 public:
  explicit Finder(const Code& code) : code_(code) {}

  std::vector<std::string> find() {
    for (std::size_t i = code_.first(); i < code_.size(); ++i) {
      if (code_.is(i, "}") && !scopes_.empty()) scopes_.pop_back();
      if (code_.is(i, "{")) open(i);
      if (code_.is(i, "{") || code_.is(i, "}") || code_.is(i, ";")) head_ = i + 1;
      if (scopes_.empty() || !scopes_.back().is_class) continue;
      note_access(i);
      if (!scopes_.back().is_public) note_type(i);
    }
    return std::move(found_);
  }

 private:
  struct Scope {
    std::string name;  // with "::" at its end; empty for an unnamed namespace
    bool is_class = false, is_space = false;
    bool is_public = true;  // what is declared next
  };

  bool begins_class(std::size_t i) const {
    return code_.is(i, "class") || code_.is(i, "struct") || code_.is(i, "union");
  }

  /// What opens here is known by its head: `namespace a::b`, `class Name final : Base`.
  void open(std::size_t brace) {
    Scope scope;
    int depth = 0;  // of template parameters, in which `class` begins no class
    for (std::size_t i = head_; i < brace; ++i) {
      if (code_.is(i, "<")) ++depth;
      if (code_.is(i, ">")) --depth;
      if (code_.is(i, "(") || code_.is(i, "enum") || code_.is(i, "=")) {
        scopes_.push_back({});
        return;
      }
      if (code_.is(i, "namespace")) {
        scope.is_space = true;
        for (std::size_t j = i + 1; j < brace; ++j) scope.name += code_[j].text;
      } else if (depth == 0 && begins_class(i) && !scope.is_class) {
        scope.is_class = true;
        scope.is_public = !code_.is(i, "class");
        scope.name = code_[i + 1].text;
      }
    }
    if (!scope.name.empty()) scope.name += "::";
    scopes_.push_back(scope);
  }

  void note_access(std::size_t i) {
    if (!code_.is(i + 1, ":")) return;
    if (code_.is(i, "public")) scopes_.back().is_public = true;
    if (code_.is(i, "private") || code_.is(i, "protected")) scopes_.back().is_public = false;
  }

  void note_type(std::size_t i) {
    if (!begins_class(i) && !code_.is(i, "enum")) return;
    std::size_t name = i + 1;
    if (begins_class(name)) ++name;
    const bool declares = code_.is(name + 1, "{") || code_.is(name + 1, ";") || code_.is(name + 1, ":");
    if (!declares || !code_.is_identifier(name)) return;
    std::string path;
    for (const Scope& scope : scopes_) {
      if (!scope.is_class && !scope.is_space) return;
      path += scope.name;
    }
    found_.push_back(path + code_[name].text);
  }

  const Code& code_;
  std::size_t head_ = 0;  // the first token of what may be opened next
  std::vector<Scope> scopes_;
  std::vector<std::string> found_;
};

}  // namespace

std::vector<std::string> private_types(const Code& code) { return Finder(code).find(); }

}  // namespace simt::detail
