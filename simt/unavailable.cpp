#include "simt/unavailable.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <span>

#include "simt/translate/own_text.hpp"

namespace simt {
namespace {

/// Functions that a program uses for one purpose.
struct Purpose {
  std::vector<std::string_view> symbols;  ///< parts of readable names, with a bracket behind them
  std::vector<std::string_view> names;    ///< as a source has them
  std::string_view message;
};

const std::array<Purpose, 4>& purposes() {
  static const std::array<Purpose, 4> all{{
      {{"std::thread", "pthread_create", "pthread_join", "pthread_cond_", "std::__future", "std::condition_variable",
        "std::__atomic_futex", "future_error", "std::future"},
       {"thread", "jthread", "async", "future", "promise", "packaged_task", "condition_variable", "pthread_create"},
       "host code runs in one thread here: for work at the same time use streams, with cudaStreamCreate and "
       "cudaMemcpyAsync"},
      {{"fopen", "fdopen", "freopen", "fclose", "fread", "tmpfile", "opendir", "std::__basic_file", "std::filesystem",
        "std::codecvt"},
       {"fopen", "fdopen", "freopen", "ifstream", "ofstream", "fstream", "filesystem", "tmpfile", "opendir"},
       "a graded program has no files: its inputs are its arguments, and the report shows what it prints with printf "
       "or "
       "std::cout"},
      {{"stdin", "scanf", "getc(", "getchar", "fgets", "getline", "std::cin"},
       {"stdin", "scanf", "getchar", "getc", "fgets", "getline", "cin"},
       "a graded program has no keyboard: its inputs are its arguments"},
      {{"regex"},
       {"regex", "regex_match", "regex_search", "regex_replace"},
       "regular expressions are not available to graded code: search in a std::string with find"},
  }};
  return all;
}

/// A name as the source has it, with its arguments.
std::string readable(const std::string& symbol) {
  int status = 0;
  char* const name = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status);
  std::string result(name == nullptr ? symbol : name);
  std::free(name);
  return result;
}

/// The last part of a name, without arguments: of "std::a::b(int)", b.
std::string_view last_part(std::string_view name) {
  name = name.substr(0, name.find_first_of("(<"));
  const std::size_t before = name.rfind("::");
  return before == name.npos ? name : name.substr(before + 2);
}

bool has_one_of(std::string_view text, std::span<const std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(), [&](std::string_view part) { return text.find(part) != text.npos; });
}

}  // namespace

std::vector<Diagnostic> explain_unavailable(const std::vector<std::string>& symbols, std::string_view source) {
  std::vector<std::string> names;
  for (const std::string& symbol : symbols) names.push_back(readable(symbol));
  std::vector<Diagnostic> errors;
  for (const Purpose& purpose : purposes()) {
    const auto first = std::remove_if(names.begin(), names.end(),
                                      [&](const std::string& name) { return has_one_of(name + "(", purpose.symbols); });
    if (first == names.end()) continue;
    names.erase(first, names.end());
    errors.push_back({find_name(source, purpose.names), std::string(purpose.message)});
  }
  // What else the C++ library needs for one of these, and never names, is no mistake of its own.
  const bool is_explained = !errors.empty();
  for (const std::string& name : names) {
    if (is_explained && (name.find("std::") != name.npos || name.starts_with("__"))) continue;
    const std::string_view part = last_part(name);
    errors.push_back({find_name(source, {&part, 1}), "the function or variable " + name +
                                                         " is not available to graded code; "
                                                         "simt/host_functions.txt lists what is"});
  }
  return errors;
}

}  // namespace simt
