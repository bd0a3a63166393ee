#include "cli/man_page.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <sstream>
#include <string_view>
#include <vector>

namespace cli {
namespace {

/// As text: no sign begins a command of roff or another character.
std::string escaped(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if (c == '\\') {
      safe += "\\e";
    } else if (c == '-') {
      safe += "\\-";
    } else {
      safe += c;
    }
  }
  const bool looks_like_a_command = safe.starts_with(".") || safe.starts_with("'");
  return looks_like_a_command ? "\\&" + safe : safe;
}

/// "--seed NUMBER", "PART": the name in bold type, its value in italics.
std::string title_of(const CLI::Option& option) {
  std::string names;
  for (const std::string& name : option.get_snames()) names += (names.empty() ? "" : ", ") + ("-" + name);
  for (const std::string& name : option.get_lnames()) names += (names.empty() ? "" : ", ") + ("--" + name);
  const bool has_value = option.get_items_expected_min() > 0;
  // CLI11 adds what a check says, behind a colon.
  const std::string type = option.get_type_name();
  const std::string value = has_value ? "\\fI" + escaped(type.substr(0, type.find_first_of(":="))) + "\\fR" : "";
  if (names.empty()) return option.get_required() ? value : "[" + value + "]";
  return "\\fB" + escaped(names) + "\\fR" + (has_value ? " " : "") + value;
}

std::string entry(const std::string& title, const std::string& what) {
  return fmt::format(".TP\n{}\n{}\n", title, escaped(what));
}

/// All but --help, which every command has.
std::string options_of(const CLI::App& app) {
  std::string text;
  for (const CLI::Option* option : app.get_options()) {
    if (option->check_lname("help") || option->get_group().empty()) continue;  // the latter: not for people
    text += entry(title_of(*option), option->get_description());
  }
  return text;
}

std::string command(const CLI::App& app) {
  std::string title = "\\fB" + escaped(app.get_name()) + "\\fR";
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional() && option->get_lnames().empty()) title += " " + title_of(*option);
  }
  std::string text = entry(title, app.get_description());
  const std::string options = options_of(app);
  return options.empty() ? text : text + ".RS\n" + options + ".RE\n";
}

std::vector<const CLI::App*> of_group(const CLI::App& app, const std::string& group) {
  return app.get_subcommands([&](const CLI::App* each) { return each->get_group() == group; });
}

/// "Exit status: 0 all is well · 1 something is not" as a list.
std::string exit_statuses(std::string footer) {
  std::string text;
  footer = footer.substr(footer.find(':') + 1);
  constexpr std::string_view separator = "·";
  for (std::size_t begin = 0; begin < footer.size();) {
    const std::size_t end = std::min(footer.find(separator, begin), footer.size());
    std::istringstream words(footer.substr(begin, end - begin));
    std::string number, word, what;
    words >> number;
    while (words >> word) what += (what.empty() ? "" : " ") + word;
    text += entry("\\fB" + escaped(number) + "\\fR", what);
    begin = end + separator.size();
  }
  return text;
}

}  // namespace

std::string man_page(const CLI::App& app, const std::string& version) {
  std::string text = fmt::format(".TH GRADE 1 \"\" \"{}\" \"The CUDA memory course\"\n", version);
  text += ".SH NAME\ngrade \\- grades the labs of the CUDA memory course\n";
  text += ".SH SYNOPSIS\n\\fB./grade\\fR [\\fILAB\\fR | \\fIPART\\fR | \\fICOMMAND\\fR] [\\fIOPTIONS\\fR]\n";
  text += ".SH DESCRIPTION\n" + escaped(app.get_description()) +
          "\nAlone it says what this machine can do, how far you are and what to type.\n"
          "A part such as 3.2 stands for its lab and that part of it.\n";
  text += ".SH OPTIONS\n" + options_of(app);
  const std::vector<const CLI::App*> labs = of_group(app, "Labs");
  text += ".SH LABS\n";
  for (const CLI::App* lab : labs) text += entry("\\fB" + escaped(lab->get_name()) + "\\fR", lab->get_description());
  if (!labs.empty()) text += ".PP\nEach of them takes:\n" + options_of(*labs.front());
  text += ".SH COMMANDS\n";
  for (const CLI::App* each : of_group(app, "Commands")) text += command(*each);
  text += ".SH COMMANDS FOR INSTRUCTORS\n";
  for (const CLI::App* each : of_group(app, "Instructors")) text += command(*each);
  text += ".SH EXIT STATUS\n" + exit_statuses(app.get_footer());
  text += ".SH FILES\n" + entry("\\fIlabs/progress.tsv\\fR", "what you have reached") +
          entry("\\fIcourse.toml\\fR", "points, limits and sizes that an instructor may change");
  return text + ".SH SEE ALSO\nREADME.md and labs/GLOSSARY.md in the course's folder\n";
}

}  // namespace cli
