// emulate: any CUDA program, without a GPU. See simt/README.md.
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "simt/emulate/options.hpp"
#include "simt/emulate/report.hpp"
#include "simt/simt.hpp"
#include "support/files/whole_file.hpp"

namespace {

using namespace simt::emulate;

constexpr int all_well = 0;
constexpr int something_found = 1;
constexpr int call_was_wrong = 2;
constexpr int cannot_run = 3;
constexpr int interrupted = 130;  // what shells report for a program that Ctrl-C ended

int complain(const std::exception& error, int status) {
  std::fprintf(stderr, "emulate: %s\n", error.what());
  return status;
}

void write_json(const std::string& json, const std::string& file) {
  if (file != "-") return files::write_atomically(file, json);
  if (std::fputs(json.c_str(), stdout) < 0 || std::fflush(stdout) != 0) {
    throw std::system_error(errno, std::generic_category(), "the JSON cannot be written to standard output");
  }
}

// Before the program runs, which may take long.
void check_can_write(const std::string& json) {
  if (json.empty() || json == "-") return;
  const std::string why = files::why_not_writable(json);
  if (!why.empty()) throw CallError("--json " + json + " cannot be written: " + why);
}

int emulate(Options options) {
  check_can_write(options.json);
  options.program.runner = std::filesystem::read_symlink("/proc/self/exe").parent_path() / "emulate-runner";
  const Program program(options.program);
  std::fputs(program.warnings().c_str(), stderr);
  const ProgramRun run = program.run();
  const std::string source = files::read_file(options.program.source);
  std::fputs(text_report(run, options.program, source).c_str(), stderr);
  if (!options.json.empty()) write_json(json_report(run, options.program), options.json);
  if (run.was_interrupted) return interrupted;
  if (run.uses_missing_feature()) return cannot_run;
  const auto is_harmless = [](const simt::FindingRecord& finding) {
    return finding.is_remark() && finding.kind != simt::FindingKind::leak;
  };
  const bool is_well = !run.ending.by_signal && run.ending.code == 0 && run.evidence &&
                       run.evidence->in_other_orders.empty() &&
                       std::all_of(run.evidence->findings.begin(), run.evidence->findings.end(), is_harmless);
  return is_well ? all_well : something_found;
}

}  // namespace

int main(int count, char** arguments) {
  try {
    const auto parsed = parse({arguments + (count > 0 ? 1 : 0), arguments + count});
    if (const auto* answer = std::get_if<Answer>(&parsed)) {
      std::fputs(answer->text.c_str(), stdout);
      return all_well;
    }
    process::catch_interrupts();
    return emulate(std::get<Options>(parsed));
  } catch (const CallError& error) {
    std::fputs(error.compiler_messages().c_str(), stderr);
    return complain(error, call_was_wrong);
  } catch (const simt::UnknownDevice& error) {
    return complain(error, call_was_wrong);
  } catch (const CannotRun& error) {
    return complain(error, cannot_run);
  } catch (const simt::NoCompiler& error) {
    return complain(error, cannot_run);
  } catch (const process::Interrupted& error) {
    return complain(error, interrupted);
  } catch (const std::system_error& error) {
    return complain(error, cannot_run);
  } catch (const std::exception& error) {
    return complain(error, cannot_run);
  }
}
