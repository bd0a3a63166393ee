// The manual page, from the command line's own grammar: `./grade man`.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace cli {

/// In roff, with the macros of man(7): for `man -l`.
std::string man_page(const CLI::App& app, const std::string& version);

}  // namespace cli
