// What clang's CUDA front end says about a program, in the words of CUDA. Errors that nvcc does not have become
// warnings or are left out.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace simt {

struct LanguageMessage {
  std::string file;
  int line = 0;
  bool is_error = false;
  std::string text;

  friend bool operator==(const LanguageMessage&, const LanguageMessage&) = default;
};

/// Whose messages count: the source, named `name`, and headers in `include_dirs`.
struct ProgramFiles {
  std::string text;  ///< of the source
  std::string name;
  std::vector<std::filesystem::path> include_dirs;
};

/// The messages of one pass, in clang's order.
std::vector<LanguageMessage> in_words_of_cuda(std::string_view clang_output, const ProgramFiles& files);

/// Messages in the order of their lines, each once, with the source's line under it.
std::string print_messages(std::vector<LanguageMessage> messages, const ProgramFiles& files);

}  // namespace simt
