// Scripts by which a shell completes words of the grade command, made from the command line's own grammar.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cli {

/// A word that the command line takes, with what it is for.
struct CompletionWord {
  std::string word;  ///< "explain", "3.2", "--device"
  std::string what;
};

/// One command, or a lab's name: what may follow it.
struct CompletedCommand {
  CompletionWord command;
  std::vector<CompletionWord> followers;
};

/// For `shell`, one of "bash", "zsh" and "fish". `first` are words that only may come first, besides the commands.
std::string completion_script(std::string_view shell, const std::vector<CompletionWord>& first,
                              const std::vector<CompletedCommand>& commands);

}  // namespace cli
