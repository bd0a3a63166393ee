#include "cli/completion.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cli {
namespace {

std::string joined(const std::vector<CompletionWord>& words) {
  std::string text;
  for (const CompletionWord& each : words) text += (text.empty() ? "" : " ") + each.word;
  return text;
}

/// In single quotes, which all three shells read alike where there is no single quote inside.
std::string quoted(std::string text) {
  std::ranges::replace(text, '\'', ' ');
  return "'" + text + "'";
}

/// File names are offered where no word fits. zsh runs it by its own emulation of bash.
std::string for_bash(const std::vector<CompletionWord>& first, const std::vector<CompletedCommand>& commands) {
  std::vector<CompletionWord> all = first;
  for (const CompletedCommand& each : commands) all.push_back(each.command);
  std::string text = "_grade_words() {\n  local words=''\n  case ${COMP_WORDS[1]} in\n";
  for (const CompletedCommand& each : commands) {
    text += fmt::format("    {}) words={} ;;\n", each.command.word, quoted(joined(each.followers)));
  }
  text += "  esac\n";
  text += fmt::format("  [ \"$COMP_CWORD\" -eq 1 ] && words={}\n", quoted(joined(all)));
  text += "  COMPREPLY=($(compgen -W \"$words\" -- \"${COMP_WORDS[COMP_CWORD]}\"))\n}\n";
  return text + "complete -o default -F _grade_words grade ./grade\n";
}

std::string for_fish(const std::vector<CompletionWord>& first, const std::vector<CompletedCommand>& commands) {
  std::string text;
  const auto offer = [&](const std::string& condition, const CompletionWord& each) {
    const bool is_option = each.word.starts_with("--");
    text += fmt::format("complete -c grade -n {} {} {} -d {}\n", quoted(condition), is_option ? "-l" : "-a",
                        is_option ? each.word.substr(2) : each.word, quoted(each.what));
  };
  for (const CompletionWord& each : first) offer("__fish_use_subcommand", each);
  for (const CompletedCommand& each : commands) {
    offer("__fish_use_subcommand", each.command);
    for (const CompletionWord& follower : each.followers) {
      offer("__fish_seen_subcommand_from " + each.command.word, follower);
    }
  }
  return text;
}

}  // namespace

std::string completion_script(std::string_view shell, const std::vector<CompletionWord>& first,
                              const std::vector<CompletedCommand>& commands) {
  if (shell == "fish") return for_fish(first, commands);
  const std::string script = for_bash(first, commands);
  return shell == "zsh" ? "autoload -U +X bashcompinit && bashcompinit\n" + script : script;
}

}  // namespace cli
