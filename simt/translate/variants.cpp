#include "simt/translate/variants.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "simt/translate/code.hpp"
#include "simt/translate/source_index.hpp"

namespace simt {
namespace {

using detail::Code;
using detail::Edit;
using detail::Token;
using detail::TokenKind;

// Stands before the first line of code, on its line.
constexpr std::string_view helpers =
    R"(extern "C" __host__ __device__ int simt_variant(); namespace simt_variants {)"
    R"( template <class SimtT> struct no_pointer { using type = SimtT; static constexpr bool is_one = false; };)"
    R"( template <class SimtT> struct no_pointer<SimtT*> { using type = SimtT; static constexpr bool is_one = true; };)"
    R"( template <class SimtT> struct no_const { using type = SimtT; };)"
    R"( template <class SimtT> struct no_const<const SimtT> { using type = SimtT; };)"
    R"( template <class SimtA, class SimtB> constexpr bool same = false; template <class SimtA> constexpr bool same<SimtA, SimtA> = true;)"
    R"( template <class SimtT> constexpr bool is_float = same<SimtT, float> || same<SimtT, double>;)"
    R"( template <class SimtT> constexpr bool is_number = is_float<SimtT> || same<SimtT, int> || same<SimtT, unsigned> ||)"
    R"( same<SimtT, long> || same<SimtT, unsigned long> || same<SimtT, long long> || same<SimtT, unsigned long long> ||)"
    R"( same<SimtT, char> || same<SimtT, short> || same<SimtT, unsigned short> || same<SimtT, unsigned char> || same<SimtT, bool>;)"
    R"( __host__ __device__ inline int chosen() { return simt_variant(); })"
    R"( __host__ __device__ inline bool is(int variant) { return chosen() == variant; })"
    R"( template <class SimtT, class SimtO> __host__ __device__ SimtT as(SimtT value, SimtO other) {)"
    R"( using SimtP = typename no_const<typename no_pointer<SimtT>::type>::type;)"
    R"( if constexpr (same<SimtT, SimtO>) return other;)"
    R"( else if constexpr (is_number<SimtT> && is_number<SimtO>) return static_cast<SimtT>(other);)"
    R"( else if constexpr (no_pointer<SimtT>::is_one && no_pointer<SimtO>::is_one) return (SimtT)other;)"
    R"( else if constexpr (no_pointer<SimtT>::is_one && is_number<SimtP> && is_number<SimtO> && !is_float<SimtO>) return value + other;)"
    R"( else return value; })"
    R"( template <class SimtT, class... SimtO> __attribute__((noinline)) __host__ __device__ SimtT any(int first, SimtT value, SimtO... o) {)"
    R"( const int k = chosen() - first; if (k < 0 || k >= int(sizeof...(o))) return value;)"
    R"( int i = 0; SimtT result = value; ((i++ == k ? (void)(result = as(value, o)) : (void)0), ...); return result; })"
    R"( template <class SimtT> __attribute__((noinline)) __host__ __device__ SimtT sized(int first, SimtT value) {)"
    R"( if constexpr (is_number<SimtT> && !same<SimtT, bool>) { switch (chosen() - first) {)"
    R"( case 0: return SimtT(value + 1); case 1: return SimtT(value - 1); case 2: return SimtT(value * 2); case 3: return SimtT(value / 2);)"
    R"( case 4: return SimtT(value * 4); case 5: return SimtT(value / 4); case 6: return SimtT(value * 3); case 7: return SimtT(value * 32);)"
    R"( case 8: return SimtT(value / 32); default: return value; } } else return value; })"
    R"( template <class SimtT> __attribute__((noinline)) __host__ __device__ SimtT numeric(int first, SimtT value) {)"
    R"( switch (chosen() - first) { case 0: return SimtT(value + 1); case 1: return SimtT(value - 1); case 2: return SimtT(value * 2);)"
    R"( case 3: return SimtT(value / 2); case 4: return SimtT(value + 2); case 5: return SimtT(value - 2); case 6: return SimtT(-value);)"
    R"( case 7: return SimtT(0); case 8: return SimtT(1); case 9: return SimtT(value * 4); default: return value; } })"
    R"( template <class SimtT, class... SimtO> __attribute__((noinline)) __host__ __device__ SimtT plus(int first, SimtT value, SimtO... o) {)"
    R"( if constexpr (is_number<SimtT>) { const int k = chosen() - first; if (k < 0 || k >= int(sizeof...(o))) return value;)"
    R"( int i = 0; SimtT result = value; ((i++ == k ? (void)(result = SimtT(value + o)) : (void)0), ...); return result;)"
    R"( } else return value; })"
    R"( template <class... SimtO> __attribute__((noinline)) __host__ __device__ bool guard(int first, SimtO... o) {)"
    R"( const int k = chosen() - first; if (k < 0 || k >= int(sizeof...(o))) return true;)"
    R"( int i = 0; bool result = true; ((i++ == k ? (void)(result = bool(o)) : (void)0), ...); return result; })"
    R"( template <class SimtL, class SimtR> __attribute__((always_inline)) __host__ __device__ inline void set(int v, SimtL& l, SimtR r) {)"
    R"( if constexpr (is_number<SimtL> && is_number<SimtR>) { if (is(v)) { l += r; return; } } l = r; })"
    R"( template <class SimtL, class SimtR> __attribute__((always_inline)) __host__ __device__ inline void add(int v, SimtL& l, SimtR r) {)"
    R"( if constexpr (is_number<SimtL> && is_number<SimtR>) { if (is(v)) { l = r; return; } } l += r; })"
    R"( template <class SimtA, class SimtB> __host__ __device__ inline auto quotient(int v, SimtA a, SimtB b) {)"
    R"( if constexpr (is_number<SimtA> && is_number<SimtB> && !is_float<SimtA> && !is_float<SimtB>) {)"
    R"( if (is(v)) return (a + b - 1) / b; } return a / b; })"
    R"( template <int simt_own, class SimtA, class SimtB> __host__ __device__ inline bool compare(int first, SimtA a, SimtB b) {)"
    R"( if constexpr (is_number<SimtA> && is_number<SimtB>) { const int k = chosen() - first;)"
    R"( switch (k >= 0 && k < 6 ? k : simt_own) { case 0: return a < b; case 1: return a <= b; case 2: return a > b;)"
    R"( case 3: return a >= b; case 4: return a == b; default: return a != b; } })"
    R"( else if constexpr (simt_own == 0) return a < b; else if constexpr (simt_own == 1) return a <= b;)"
    R"( else if constexpr (simt_own == 2) return a > b; else if constexpr (simt_own == 3) return a >= b;)"
    R"( else if constexpr (simt_own == 4) return a == b; else return a != b; })"
    R"( } )";
constexpr int sized_changes = 9, numeric_changes = 10;

constexpr std::size_t most_alternatives = 8, most_guards = 9;

template <std::size_t size>
bool is_one_of(std::string_view text, const std::array<std::string_view, size>& names) {
  return std::find(names.begin(), names.end(), text) != names.end();
}

constexpr std::array<std::string_view, 15> integers{"int",     "unsigned", "long",      "size_t",   "short",
                                                    "char",    "bool",     "int64_t",   "uint32_t", "uint64_t",
                                                    "int32_t", "signed",   "ptrdiff_t", "uint8_t",  "uint16_t"};
constexpr std::array<std::string_view, 24> type_words{
    "const",  "constexpr",  "static", "auto",         "float",       "double",      "dim3",    "volatile",
    "extern", "__shared__", "using",  "struct",       "typedef",     "void",        "float2",  "float4",
    "uint2",  "uint4",      "std",    "cudaStream_t", "cudaEvent_t", "cudaError_t", "alignas", "enum"};
constexpr std::array<std::string_view, 5> casts{"static_cast", "reinterpret_cast", "const_cast", "dynamic_cast",
                                                "bit_cast"};
constexpr std::array<std::string_view, 4> places{"threadIdx", "blockIdx", "blockDim", "gridDim"};
constexpr std::array<std::string_view, 11> assignments{
    "=", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "<<=", ">>="};

bool is_constant_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

enum class TypeClass { integer, real, pointer, array, other };

struct Variable {
  std::string name;
  TypeClass kind = TypeClass::other;
  std::string type;         // its tokens, without const
  std::string dims;         // of an array
  std::string first_value;  // a number
  std::string turned;       // its first value with blockIdx.x and blockIdx.y exchanged
  int line = 0;
  bool is_parameter = false;
  bool is_constant = false;
  int depth = 0;
};

/// The tokens with those operators as one that the translator does not need.
detail::Tokens with_operators(detail::Tokens tokens) {
  constexpr std::array<std::string_view, 11> operators{
      "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "!=", "++", "--"};
  std::vector<Token> joined;
  for (Token& token : tokens.code) {
    Token* const left = joined.empty() ? nullptr : &joined.back();
    if (left != nullptr && left->kind == TokenKind::punctuation && token.kind == TokenKind::punctuation &&
        left->end == token.begin && is_one_of(left->text + token.text, operators)) {
      left->text += token.text;
      left->end = token.end;
    } else {
      joined.push_back(std::move(token));
    }
  }
  tokens.code = std::move(joined);
  return tokens;
}

class Planter {
 public:
  Planter(std::string_view source, std::string_view entry, const std::set<int>& left_out, std::size_t most)
      : source_(source),
        tokens_(with_operators(detail::tokenize(source))),
        code_(tokens_.code, macros_, edits_, tokens_.errors),
        index_(index_source(source)),
        left_out_(left_out),
        most_(most) {
    for (const std::vector<Token>& directive : tokens_.directives) {
      if (!directive.empty()) directive_lines_.insert(directive.front().line);
    }
    for (const SourceName& name : index_.names) {
      const bool is_known = std::find(constants_.begin(), constants_.end(), name.name) != constants_.end();
      const bool is_own = name.name.size() > 1 || is_defined(name.name);
      if (is_constant_name(name.name) && is_own && !is_known && !is_type(name.name)) constants_.push_back(name.name);
    }
    find_used(entry);
  }

  SourceVariants run() {
    if (tokens_.code.empty()) return {};
    edits_.push_back({tokens_.code.front().begin, tokens_.code.front().begin, std::string(helpers)});
    for (const SourceFunction& function : index_.functions) {
      if (used_.contains(function.first_line)) plant(function);
    }
    return {detail::apply(source_, std::move(edits_)), std::move(list_)};
  }

 private:
  // ---- which functions ----

  void find_used(std::string_view entry) {
    std::vector<const SourceFunction*> open;
    for (const SourceFunction& function : index_.functions) {
      if (function.name == entry) open.push_back(&function);
    }
    while (!open.empty()) {
      const SourceFunction& function = *open.back();
      open.pop_back();
      if (!used_.insert(function.first_line).second) continue;
      for (const SourceName& name : index_.names) {
        if (name.line < function.first_line || name.line > function.last_line) continue;
        for (const SourceFunction& other : index_.functions) {
          if (other.name == name.name) open.push_back(&other);
        }
      }
    }
  }

  /// As a macro for a number, or as a constant of the file.
  bool is_defined(std::string_view name) const {
    for (const std::vector<Token>& line : tokens_.directives) {
      if (line.size() == 4 && line[1].text == "define" && line[2].text == name) return true;
    }
    for (std::size_t i = 2; i + 1 < code_.size(); ++i) {
      if (code_.is(i, name) && code_.is(i + 1, "=") && is_one_of(code_[i - 1].text, integers)) return true;
    }
    return false;
  }
  /// Of a template.
  bool is_type(std::string_view name) const {
    for (std::size_t i = 1; i < code_.size(); ++i) {
      if (code_.is(i, name) && (code_.is(i - 1, "class") || code_.is(i - 1, "typename"))) return true;
    }
    return false;
  }

  // ---- variants ----

  bool has_room(std::size_t more) const { return list_.size() + more <= most_; }
  bool is_open(std::size_t i) const { return !left_out_.contains(code_[i].line); }
  int next() const { return static_cast<int>(list_.size()) + 1; }
  int add(ChangeKind kind, int line, std::string here, std::string instead, int other_line = 0) {
    list_.push_back({kind, line, other_line, std::move(here), std::move(instead), where_});
    return static_cast<int>(list_.size());
  }
  void before(std::size_t i, std::string text) { edits_.push_back({code_[i].begin, code_[i].begin, std::move(text)}); }
  void after(std::size_t i, std::string text) { edits_.push_back({code_[i].end, code_[i].end, std::move(text)}); }
  std::string number(int n) const { return std::to_string(n); }
  std::string raw(std::size_t begin, std::size_t end) const { return code_.text(begin, end); }

  /// While it lives, what is planted is a part of `where`.
  class Within {
   public:
    Within(Planter& planter, std::string where) : planter_(planter), before_(std::move(planter.where_)) {
      planter_.where_ = std::move(where);
    }
    ~Within() { planter_.where_ = std::move(before_); }
    Within(const Within&) = delete;
    Within& operator=(const Within&) = delete;

   private:
    Planter& planter_;
    std::string before_;
  };

  // ---- functions ----

  std::size_t token_at_line(int line) const {
    for (std::size_t i = 0; i < code_.size(); ++i) {
      if (code_[i].line >= line) return i;
    }
    return code_.size();
  }

  void plant(const SourceFunction& function) {
    variables_.clear();
    depth_ = 0;
    function_ = &function;
    exchanges_.clear();
    is_device_ = function.is_kernel;
    std::size_t i = token_at_line(function.first_line);
    while (i < code_.size() && !(code_.is(i, function.name) && code_.is(i + 1, "("))) {
      if (code_.is_device_word(i) || code_.is(i, "__device__")) is_device_ = true;
      if (code_[i].line > function.last_line) return;
      ++i;
    }
    if (i + 1 >= code_.size()) return;
    const std::size_t close = code_.partner(i + 1);
    if (close == detail::none) return;
    parameters(i + 2, close);
    std::size_t open = close + 1;
    while (open < code_.size() && !code_.is(open, "{")) ++open;
    if (open >= code_.size() || code_.partner(open) == detail::none) return;
    plan_exchanges(open, code_.partner(open));
    block(open, {});
  }

  void parameters(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end;) {
      const std::size_t comma = next_comma(i, end);
      std::size_t name = detail::none;
      for (std::size_t k = i; k < comma && !code_.is(k, "="); ++k) {
        if (code_[k].kind == TokenKind::identifier) name = k;
      }
      if (name != detail::none && name > i) declare(i, name, name, true);
      i = comma + 1;
    }
  }

  std::size_t next_comma(std::size_t i, std::size_t end) const {
    for (; i < end; ++i) {
      if (code_.opens(i) && code_.partner(i) != detail::none) i = code_.partner(i);
      if (code_.is(i, ",")) return i;
    }
    return end;
  }

  /// The variable whose type is [begin, end) and whose name is at `name`.
  void declare(std::size_t begin, std::size_t end, std::size_t name, bool is_parameter) {
    Variable variable;
    variable.name = code_[name].text;
    variable.line = code_[name].line;
    variable.is_parameter = is_parameter;
    variable.depth = depth_;
    bool is_pointer = false, is_integer = false, is_real = false, is_reference = false;
    for (std::size_t k = begin; k < end; ++k) {
      if (code_.is(k, "const")) variable.is_constant = true;
      if (code_.is(k, "*")) is_pointer = true;
      if (code_.is(k, "&")) is_reference = true;
      if (is_one_of(code_[k].text, integers)) is_integer = true;
      if (code_.is(k, "float") || code_.is(k, "double")) is_real = true;
      if (!code_.is(k, "const") && !code_.is(k, "static") && !code_.is(k, "__restrict__")) {
        variable.type += code_[k].text + " ";
      }
    }
    if (code_.is(name + 1, "[")) {
      variable.kind = TypeClass::array;
      for (std::size_t k = name + 1; code_.is(k, "[") && code_.partner(k) != detail::none; k = code_.partner(k) + 1) {
        variable.dims += raw(k, code_.partner(k) + 1);
      }
    } else if (is_pointer) {
      variable.kind = TypeClass::pointer;
    } else if (is_integer && !is_reference) {
      variable.kind = TypeClass::integer;
    } else if (is_real && !is_reference) {
      variable.kind = TypeClass::real;
    }
    const std::size_t value = name + 2;
    if (code_.is(name + 1, "=") && value + 1 < code_.size() && code_[value].kind == TokenKind::number &&
        (code_.is(value + 1, ";") || code_.is(value + 1, ","))) {
      variable.first_value = code_[value].text;
    }
    if (code_.is(name + 1, "=") && variable.kind == TypeClass::integer) {
      const std::size_t stop = std::min(next_comma(name + 2, code_.size()), semicolon(name + 2));
      bool is_turned = false;
      for (std::size_t k = name + 2; k < stop; ++k) {
        const bool is_block = code_.is(k, "blockIdx") && code_.is(k + 1, ".");
        is_turned = is_turned || is_block;
        const std::string_view other = code_.is(k + 2, "x") ? "y" : "x";
        variable.turned += is_block ? member_of_block(other) : code_[k].text + " ";
        if (is_block) k += 2;
      }
      if (!is_turned) variable.turned.clear();
    }
    variables_.push_back(std::move(variable));
  }

  static std::string member_of_block(std::string_view member) { return "blockIdx." + std::string(member) + " "; }

  const Variable* find(std::string_view name) const {
    for (auto at = variables_.rbegin(); at != variables_.rend(); ++at) {
      if (at->name == name) return &*at;
    }
    return nullptr;
  }

  // ---- two names exchanged wherever they stand in the function ----

  struct Exchange {
    std::string one, other;
    int variant = 0;
    int from_line = 0;
  };
  /// Something that each subscript of a line lacks.
  struct LineTerm {
    int line = 0;
    std::string name, term;
    int variant = 0;
  };

  void plan_exchanges(std::size_t open, std::size_t close) {
    const auto stands = [&](const std::string& name) {
      for (std::size_t i = open; i < close; ++i) {
        if (code_.is(i, name) && is_open(i)) return code_[i].line;
      }
      return 0;
    };
    const auto add_exchange = [&](const std::string& one, const std::string& other, int line, int from = 0) {
      if (line == 0 || !has_room(1)) return;
      exchanges_.push_back({one, other, add(ChangeKind::exchanged_names, line, one, other, from), from});
    };
    std::vector<std::string> numbers;
    for (const Variable& variable : variables_) {
      if (variable.kind == TypeClass::integer) numbers.push_back(variable.name);
    }
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      for (std::size_t k = i + 1; k < numbers.size(); ++k) {
        const int first = stands(numbers[i]), second = stands(numbers[k]);
        if (first != 0 && second != 0) add_exchange(numbers[i], numbers[k], std::min(first, second));
      }
    }
    for (const std::string_view place : places) {
      int line = 0;
      for (std::size_t i = open; i + 2 < close && line == 0; ++i) {
        if (code_.is(i, place) && code_.is(i + 2, "y") && is_open(i)) line = code_[i].line;
      }
      add_exchange(std::string(place) + ".x", std::string(place) + ".y", line);
    }
    // From a line on: what stores is not what loads.
    int last = 0;
    bool is_first = true;
    for (std::size_t i = open; i + 2 < close; ++i) {
      if (!code_.is(i, "blockIdx") || code_[i].line == last || !is_open(i)) continue;
      last = code_[i].line;
      if (!std::exchange(is_first, false)) add_exchange("blockIdx.x", "blockIdx.y", last, last);
    }
    if (is_first) return;
    for (const int barrier : index_.barriers) {
      if (barrier > function_->first_line && barrier < function_->last_line) {
        add_exchange("blockIdx.x", "blockIdx.y", barrier, barrier);
      }
    }
  }

  // ---- statements ----

  struct Statement {
    std::size_t begin = 0, end = 0;  // end: the last token, `;` or `}`
    bool is_simple = false;          // an expression
    bool is_guarded = false;         // `if (…)` and a simple one, without else
    bool is_declaration = false;
    bool is_jump = false;  // or anything that must not be moved
  };

  /// Reads the statement at `i` and plants what is in it.
  Statement statement(std::size_t i, const std::vector<std::string>& resets) {
    Statement found;
    found.begin = i;
    if (code_.is(i, "{") && code_.partner(i) != detail::none) {
      found.end = block(i, resets);
      found.is_jump = true;
      return found;
    }
    if (code_.is(i, "if")) return if_statement(i, resets);
    if (code_.is(i, "for") && code_.is(i + 1, "(")) return for_statement(i, resets);
    if (code_.is(i, "while") && code_.is(i + 1, "(") && code_.partner(i + 1) != detail::none) {
      const std::size_t close = code_.partner(i + 1);
      expression(i + 2, close);
      found.end = code_.is(close + 1, ";") ? close + 1 : statement(close + 1, loop_resets(i)).end;
      found.is_jump = true;
      return found;
    }
    if (code_.is(i, "do")) {
      std::size_t end = statement(i + 1, loop_resets(i)).end + 1;
      found.end = semicolon(end);
      found.is_jump = true;
      return found;
    }
    if (code_.is(i, "switch") && code_.is(i + 1, "(") && code_.partner(i + 1) != detail::none) {
      expression(i + 2, code_.partner(i + 1));
      found.end = statement(code_.partner(i + 1) + 1, resets).end;
      found.is_jump = true;
      return found;
    }
    if (code_.is(i, "case") || code_.is(i, "default")) {
      while (i < code_.size() && !code_.is(i, ":")) ++i;
      found.end = i;
      found.is_jump = true;
      return found;
    }
    found.end = semicolon(i);
    if (code_.is(i, "return") || code_.is(i, "break") || code_.is(i, "continue") || code_.is(i, "goto")) {
      if (code_.is(i, "return")) expression(i + 1, found.end);
      found.is_jump = true;
      return found;
    }
    if (is_declaration(i)) {
      declaration(i, found.end);
      found.is_declaration = true;
      return found;
    }
    found.is_simple = found.end > i;
    simple(i, found.end);
    return found;
  }

  std::size_t semicolon(std::size_t i) const {
    for (; i < code_.size(); ++i) {
      if (code_.opens(i) && code_.partner(i) != detail::none) {
        i = code_.partner(i);
        continue;
      }
      if (code_.is(i, ";")) return i;
    }
    return code_.size() - 1;
  }

  Statement if_statement(std::size_t i, const std::vector<std::string>& resets) {
    Statement found;
    found.begin = i;
    std::size_t open = i + 1;
    const bool is_constant = code_.is(open, "constexpr");
    if (is_constant) ++open;
    if (!code_.is(open, "(") || code_.partner(open) == detail::none) {
      found.end = semicolon(i);
      found.is_jump = true;
      return found;
    }
    const std::size_t close = code_.partner(open);
    std::size_t begin = open + 1;
    const std::size_t known = variables_.size();
    for (std::size_t k = begin; k < close; ++k) {
      if (code_.opens(k) && code_.partner(k) != detail::none) k = code_.partner(k);
      if (code_.is(k, ";")) {
        declaration(begin, k);
        begin = k + 1;
      }
    }
    if (!is_constant && !is_declaration(begin)) {
      condition(begin, close);
    }
    const Statement body = statement(close + 1, resets);
    found.end = body.end;
    found.is_guarded = body.is_simple;
    found.is_jump = body.is_jump;
    if (code_.is(found.end + 1, "else")) {
      found.end = statement(found.end + 2, resets).end;
      found.is_guarded = false;
      found.is_jump = true;
    }
    variables_.resize(std::max(known, std::size_t{0}));
    return found;
  }

  Statement for_statement(std::size_t i, const std::vector<std::string>& /*resets*/) {
    Statement found;
    found.begin = i;
    found.is_jump = true;
    const std::size_t close = code_.partner(i + 1);
    if (close == detail::none) {
      found.end = semicolon(i);
      return found;
    }
    const std::size_t known = variables_.size();
    const std::vector<std::string> resets = loop_resets(i);
    const std::size_t outer_loops = loops_.size();
    std::size_t part = i + 2;
    const std::size_t first = semicolon_before(part, close);
    if (first != detail::none) {
      const Within within(*this, "the start of the loop");
      if (is_declaration(part)) {
        declaration(part, first);
        if (variables_.size() > known && variables_.back().first_value == "0") loops_.push_back(variables_.back().name);
      } else {
        expression(part, first);
      }
      const std::size_t second = semicolon_before(first + 1, close);
      if (second != detail::none) {
        {
          const Within within(*this, "the condition of the loop");
          comparisons(first + 1, second);
        }
        const Within within(*this, "the step of the loop");
        expression(second + 1, close);
      }
    }
    found.end = statement(close + 1, resets).end;
    loops_.resize(outer_loops);
    variables_.resize(known);
    return found;
  }

  std::size_t semicolon_before(std::size_t i, std::size_t end) const {
    for (; i < end; ++i) {
      if (code_.opens(i) && code_.partner(i) != detail::none) i = code_.partner(i);
      if (code_.is(i, ";")) return i;
    }
    return detail::none;
  }

  /// What sets variables back to their first values, for the beginning of a loop's body.
  std::vector<std::string> loop_resets(std::size_t loop) {
    std::vector<std::string> resets;
    for (const Variable& variable : variables_) {
      if (variable.first_value.empty() || variable.is_parameter || variable.is_constant || !is_open(loop) ||
          !has_room(1))
        continue;
      const int variant =
          add(ChangeKind::not_set_back, variable.line, variable.name, variable.first_value, code_[loop].line);
      resets.push_back("if (simt_variants::is(" + number(variant) + ")) " + variable.name + " = " +
                       variable.first_value + "; ");
    }
    return resets;
  }

  /// The block that opens at `open`; its closing brace.
  std::size_t block(std::size_t open, const std::vector<std::string>& resets) {
    const std::size_t close = code_.partner(open);
    const std::size_t known = variables_.size();
    ++depth_;
    for (const std::string& reset : resets) after(open, reset);
    std::size_t i = open + 1;
    Statement last;
    int moved = 0;  // the variant that moves the last statement behind the one at hand
    bool has_last = false;
    while (i < close) {
      // Which statement this is, is known when it has been read; edits before it must come first.
      const std::size_t first_edit = edits_.size();
      const Statement one = statement(i, {});
      std::vector<Edit> inner(edits_.begin() + static_cast<std::ptrdiff_t>(first_edit), edits_.end());
      edits_.resize(first_edit);
      const bool is_movable = one.is_simple || one.is_guarded;
      const bool can_insert = is_open(one.begin) && !follows_directive(one.begin) && !is_label(one.begin);
      if (can_insert && has_room(1)) insert_wait(one.begin);
      int moves = 0;
      const std::size_t then = one.end + 1;
      if (is_movable && can_insert && then < close && is_open(then) && !follows_directive(then) && has_room(1)) {
        const std::size_t end = plain_end(then, close);
        if (end != detail::none) {
          moves =
              add(ChangeKind::order, code_[one.begin].line, raw(one.begin, one.end), raw(then, end), code_[then].line);
          before(one.begin, "if (!simt_variants::is(" + number(moves) + ")) { ");
        }
      }
      if (one.is_simple && can_insert) guard(one);
      edits_.insert(edits_.end(), inner.begin(), inner.end());
      if (moves != 0) after(one.end, " }");
      if (moved != 0) {
        after(one.end, " if (simt_variants::is(" + number(moved) + ")) { " + raw(last.begin, last.end + 1) + " }");
      }
      moved = moves;
      last = one;
      has_last = true;
      i = one.end + 1;
    }
    (void)has_last;
    --depth_;
    variables_.resize(known);
    return close;
  }

  bool is_label(std::size_t i) const { return code_.is(i, "case") || code_.is(i, "default") || code_.is(i, "else"); }

  bool follows_directive(std::size_t i) const {
    const int from = i == 0 ? 0 : code_[i - 1].line;
    const auto found = directive_lines_.lower_bound(from);
    return found != directive_lines_.end() && *found <= code_[i].line;
  }

  /// The last token of the movable statement at `i`; none where it is no such statement.
  std::size_t plain_end(std::size_t i, std::size_t close) const {
    if (code_.is(i, "if") && code_.is(i + 1, "(") && code_.partner(i + 1) != detail::none) {
      const std::size_t body = code_.partner(i + 1) + 1;
      const std::size_t end = plain_end(body, close);
      return end == detail::none || code_.is(end + 1, "else") || code_.is(body, "if") ? detail::none : end;
    }
    constexpr std::array<std::string_view, 14> others{"for", "while", "do",      "return", "break", "continue", "{",
                                                      "}",   "case",  "default", "switch", "else",  "goto",     ";"};
    if (is_one_of(code_[i].text, others) || is_declaration(i)) return detail::none;
    const std::size_t end = semicolon(i);
    return end < close ? end : detail::none;
  }

  void insert_wait(std::size_t i) {
    if (function_->is_kernel) {
      before(i, "if (simt_variants::is(" + number(add(ChangeKind::lacks_barrier, code_[i].line, "", "")) +
                    ")) __syncthreads(); ");
    } else if (!is_device_) {
      before(i, "if (simt_variants::is(" + number(add(ChangeKind::lacks_wait, code_[i].line, "", "")) +
                    ")) cudaDeviceSynchronize(); ");
    }
  }

  /// Conditions on which a statement might depend: which variable is below which extent.
  std::vector<std::string> guards() const {
    std::vector<std::string> extents, indices, all;
    for (const Variable& variable : variables_) {
      if (variable.kind == TypeClass::integer) (variable.is_parameter ? extents : indices).push_back(variable.name);
    }
    if (indices.size() > 4) indices.erase(indices.begin(), indices.end() - 4);
    for (const std::string& index : indices) {
      for (const std::string& extent : extents) all.push_back(index + " < " + extent);
    }
    if (is_device_) all.insert(all.begin(), "threadIdx.x == 0");
    if (all.size() > most_guards) all.resize(most_guards);
    // A place that is counted on in a loop.
    for (std::size_t i = 0; i + 1 < indices.size(); ++i) {
      for (const std::string& extent : extents) {
        if (all.size() < most_guards + 4) all.push_back(indices[i] + " + " + indices.back() + " < " + extent);
      }
    }
    return all;
  }

  /// A simple statement that is left out, or depends on a condition.
  void guard(const Statement& one) {
    const std::vector<std::string> all = guards();
    if (!has_room(all.size() + 1) || code_.is(one.end + 1, "else")) return;
    const int first = next();
    const std::string text = raw(one.begin, one.end);
    std::string arguments = ", false";
    add(ChangeKind::surplus, code_[one.begin].line, text, "");
    if (is_device_) {
      for (const std::string& condition : all) {
        arguments += ", " + condition;
        add(ChangeKind::lacks_condition, code_[one.begin].line, text, condition);
      }
    }
    before(one.begin, "if (simt_variants::guard(" + number(first) + arguments + ")) ");
  }

  void condition(std::size_t begin, std::size_t end) {
    if (begin >= end) return;
    const Within within(*this, "the condition");
    if (is_open(begin) && has_room(most_guards + 5)) {
      const std::vector<std::string> all = guards();
      const std::string text = raw(begin, end);
      const int always = add(ChangeKind::condition, code_[begin].line, text, "always");
      const int first = next();
      std::string arguments;
      for (const std::string& one : all) {
        arguments += ", " + one;
        add(ChangeKind::condition, code_[begin].line, text, "&& " + one);
      }
      before(begin, "simt_variants::is(" + number(always) + ") || ((");
      comparisons(begin, end);
      after(end - 1, ") && simt_variants::guard(" + number(first) + arguments + "))");
      return;
    }
    expression(begin, end);
  }

  /// Comparisons joined by && and ||, of which each may be another one.
  void comparisons(std::size_t begin, std::size_t end) {
    constexpr std::array<std::string_view, 6> all{"<", "<=", ">", ">=", "==", "!="};
    std::size_t i = begin;
    while (i < end) {
      std::size_t stop = i, sign = detail::none;
      int signs = 0;
      for (; stop < end && !code_.is(stop, "&&") && !code_.is(stop, "||"); ++stop) {
        if (code_.opens(stop) && code_.partner(stop) != detail::none) {
          stop = code_.partner(stop);
        } else if (is_one_of(code_[stop].text, all) || code_.is(stop, "?")) {
          sign = stop;
          ++signs;
        }
      }
      if (signs == 1 && !code_.is(sign, "?") && is_open(i) && has_room(all.size()) && sign > i && sign + 1 < stop) {
        const auto own = std::find(all.begin(), all.end(), code_[sign].text) - all.begin();
        before(i, "simt_variants::compare<" + number(static_cast<int>(own)) + ">(" + number(next()) + ", ");
        for (const std::string_view other : all) {
          add(ChangeKind::comparison, code_[sign].line, raw(i, stop), std::string(other));
        }
        expression(i, sign);
        edits_.push_back({code_[sign].begin, code_[sign].end, ","});
        expression(sign + 1, stop);
        after(stop - 1, ")");
      } else {
        expression(i, stop);
      }
      i = stop + 1;
    }
  }

  // ---- declarations ----

  bool is_declaration(std::size_t i) const {
    if (i >= code_.size() || code_[i].kind != TokenKind::identifier) return false;
    const std::string& text = code_[i].text;
    if (text == "std" && code_.is(i + 1, "::") && code_.is(i + 3, "(")) return false;  // a call
    if (is_one_of(text, type_words) || is_one_of(text, integers)) return true;
    if (i + 1 >= code_.size()) return false;
    if (code_[i + 1].kind == TokenKind::identifier) return true;
    if (code_.is(i + 1, "*") && i + 3 < code_.size() && code_[i + 2].kind == TokenKind::identifier &&
        (code_.is(i + 3, "=") || code_.is(i + 3, ";")))
      return true;
    return false;
  }

  bool is_for_dimensions(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i) {
      const bool is_plain = code_[i].kind == TokenKind::number || is_constant_name(code_[i].text) ||
                            (code_[i].kind == TokenKind::punctuation);
      if (!is_plain) return false;
    }
    return true;
  }

  void declaration(std::size_t begin, std::size_t end) {
    bool is_plain = false;  // nothing in it may be changed
    std::size_t name = detail::none;
    std::size_t i = begin;
    for (; i < end; ++i) {
      if (code_.is(i, "constexpr") || code_.is(i, "using") || code_.is(i, "typedef") || code_.is(i, "struct") ||
          code_.is(i, "extern"))
        is_plain = true;
      if (code_.is(i, "<")) {  // template arguments
        int depth = 0;
        for (; i < end; ++i) {
          depth += code_.is(i, "<") ? 1 : code_.is(i, ">") ? -1 : 0;
          if (depth == 0) break;
        }
        continue;
      }
      if (code_[i].kind == TokenKind::identifier && i + 1 <= end &&
          (code_.is(i + 1, "=") || code_.is(i + 1, ";") || code_.is(i + 1, ",") || code_.is(i + 1, "[") ||
           code_.is(i + 1, "(") || code_.is(i + 1, "{") || i + 1 == end) &&
          i > begin) {
        name = i;
        break;
      }
    }
    if (name == detail::none) return;
    const std::size_t type_end = name;
    while (name < end) {
      const std::size_t stop = next_comma(name, end);
      std::size_t value = name + 1;
      while (code_.is(value, "[") && code_.partner(value) != detail::none) value = code_.partner(value) + 1;
      if (!is_plain && value < stop) {
        const bool is_list = code_.is(value, "{") || (code_.is(value, "=") && code_.is(value + 1, "{"));
        if (code_.is(value, "=") && !is_list) {
          if (!(code_.is(begin, "const") && is_for_dimensions(value + 1, stop))) expression(value + 1, stop);
        } else if (code_.is(value, "(") && code_.partner(value) != detail::none) {
          arguments(value, code_.partner(value));
        }
      }
      declare(begin, type_end, name, false);
      name = stop + 1;
      while (name < end && (code_.is(name, "*") || code_.is(name, "&"))) ++name;
    }
  }

  // ---- expressions ----

  /// What all subscripts of the statement may lack, where several have the same name in them.
  void plan_line_terms(std::size_t begin, std::size_t end) {
    line_terms_.clear();
    std::map<std::string, int> uses;
    int depth = 0;
    for (std::size_t i = begin; i < end; ++i) {
      depth += code_.is(i, "[") ? 1 : code_.is(i, "]") ? -1 : 0;
      const Variable* const variable =
          depth > 0 && code_[i].kind == TokenKind::identifier ? find(code_[i].text) : nullptr;
      if (variable != nullptr && variable->kind == TypeClass::integer) ++uses[variable->name];
    }
    for (const auto& [name, count] : uses) {
      if (count < 2 || !is_open(begin)) continue;
      for (const Variable& variable : variables_) {
        if (variable.kind != TypeClass::integer || variable.name == name) continue;
        for (const std::string_view factor : {"", "4 * "}) {
          if (!has_room(1)) return;
          const std::string term = std::string(factor) + variable.name;
          const int variant = add(ChangeKind::lacks_term, code_[begin].line, name, "+ " + term);
          line_terms_.push_back({code_[begin].line, name, term, variant});
        }
      }
    }
  }

  /// `x = …` and `x += …` may be meant the other way round; all else is an expression.
  void simple(std::size_t begin, std::size_t end) {
    plan_line_terms(begin, end);
    std::size_t sign = detail::none;
    for (std::size_t i = begin; i < end && sign == detail::none; ++i) {
      if (code_.opens(i) && code_.partner(i) != detail::none) {
        i = code_.partner(i);
        continue;
      }
      if (is_one_of(code_[i].text, assignments) && code_[i].kind == TokenKind::punctuation) sign = i;
    }
    if (sign == detail::none) return expression(begin, end);
    const bool sets = code_.is(sign, "="), adds = code_.is(sign, "+=");
    const bool has_second = [&] {
      for (std::size_t i = sign + 1; i < end; ++i) {
        if (code_.is(i, "=")) return true;
      }
      return false;
    }();
    if ((sets || adds) && !has_second && is_open(sign) && is_open(begin) && has_room(1)) {
      const int variant = add(ChangeKind::assignment, code_[sign].line, raw(begin, sign), sets ? "+=" : "=");
      before(begin, std::string("simt_variants::") + (sets ? "set(" : "add(") + number(variant) + ", ");
      left_side(begin, sign);
      edits_.push_back({code_[sign].begin, code_[sign].end, ","});
      expression(sign + 1, end);
      before(end, ")");
      return;
    }
    left_side(begin, sign);
    expression(sign + 1, end);
  }

  /// What is assigned to: only its subscripts, and the array, may be others.
  void left_side(std::size_t begin, std::size_t end) {
    if (begin + 1 == end) return;
    expression(begin, end);
  }

  bool is_unary_ampersand(std::size_t i) const {
    if (!code_.is(i, "&")) return false;
    if (i == 0) return true;
    const Token& left = code_[i - 1];
    return left.kind == TokenKind::punctuation && left.text != ")" && left.text != "]";
  }

  bool is_lambda(std::size_t i) const {
    if (!code_.is(i, "[") || code_.partner(i) == detail::none || i == 0) return false;
    const Token& left = code_[i - 1];
    if (left.kind != TokenKind::punctuation && left.text != "return") return false;
    return left.text != ")" && left.text != "]";
  }

  void expression(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (is_lambda(i)) {
        std::size_t k = code_.partner(i) + 1;
        const std::size_t known = variables_.size();
        if (code_.is(k, "(") && code_.partner(k) != detail::none) {
          parameters(k + 1, code_.partner(k));
          k = code_.partner(k) + 1;
        }
        while (k < end && !code_.is(k, "{")) ++k;
        if (k >= end || code_.partner(k) == detail::none) return;
        block(k, {});
        variables_.resize(known);
        i = code_.partner(k);
        continue;
      }
      if (code_.is(i, "<<<")) {
        i = launch_shape(i, end);
        continue;
      }
      if (code_[i].kind == TokenKind::number) {
        constant(i);
        continue;
      }
      if (code_.is(i, "[") && code_.partner(i) != detail::none) {
        i = subscripts(i);
        continue;
      }
      if (code_[i].kind != TokenKind::identifier) continue;
      if (const std::size_t last = quotient(i, begin, end); last != i) {
        i = last;
        continue;
      }
      i = name(i, end);
    }
  }

  /// `a / b` at `i`, of two plain names or a name and a number, may be meant to round up. The last token of it; `i`
  /// where it is none.
  std::size_t quotient(std::size_t i, std::size_t begin, std::size_t end) {
    if (i + 2 >= end || !code_.is(i + 1, "/") || !is_open(i) || !has_room(1)) return i;
    const Variable* const divided = find(code_[i].text);
    const bool is_value = code_[i + 2].kind == TokenKind::number || code_[i + 2].kind == TokenKind::identifier;
    const bool is_longer = i + 3 < end && (code_.is(i + 3, "(") || code_.is(i + 3, "[") || code_.is(i + 3, ".") ||
                                           code_.is(i + 3, "->") || code_.is(i + 3, "::"));
    const bool follows = i > begin && (code_.is(i - 1, "*") || code_.is(i - 1, "/") || code_.is(i - 1, "%") ||
                                       code_.is(i - 1, ".") || code_.is(i - 1, "::"));
    if (divided == nullptr || divided->kind != TypeClass::integer || !is_value || is_longer || follows) return i;
    const int variant = add(ChangeKind::rounded_down, code_[i].line, raw(i, i + 3), "up");
    before(i, "simt_variants::quotient(" + number(variant) + ", ");
    name(i, i + 1);
    edits_.push_back({code_[i + 1].begin, code_[i + 1].end, ","});
    if (code_[i + 2].kind == TokenKind::number) {
      constant(i + 2);
    } else {
      name(i + 2, i + 3);
    }
    after(i + 2, ")");
    return i + 2;
  }

  /// The name at `i`; the last token that belongs to it.
  std::size_t name(std::size_t i, std::size_t end) {
    const std::string& text = code_[i].text;
    if (text == "sizeof" || text == "decltype" || text == "alignof") {
      if (code_.is(i + 1, "(") && code_.partner(i + 1) != detail::none) return code_.partner(i + 1);
      return i + 1;
    }
    if (is_one_of(text, casts) || code_.is(i + 1, "<")) {
      const std::size_t close = template_end(i + 1, end);
      if (close != detail::none) {
        if (code_.is(close + 1, "(") && code_.partner(close + 1) != detail::none && !is_one_of(text, casts)) {
          arguments(close + 1, code_.partner(close + 1));
          return code_.partner(close + 1);
        }
        return close;
      }
    }
    if (code_.is(i + 1, "::")) return i + 1;
    if (i > 0 && code_.is(i - 1, "::")) return i;
    if (code_.is(i + 1, "(") && code_.partner(i + 1) != detail::none) {
      if (text != "if" && text != "while") arguments(i + 1, code_.partner(i + 1));
      return code_.partner(i + 1);
    }
    if (code_.is(i + 1, ".") || code_.is(i + 1, "->")) return member(i, end);
    if (is_changed(i, i, end)) return i;
    variable(i);
    return i;
  }

  /// Whether what stands at [first, last] is assigned to, counted up, or its address is taken.
  bool is_changed(std::size_t first, std::size_t last, std::size_t /*end*/) const {
    if (code_.is(last + 1, "++") || code_.is(last + 1, "--")) return true;
    if (first > 0 && (code_.is(first - 1, "++") || code_.is(first - 1, "--") || is_unary_ampersand(first - 1)))
      return true;
    return last + 1 < code_.size() && code_[last + 1].kind == TokenKind::punctuation &&
           is_one_of(code_[last + 1].text, assignments);
  }

  std::size_t template_end(std::size_t open, std::size_t end) const {
    if (!code_.is(open, "<")) return detail::none;
    int depth = 0;
    for (std::size_t i = open; i < end; ++i) {
      if (code_.is(i, "<")) ++depth;
      if (code_.is(i, ">") && --depth == 0) {
        const bool is_one = code_.is(i + 1, "(") || code_.is(i + 1, "<<<") || code_.is(i + 1, "::") ||
                            code_.is(i + 1, "{") || code_.is(i + 1, ",") || code_.is(i + 1, ")");
        return is_one ? i : detail::none;
      }
      const bool is_type = code_[i].kind != TokenKind::punctuation || code_.is(i, "<") || code_.is(i, "::") ||
                           code_.is(i, "*") || code_.is(i, ",") || code_.is(i, "&");
      if (!is_type) return detail::none;
    }
    return detail::none;
  }

  /// Alternatives of what stands at [first, last], of one kind.
  void choose(std::size_t first, std::size_t last, ChangeKind kind, std::vector<std::string> others) {
    if (others.empty() || !is_open(first)) return;
    if (others.size() > most_alternatives) others.resize(most_alternatives);
    if (!has_room(others.size())) return;
    const int begin = next();
    std::string text;
    for (const std::string& other : others) {
      text += ", " + other;
      add(kind, code_[first].line, raw(first, last + 1), kind == ChangeKind::lacks_term ? "+ " + other : other);
    }
    before(first, "simt_variants::any(" + number(begin) + ", ");
    after_.emplace_back(text + ")");
  }
  /// All that `choose` opened before the token at `last` ends there.
  void close(std::size_t last) {
    for (auto one = after_.rbegin(); one != after_.rend(); ++one) after(last, *one);
    after_.clear();
  }

  /// An exchange from a line on begins where it has an effect first.
  void note_use(const Exchange& one, std::size_t i) {
    Variant& variant = list_[static_cast<std::size_t>(one.variant) - 1];
    if (one.from_line != 0 && variant.line == one.from_line) variant.line = code_[i].line;
  }

  void exchange(std::size_t first, const std::string& text) {
    for (const Exchange& one : exchanges_) {
      if (one.one != text && one.other != text) continue;
      if (!is_open(first) || code_[first].line < one.from_line) continue;
      note_use(one, first);
      before(first, "simt_variants::any(" + number(one.variant) + ", ");
      after_.emplace_back(", " + (one.one == text ? one.other : one.one) + ")");
    }
  }

  void sized(std::size_t first, const std::string& text) {
    const bool is_compared = code_.is(first + 1, "<") || code_.is(first + 1, "<=") || code_.is(first + 1, ">") ||
                             code_.is(first + 1, ">=");  // what follows is changed, too
    if (!is_open(first) || is_compared || !has_room(sized_changes)) return;
    const int begin = next();
    const int line = code_[first].line;
    add(ChangeKind::off_by_one, line, text, "+ 1");
    add(ChangeKind::off_by_one, line, text, "- 1");
    add(ChangeKind::factor, line, text, "2 *");
    add(ChangeKind::factor, line, text, "/ 2");
    add(ChangeKind::factor, line, text, "4 *");
    add(ChangeKind::factor, line, text, "/ 4");
    add(ChangeKind::factor, line, text, "3 *");
    add(ChangeKind::factor, line, text, "32 *");
    add(ChangeKind::factor, line, text, "/ 32");
    before(first, "simt_variants::sized(" + number(begin) + ", ");
    after_.emplace_back(")");
  }

  void variable(std::size_t i) {
    const std::string text = code_[i].text;
    if (is_constant_name(text) && find(text) == nullptr) {
      if (std::find(constants_.begin(), constants_.end(), text) == constants_.end()) return;
      std::vector<std::string> others;
      for (const std::string& other : constants_) {
        if (other != text) others.push_back(other);
      }
      if (others.size() > 3) others.resize(3);
      for (const Variable& other : variables_) {
        if (other.kind == TypeClass::integer) others.push_back(other.name);
      }
      sized(i, text);
      choose(i, i, ChangeKind::constant, others);
      return close(i);
    }
    const Variable* const own = find(text);
    if (own == nullptr) return;
    if (own->kind == TypeClass::array) {
      for (const Variable& other : variables_) {
        if (other.kind != TypeClass::array || other.name == text || other.type != own->type ||
            other.dims != own->dims || !is_open(i) || !has_room(1))
          continue;
        const int variant = add(ChangeKind::other_name, code_[i].line, text, other.name);
        before(i, "(simt_variants::is(" + number(variant) + ") ? " + other.name + " : ");
        after_.emplace_back(")");
      }
      return close(i);
    }
    std::vector<std::string> others;
    for (const Variable& other : variables_) {
      const bool is_alike =
          other.kind == own->kind && (own->kind != TypeClass::other || other.type == own->type) && other.name != text;
      if (is_alike && std::find(others.begin(), others.end(), other.name) == others.end()) others.push_back(other.name);
    }
    if (own->kind == TypeClass::integer) {
      for (const Exchange& one : exchanges_) {
        const bool is_meant = one.from_line != 0 && !own->turned.empty() && is_open(i) && own->line < one.from_line &&
                              code_[i].line >= one.from_line;
        if (!is_meant) continue;
        note_use(one, i);
        before(i, "simt_variants::any(" + number(one.variant) + ", ");
        after_.emplace_back(", (" + own->turned + "))");
      }
      for (const LineTerm& one : line_terms_) {
        if (one.line != code_[i].line || one.name != text || !is_open(i) ||
            where_.find("index of") == std::string::npos)
          continue;
        before(i, "simt_variants::any(" + number(one.variant) + ", ");
        after_.emplace_back(", " + text + " + " + one.term + ")");
      }
      exchange(i, text);
      sized(i, text);
    }
    std::reverse(others.begin(), others.end());  // what was declared last is most likely meant
    choose(i, i, ChangeKind::other_name, others);
    const bool is_address = own->kind == TypeClass::pointer && !code_.is(i + 1, "[");
    if (is_address && !loops_.empty() && is_open(i)) {
      for (const Variable& other : variables_) {
        if (other.kind != TypeClass::pointer || other.name == text || other.type != own->type || !has_room(1)) continue;
        const int variant = add(ChangeKind::later_round, code_[i].line, text, other.name);
        before(i, "simt_variants::any(" + number(variant) + ", ");
        after_.emplace_back(", (" + loops_.back() + " == 0 ? " + text + " : " + other.name + "))");
      }
    }
    if (is_address) choose(i, i, ChangeKind::lacks_term, terms());
    close(i);
  }

  /// `threadIdx.x` or `job->width`; the last token of it.
  std::size_t member(std::size_t i, std::size_t end) {
    const std::size_t last = i + 2;
    if (last >= end || code_[last].kind != TokenKind::identifier || code_.is(last + 1, "(")) return i + 1;
    if (code_.is(last + 1, ".") || code_.is(last + 1, "->")) return last;  // a longer way
    if (is_changed(i, last, end)) return last;
    const std::string base = code_[i].text + code_[i + 1].text, own = code_[last].text;
    std::vector<std::string> others;
    if (is_one_of(code_[i].text, places)) {
      exchange(i, base + own);
      const std::string same = own == "x" ? "y" : "x";
      others.push_back(base + same);
      const std::string_view other = code_[i].text == "threadIdx"  ? "blockIdx."
                                     : code_[i].text == "blockIdx" ? "threadIdx."
                                     : code_[i].text == "blockDim" ? "gridDim."
                                                                   : "blockDim.";
      others.push_back(std::string(other) + own);
      if (own != "z") others.push_back(base + "z");
      const bool is_factor = code_.is(last + 1, "*") || (i > 0 && code_.is(i - 1, "*"));
      if (!is_factor && (code_[i].text == "gridDim" || code_[i].text == "blockDim")) {
        others.push_back("(gridDim." + own + " * blockDim." + own + ")");
      }
      if (code_[i].text == "gridDim" || code_[i].text == "blockDim") {
        others.insert(others.end(), constants_.begin(),
                      constants_.begin() + std::min<std::ptrdiff_t>(2, std::ssize(constants_)));
        sized(i, base + own);
      }
      if (!is_factor && code_[i].text == "blockIdx") others.push_back("(blockIdx." + own + " * blockDim." + own + ")");
    } else {
      for (const SourceName& name : index_.names) {
        const bool is_here = name.line >= function_->first_line && name.line <= function_->last_line;
        if (is_here && name.name != own && is_member_of(base, name.name) &&
            std::find(others.begin(), others.end(), base + name.name) == others.end()) {
          others.push_back(base + name.name);
        }
      }
      sized(i, base + own);
    }
    choose(i, last, ChangeKind::other_member, others);
    close(last);
    return last;
  }

  bool is_member_of(const std::string& base, const std::string& name) {
    auto& known = members_[base];
    if (known.empty()) {
      known.insert("");
      for (std::size_t i = 0; i + 2 < code_.size(); ++i) {
        if (code_[i].kind == TokenKind::identifier && code_[i].text + code_[i + 1].text == base &&
            !code_.is(i + 3, "."))
          known.insert(code_[i + 2].text);
      }
    }
    return known.contains(name);
  }

  void constant(std::size_t i) {
    if (!is_open(i) || !has_room(numeric_changes)) return;
    if (i > 0 && (code_.is(i - 1, "<<<") || code_.is(i - 1, "::"))) return;
    const int begin = next();
    const int line = code_[i].line;
    const std::string& text = code_[i].text;
    add(ChangeKind::off_by_one, line, text, "+ 1");
    add(ChangeKind::off_by_one, line, text, "- 1");
    for (const char* const other : {"2 *", "/ 2", "+ 2", "- 2", "-", "0", "1", "4 *"}) {
      add(ChangeKind::constant, line, text, other);
    }
    before(i, "simt_variants::numeric(" + number(begin) + ", ");
    after(i, ")");
  }

  /// What an index or an address may lack.
  std::vector<std::string> terms() const {
    std::vector<std::string> numbers, all;
    for (const Variable& variable : variables_) {
      if (variable.kind == TypeClass::integer) numbers.push_back(variable.name);
    }
    std::reverse(numbers.begin(), numbers.end());
    for (const std::string& one : numbers) {
      if (all.size() < 5) all.push_back(one);
    }
    if (is_device_) {
      all.push_back("threadIdx.x");
      all.push_back("blockIdx.x * blockDim.x");
      all.push_back("blockIdx.y * blockDim.y");
    }
    return all;
  }

  /// Subscripts that follow each other, from `open` on; the last bracket.
  std::size_t subscripts(std::size_t open) {
    const bool is_named = open > 0 && code_[open - 1].kind == TokenKind::identifier;
    const Within within(*this, is_named ? "the index of " + code_[open - 1].text : "this index");
    std::vector<std::pair<std::size_t, std::size_t>> all;
    std::size_t end = open;
    for (std::size_t i = open; code_.is(i, "[") && code_.partner(i) != detail::none; i = end + 1) {
      end = code_.partner(i);
      all.emplace_back(i + 1, end);
    }
    const bool is_pair =
        all.size() == 2 && is_open(open) && has_room(1) && all[0].first < all[0].second && all[1].first < all[1].second;
    const int exchanged =
        is_pair ? add(ChangeKind::exchanged, code_[open].line, raw(open, end + 1),
                      "[" + raw(all[1].first, all[1].second) + "][" + raw(all[0].first, all[0].second) + "]")
                : 0;
    for (std::size_t k = 0; k < all.size(); ++k) {
      const auto [begin, stop] = all[k];
      if (begin >= stop) continue;
      const std::vector<std::string> lacking = terms();
      const bool has_terms = is_open(begin) && has_room(lacking.size()) && !lacking.empty();
      std::string tail;
      if (is_pair) {
        const auto [other, other_end] = all[1 - k];
        before(begin, "simt_variants::any(" + number(exchanged) + ", ");
        tail = ", " + raw(other, other_end) + ")";
      }
      if (has_terms) {
        before(begin, "simt_variants::plus(" + number(next()) + ", ");
        std::string text;
        for (const std::string& term : lacking) {
          text += ", " + term;
          add(ChangeKind::lacks_term, code_[begin].line, raw(begin, stop), "+ " + term);
        }
        tail = text + ")" + tail;
      }
      expression(begin, stop);
      after(stop - 1, tail);
    }
    return end;
  }

  bool is_plain_value(std::size_t begin, std::size_t end) const {
    if (begin >= end) return false;
    // A variable of the file may be meant itself, and not what it holds.
    const bool is_name = begin + 1 == end && code_[begin].kind == TokenKind::identifier;
    if (is_name && find(code_[begin].text) == nullptr && !is_constant_name(code_[begin].text)) return false;
    for (std::size_t i = begin; i < end; ++i) {
      if (code_.is(i, "{") || code_.is(i, "[") || code_.is(i, "++") || code_.is(i, "--") || is_unary_ampersand(i) ||
          (code_[i].kind == TokenKind::punctuation && is_one_of(code_[i].text, assignments)) ||
          code_[i].kind == TokenKind::string)
        return false;
    }
    return true;
  }

  /// Values between brackets, of which two neighbours may be exchanged.
  void arguments(std::size_t open, std::size_t close) {
    const bool is_named = open > 0 && code_[open - 1].kind == TokenKind::identifier;
    const bool is_launch = open > 0 && code_.is(open - 1, ">");
    const Within within(*this, is_named    ? "the call of " + code_[open - 1].text
                               : is_launch ? "what the kernel is given"
                                           : where_);
    values(open + 1, close);
  }

  void values(std::size_t begin, std::size_t end) {
    std::vector<std::pair<std::size_t, std::size_t>> all;
    for (std::size_t i = begin; i < end;) {
      const std::size_t comma = next_comma(i, end);
      all.emplace_back(i, comma);
      i = comma + 1;
    }
    std::vector<std::vector<std::pair<int, std::size_t>>> with(all.size());
    for (std::size_t k = 0; k + 1 < all.size(); ++k) {
      if (!is_plain_value(all[k].first, all[k].second) || !is_plain_value(all[k + 1].first, all[k + 1].second))
        continue;
      if (!is_open(all[k].first) || !is_open(all[k + 1].first) || !has_room(1)) continue;
      const int variant = add(ChangeKind::exchanged, code_[all[k].first].line, raw(all[k].first, all[k].second),
                              raw(all[k + 1].first, all[k + 1].second));
      with[k].emplace_back(variant, k + 1);
      with[k + 1].emplace_back(variant, k);
    }
    for (std::size_t k = 0; k < all.size(); ++k) {
      std::string tail;
      for (const auto& [variant, other] : with[k]) {
        before(all[k].first, "simt_variants::any(" + number(variant) + ", ");
        tail = ", " + raw(all[other].first, all[other].second) + ")" + tail;
      }
      // What comes first was opened first, and is closed last.
      expression(all[k].first, all[k].second);
      if (!tail.empty()) {
        std::string closing;
        for (auto at = with[k].rbegin(); at != with[k].rend(); ++at) {
          closing += ", " + raw(all[at->second].first, all[at->second].second) + ")";
        }
        after(all[k].second - 1, closing);
      }
    }
  }

  /// The numbers between <<< and >>>; the last token of it.
  std::size_t launch_shape(std::size_t open, std::size_t end) {
    for (std::size_t i = open + 1; i + 2 < end; ++i) {
      if (code_.opens(i) && code_.partner(i) != detail::none) {
        i = code_.partner(i);
        continue;
      }
      if (code_.is(i, ">") && code_.is(i + 1, ">") && code_.is(i + 2, ">")) {
        {
          const Within within(*this, "the numbers of the launch");
          values(open + 1, i);
        }
        if (!code_.is(i + 3, "(") || code_.partner(i + 3) == detail::none) return i + 2;
        arguments(i + 3, code_.partner(i + 3));
        return code_.partner(i + 3);
      }
    }
    return open;
  }

  std::string_view source_;
  detail::Tokens tokens_;
  detail::Macros macros_;
  std::vector<Edit> edits_;
  Code code_;
  SourceIndex index_;
  const std::set<int>& left_out_;
  std::size_t most_;
  std::set<int> directive_lines_;
  std::vector<std::string> constants_;
  std::set<int> used_;  // functions, by their first lines
  std::vector<Variant> list_;
  std::vector<Variable> variables_;
  std::vector<Exchange> exchanges_;
  std::vector<LineTerm> line_terms_;
  std::vector<std::string> loops_;  // their counters that begin with 0, the innermost last
  std::vector<std::string> after_;
  std::string where_;
  std::map<std::string, std::set<std::string>> members_;
  const SourceFunction* function_ = nullptr;
  bool is_device_ = false;
  int depth_ = 0;
};

}  // namespace

SourceVariants with_variants(std::string_view source, std::string_view entry, const std::set<int>& lines_left_out,
                             std::size_t most) {
  return Planter(source, entry, lines_left_out, most).run();
}

}  // namespace simt
