#include "simt/language_messages.hpp"

#include <algorithm>
#include <optional>
#include <regex>
#include <tuple>

#include "simt/compiler_messages.hpp"
#include "simt/translate/source_index.hpp"

namespace simt {
namespace {

/// One line of clang's output, "file:line: kind: text", and the notes after it.
struct ClangMessage {
  std::string file;
  int line = 0;
  bool is_error = false;
  std::string text;
  std::vector<ClangMessage> notes;
};

std::vector<ClangMessage> parse(std::string_view output) {
  static const std::regex form(R"((.+):(\d{1,9}): (fatal error|error|warning|note): (.*))");
  std::vector<ClangMessage> messages;
  for (const std::string& line : lines_of(output)) {
    std::smatch parts;
    if (!std::regex_match(line, parts, form)) continue;
    if (parts[3] == "note") {
      if (!messages.empty()) messages.back().notes.push_back({parts[1], std::stoi(parts[2]), false, parts[4], {}});
    } else {
      messages.push_back({parts[1], std::stoi(parts[2]), parts[3] != "warning", parts[4], {}});
    }
  }
  return messages;
}

/// What to say in place of one form of clang's messages: $1, $2 … are the groups of `form`. An empty `text`: nothing,
/// because nvcc accepts it or another message says it.
struct Rewording {
  const char* form;
  const char* text;
  bool is_error = true;
};

constexpr Rewording rewordings[] = {
    {"call to global function '(.+)' not configured",
     "a __global__ function call must be configured: launch \"$1\" with <<<grid, block>>>"},
    {"kernel function type '.*' must have void return type",
     "a __global__ function must have a void return type; results are written to memory"},
    {"kernel function '.+' must be a free function or static member function",
     "a __global__ function cannot be a member function of a class; put it outside, or in a namespace"},
    {".*does not support variadic functions.*", "a __global__ or __device__ function cannot have an ellipsis (...)"},
    {"'(\\w+)' and '(\\w+)' attributes are not compatible",
     "illegal combination of qualifiers: __$1__ and __$2__ exclude each other"},
    {"__shared__ local variables not allowed in (.+) functions",
     "a __shared__ variable is not allowed inside a $1 function: shared memory exists in kernels only"},
    {"cannot use '(\\w+)' in (.+) function", "device code does not support exception handling: '$1' in a $2 function"},
    {"use of undeclared identifier '(.+?)'(.*)", "identifier \"$1\" is undefined$2"},
    {"use of function template name with no prior declaration in function call .*",
     "identifier is undefined: no template of this name is declared before this line"},
    {"unknown type name '(.+?)'(.*)", "identifier \"$1\" is undefined$2"},
    {"read-only variable is not assignable", "expression must be a modifiable lvalue: what it refers to is const"},
    {"cannot assign to variable '(.+?)' with const-qualified type '(.+?)'",
     "expression must be a modifiable lvalue: \"$1\" is const"},
    {"call to deleted function '(.+)'",
     "calling a constexpr __host__ function(\"$1\") from device code is not allowed: kernels have \"$1\" for float and "
     "double "
     "only; give all arguments one of these types"},
    {"builtin functions must be directly called", "expression has no effect: the parentheses of a call are missing",
     false},
    {"no setter defined for property '(.+)'",
     "expression must be a modifiable lvalue: threadIdx, blockIdx, blockDim and gridDim cannot be changed"},
    {"dynamic initialization is not supported for .*",
     "dynamic initialization is not supported for a __device__ or __constant__ variable: its value must be a constant"},
    {"__constant__ variables must be global", "a __constant__ variable is not allowed inside a function body"},
    {"'(shared|constant|device|global|managed)' attribute only applies to .*",
     "attribute \"__$1__\" does not apply here; nvcc ignores it", false},
    {"duplicate 'inline' declaration specifier",
     "duplicate specifier in declaration: __forceinline__ and inline are the same word for nvcc"},
    // The same error again, at a property's place.
    {"cannot find suitable getter for property '.+'", ""},
    // The compilation itself says it.
    {"'(.+)' is unavailable: (removed from CUDA.*)", "\"$1\" was $2"},
    {"'.+' is unavailable.*", ""},
};

constexpr const char* letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

/// How often the name `word` stands in `text`. No regular expression: a name may be as long as a file.
std::ptrdiff_t count_words(std::string_view text, std::string_view word) {
  const auto is_letter = [&](std::size_t at) {
    return at < text.size() && std::string_view(letters).find(text[at]) != std::string_view::npos;
  };
  std::ptrdiff_t count = 0;
  for (std::size_t at = text.find(word); at != text.npos && !word.empty(); at = text.find(word, at + word.size())) {
    if ((at == 0 || !is_letter(at - 1)) && !is_letter(at + word.size())) ++count;
  }
  return count;
}

/// Which messages that clang calls warnings are of interest: those of the table above.
class Words {
 public:
  explicit Words(const ProgramFiles& files)
      : files_(files), index_(index_source(files.text)), lines_(lines_of(files.text)) {}

  std::optional<LanguageMessage> message(const ClangMessage& said) const {
    LanguageMessage result{said.file, said.line, said.is_error, said.text};
    if (const auto call = wrong_call(said)) return *call;
    if (const auto initializer = shared_initializer(said)) return *initializer;
    if (const auto parameter = qualified_parameter(said)) return *parameter;
    if (const auto array = empty_array(said)) return *array;
    if (const auto function = deleted_function(said)) return *function;
    for (const Rewording& rewording : rewordings) {
      std::smatch groups;
      if (!std::regex_match(said.text, groups, std::regex(rewording.form))) continue;
      result.text = groups.format(rewording.text);
      result.is_error = rewording.is_error;
      if (result.text.empty()) return std::nullopt;
      return result;
    }
    if (!said.is_error) return std::nullopt;
    return result;
  }

 private:
  /// A call from one side that has to be on the other, and a variable of the host in a kernel.
  std::optional<LanguageMessage> wrong_call(const ClangMessage& said) const {
    static const std::regex reference(
        R"(reference to (__\w+__(?: __\w+__)?) (function|variable) '(.+?)' in (__\w+__(?: __\w+__)?) function.*)");
    static const std::regex candidate(
        R"(.*not viable: call to (__\w+__(?: __\w+__)?) function from (__\w+__(?: __\w+__)?) function.*)");
    static const std::regex launch("kernel call to non-global function '?(.+?)'?");
    LanguageMessage result{said.file, said.line, true, ""};
    std::smatch groups;
    if (std::regex_match(said.text, groups, launch)) {
      result.text =
          "a host function call cannot be configured: \"" + groups[1].str() + "\" is not a __global__ function";
      return result;
    }
    if (std::regex_match(said.text, groups, reference)) {
      if (groups[2] == "variable") {
        result.text =
            "identifier \"" + groups[3].str() + "\" is undefined in device code: it is a variable of the host";
        return result;
      }
      return call(result, groups[1], groups[3], groups[4]);
    }
    for (const ClangMessage& note : said.notes) {
      if (!std::regex_match(note.text, groups, candidate)) continue;
      return call(result, groups[1], callee_of(said.text), groups[2]);
    }
    return std::nullopt;
  }

  /// Of "no matching function for call to 'f'" and its like.
  static std::string callee_of(const std::string& text) {
    static const std::regex quoted(".*?'(.+?)'.*"), overloaded(".*(operator\\S+) for type '(.+?)'.*"),
        conversion("no viable conversion from '.+?' to '(.+?)'.*");
    std::smatch groups;
    if (std::regex_match(text, groups, overloaded)) return groups[2].str() + "::" + groups[1].str();
    if (std::regex_match(text, groups, conversion) || !std::regex_match(text, groups, quoted)) return groups[1].str();
    return text.find("object of type") == std::string::npos ? groups[1].str() : groups[1].str() + "::operator()";
  }

  std::optional<LanguageMessage> call(LanguageMessage result, const std::string& callee_side, std::string callee,
                                      const std::string& caller_side) const {
    const SourceFunction* around = result.file == files_.name ? index_.function_around(result.line) : nullptr;
    const std::string caller = around == nullptr ? "" : "(\"" + around->name + "\")";
    if (is_builtin_variable(callee)) {
      result.is_error = caller_side == "__host__";
      callee = builtin_variable(result.line);
      result.text = "\"" + callee + "\" exists in device code only, and this is a __host__ function" + caller;
      return result.is_error ? std::optional(result) : std::optional(nothing(result));
    }
    if (callee_side == "__host__" && is_of_library(callee)) return nothing(result);
    if (callee_side == "__global__") {
      result.text = "calling a __global__ function(\"" + callee + "\") from a " + caller_side + " function" + caller +
                    " is not allowed: a kernel launch from device code requires separate compilation mode (-rdc=true)";
      return result;
    }
    if (callee_side == "__device__" && caller_side == "__host__" && has_address_taken(callee, result)) {
      result.text = "host code takes the address of the __device__ function \"" + callee +
                    "\": nvcc accepts it, but a kernel that calls this address fails; take it in device code";
      return result;
    }
    // A lambda has both sides for clang, and those of the function around it for nvcc.
    const bool is_of_both = caller_side == "__host__ __device__" && (around == nullptr || !around->is_kernel);
    result.is_error = !(is_of_both && callee_side == "__host__");
    if (around != nullptr && caller_side == "__device__" && is_never_compiled(*around)) return nothing(result);
    result.text = "calling a " + callee_side + " function(\"" + callee + "\") from a " +
                  (is_of_both || around == nullptr || !around->is_kernel ? caller_side : "__global__") + " function" +
                  caller + (result.is_error ? " is not allowed" : " is not allowed in a kernel");
    return result;
  }

  /// The function's name stands in its line, and nowhere as a call.
  bool has_address_taken(const std::string& function, const LanguageMessage& message) const {
    if (message.file != files_.name || function.find_first_not_of(letters) != std::string::npos) return false;
    const std::string& line = line_of_source(message.line);
    return std::regex_search(line, std::regex("\\b" + function + "\\b")) &&
           !std::regex_search(line, std::regex("\\b" + function + "\\s*(<[^;]*>)?\\s*\\("));
  }

  static LanguageMessage nothing(LanguageMessage message) {
    message.text.clear();
    return message;
  }

  /// libcu++'s functions are those of the host's library here: a program that uses it may call them in kernels.
  bool is_of_library(const std::string& callee) const {
    if (files_.text.find("<cuda/std/") == std::string::npos) return false;
    return std::none_of(index_.functions.begin(), index_.functions.end(),
                        [&](const SourceFunction& function) { return function.name == callee; });
  }

  /// nvcc does not look into a function for the device that nothing can call.
  bool is_never_compiled(const SourceFunction& function) const {
    const std::string& head = line_of_source(function.first_line);
    const bool is_local = head.find("static") != std::string::npos || head.find("inline") != std::string::npos;
    if (function.is_kernel || !is_local) return false;
    return count_words(files_.text, function.name) == 1;
  }

  static bool is_builtin_variable(const std::string& callee) {
    return callee == "get_x" || callee == "get_y" || callee == "get_z" || callee == "operator uint3" ||
           callee == "operator dim3";
  }

  std::string builtin_variable(int line) const {
    static const std::regex name("threadIdx|blockIdx|blockDim|gridDim");
    std::smatch found;
    const std::string& text = line_of_source(line);
    return std::regex_search(text, found, name) ? found[0].str() : "threadIdx";
  }

  /// A constructor that would run is a warning for nvcc, a value is an error.
  std::optional<LanguageMessage> shared_initializer(const ClangMessage& said) const {
    static const std::regex form("(dynamic )?initialization is not supported for .*__shared__.*");
    static const std::regex value(R"(__shared__[^;]*[\w\]]\s*(=|\{|\())");
    if (!std::regex_match(said.text, form) || said.file != files_.name) return std::nullopt;
    const std::string& line = line_of_source(said.line);
    if (line.find("__shared__") == std::string::npos) return std::nullopt;
    LanguageMessage result{said.file, said.line, true, "initializer not allowed for a __shared__ variable"};
    if (!std::regex_search(line, value)) {
      result.is_error = false;
      result.text = "dynamic initialization is not supported for a __shared__ variable: its constructor does not run";
    }
    return result;
  }

  /// nvcc ignores the word at a parameter, and refuses it at a local variable.
  std::optional<LanguageMessage> qualified_parameter(const ClangMessage& said) const {
    static const std::regex parameter(R"(\([^;{]*__(constant|device|managed)__[^;{]*[,)])");
    if (said.text.find("are not allowed on non-static local variables") == std::string::npos) return std::nullopt;
    LanguageMessage result{said.file, said.line, true,
                           "a __device__ or __constant__ variable is not allowed inside a function body"};
    if (said.file == files_.name && std::regex_search(line_of_source(said.line), parameter)) {
      result.is_error = false;
      result.text = "this attribute does not apply to a parameter; nvcc ignores it";
    }
    return result;
  }

  /// One of the program's own; the emulator's headers delete some of the C library's.
  std::optional<LanguageMessage> deleted_function(const ClangMessage& said) const {
    static const std::regex form("call to deleted function '(.+)'");
    std::smatch groups;
    const bool is_own = std::any_of(said.notes.begin(), said.notes.end(),
                                    [&](const ClangMessage& note) { return note.file == files_.name; });
    if (!is_own || !std::regex_match(said.text, groups, form)) return std::nullopt;
    return LanguageMessage{said.file, said.line, true,
                           "function \"" + groups[1].str() + "\" cannot be referenced: it is a deleted function"};
  }

  /// A variable of kernels; host code and members may be empty.
  std::optional<LanguageMessage> empty_array(const ClangMessage& said) const {
    if (said.text.find("zero size arrays are an extension") == std::string::npos || said.file != files_.name)
      return std::nullopt;
    static const std::regex of_device(R"(\b__(device|global|constant|shared|managed)__\b)");
    const SourceFunction* const around = index_.function_around(said.line);
    const std::string& head = line_of_source(around == nullptr ? said.line : around->first_line);
    const bool is_in_kernel = (around != nullptr && around->is_kernel) || std::regex_search(head, of_device);
    if (!is_in_kernel) return std::nullopt;
    return LanguageMessage{said.file, said.line, true, "a zero-sized variable is not allowed in device code"};
  }

  const std::string& line_of_source(int line) const {
    static const std::string empty;
    return line >= 1 && static_cast<std::size_t>(line) <= lines_.size() ? lines_[static_cast<std::size_t>(line) - 1]
                                                                        : empty;
  }

  const ProgramFiles& files_;
  SourceIndex index_;
  std::vector<std::string> lines_;
};

bool is_of_the_program(const std::string& file, const ProgramFiles& files) {
  if (file == files.name) return true;
  return std::any_of(files.include_dirs.begin(), files.include_dirs.end(),
                     [&](const std::filesystem::path& folder) { return file.starts_with(folder.string() + "/"); });
}

/// What one of the emulator's headers asserts of an argument of the program, as CUDA's do; not what only the emulator
/// lacks.
std::optional<ClangMessage> asserted_by_header(const ClangMessage& said, const ProgramFiles& files) {
  static const std::regex vector(
      "no matching constructor for initialization of "
      "'(?:::)?((?:u?(?:char|short|int|long|longlong)|float|double)[24])'.*");
  static const std::regex form(R"re(static(?: assertion failed|_assert failed).*?(?:"(.*)"|': (.*)))re");
  std::smatch groups;
  if (is_of_the_program(said.file, files)) return std::nullopt;
  std::string words;
  if (std::regex_match(said.text, groups, vector)) {
    words =
        "a \"" + groups[1].str() + "\" has no constructor for these arguments: write make_" + groups[1].str() + "(…)";
  } else if (std::regex_match(said.text, groups, form)) {
    words = groups[1].matched ? groups[1] : groups[2];
  } else {
    return std::nullopt;
  }
  const auto place = std::find_if(said.notes.begin(), said.notes.end(),
                                  [&](const ClangMessage& note) { return is_of_the_program(note.file, files); });
  if (place == said.notes.end() || words.find("emulator") != std::string::npos) return std::nullopt;
  return ClangMessage{place->file, place->line, true, words, {}};
}

}  // namespace

std::vector<LanguageMessage> in_words_of_cuda(std::string_view clang_output, const ProgramFiles& files) {
  std::vector<LanguageMessage> result;
  const std::vector<ClangMessage> messages = parse(clang_output);
  if (messages.empty()) return result;
  const Words words(files);
  for (ClangMessage said : messages) {
    if (const auto asserted = asserted_by_header(said, files)) said = *asserted;
    if (!is_of_the_program(said.file, files)) continue;
    const auto message = words.message(said);
    if (message && !message->text.empty()) result.push_back(*message);
  }
  return result;
}

std::string print_messages(std::vector<LanguageMessage> messages, const ProgramFiles& files) {
  const auto place = [](const LanguageMessage& message) { return std::tie(message.file, message.line); };
  std::stable_sort(messages.begin(), messages.end(),
                   [&](const LanguageMessage& a, const LanguageMessage& b) { return place(a) < place(b); });
  const std::vector<std::string> lines = lines_of(files.text);
  std::string result;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const LanguageMessage& message = messages[i];
    if (std::find(messages.begin(), messages.begin() + static_cast<std::ptrdiff_t>(i), message) !=
        messages.begin() + static_cast<std::ptrdiff_t>(i)) {
      continue;
    }
    result += message.file + ":" + std::to_string(message.line) + (message.is_error ? ": error: " : ": warning: ") +
              message.text + "\n";
    const auto line = static_cast<std::size_t>(message.line);
    if (message.file == files.name && line >= 1 && line <= lines.size()) result += "    " + lines[line - 1] + "\n";
  }
  return result;
}

}  // namespace simt
