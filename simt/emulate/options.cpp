#include "simt/emulate/options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>

namespace simt::emulate {
namespace {

constexpr const char* description =
    "Compiles a CUDA program for the emulator, runs it, and shows on standard error what it did:\n"
    "memory traffic by launch and by line, data races, accesses out of bounds, leaks and other mistakes.";

constexpr const char* footer =
    "Arguments of the program come after --, as in: emulate sum.cu -- 1024 fast\n"
    "The folder of the source is an include directory; cuda_runtime.h is included as nvcc does.\n\n"
    "Exit status: 0 the program ended with 0 and there is no finding but remarks on races that do no harm ·\n"
    "1 there is a finding, or the program ended otherwise · 2 the call was wrong, or the program does not compile · 3 "
    "it cannot run here,\n"
    "as when it uses what the emulator does not have · 130 interrupted (Ctrl-C); what the program did until then is "
    "still reported.";

}  // namespace

std::variant<Options, Answer> parse(const std::vector<std::string>& arguments) {
  Options options;
  ProgramOptions& program = options.program;
  const auto dashes = std::find(arguments.begin(), arguments.end(), "--");
  if (dashes != arguments.end()) program.arguments.assign(dashes + 1, arguments.end());

  CLI::App app(description, "emulate");
  app.footer(footer);
  app.add_option("--root", program.root, "folder of the repository; ./emulate passes it")->type_name("DIR")->required();
  app.add_option("PROGRAM", program.source, "a .cu file with a main()")->required();
  app.add_option("--device", program.device, "whose rules the counters follow: h200, gtx280 … (simt/devices)")
      ->type_name("NAME")
      ->capture_default_str();
  app.add_option("--schedule", program.schedule,
                 "one order of threads and blocks for each number, 0 the order of their numbers, 1 that turned around; "
                 "otherwise "
                 "0, and the first launches of each kernel are tried in 1 and 2 as well")
      ->type_name("N");
  app.add_option("--json", options.json,
                 "write the report as JSON, too; with - to standard output, and the program's own output to standard "
                 "error")
      ->type_name("FILE")
      ->take_last();
  app.add_option("-I", program.include_dirs, "a folder for #include")->type_name("DIR")->allow_extra_args(false);
  app.add_option("-D", program.definitions, "define a macro")->type_name("NAME[=VALUE]")->allow_extra_args(false);
  try {
    std::vector<std::string> reversed(arguments.begin(), dashes);
    std::reverse(reversed.begin(), reversed.end());  // as CLI11 takes them
    app.parse(std::move(reversed));
  } catch (const CLI::CallForHelp&) {
    return Answer{app.help()};
  } catch (const CLI::ExtrasError& error) {
    throw CallError(std::string(error.what()) + " (arguments of the program come after --)");
  } catch (const CLI::ParseError& error) {
    throw CallError(std::string(error.what()) + "; see emulate --help");
  }
  program.prints_to_stderr = options.json == "-";
  return options;
}

}  // namespace simt::emulate
