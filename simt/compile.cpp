#include "simt/compile.hpp"

#include <charconv>
#include <future>
#include <iterator>
#include <optional>
#include <utility>

#include "simt/compiler_messages.hpp"
#include "simt/included_headers.hpp"
#include "simt/translate/translate.hpp"
#include "support/files/included_files.hpp"
#include "support/files/whole_file.hpp"

namespace simt {
namespace {

process::Completed refused(std::string messages) {
  process::Completed result;
  result.ending.code = 1;
  result.output = std::move(messages);
  return result;
}

process::Completed refused(const std::vector<Diagnostic>& errors, const std::string& name) {
  process::Completed result = refused("");
  for (const Diagnostic& error : errors) {
    result.output += name + ":" + std::to_string(error.line) + ": error: " + error.message + "\n";
  }
  return result;
}

/// Of "a.cu:7: warning: text [-Wname]" the line and what follows `kind`; nothing for other lines.
std::optional<std::pair<int, std::string>> message_of(std::string_view line, std::string_view name,
                                                      std::string_view kind) {
  const std::string start = std::string(name) + ":";
  const std::size_t at = line.find(kind);
  if (!line.starts_with(start) || at == std::string_view::npos) return std::nullopt;
  int number = 0;
  std::from_chars(line.data() + start.size(), line.data() + line.size(), number);
  std::string_view text = line.substr(at + kind.size());
  return std::pair{number, std::string(text.substr(0, text.rfind(" [-W")))};
}

}  // namespace

std::vector<CompilerWarning> warnings_in(std::string_view messages, std::string_view name) {
  std::vector<CompilerWarning> warnings;
  for (const std::string& line : lines_of(messages)) {
    if (auto warning = message_of(line, name, ": warning: ")) {
      warnings.push_back({warning->first, std::move(warning->second)});
    } else if (const auto note = message_of(line, name, ": note: "); note && !warnings.empty()) {
      if (warnings.back().other_line == 0) warnings.back().other_line = note->first;
    }
  }
  return warnings;
}

std::vector<std::string> compile_flags(std::string_view include_dir, const Clang& clang) {
  return {
      "-x",
      "c++",
      "-std=c++17",
      "-I",
      std::string(include_dir),
      // Register reuse should look like nvcc's: optimised first, instrumented afterwards.
      "-O2",
      "-fPIC",
      "-gline-tables-only",
      // Instructions must be those of the source: no four elements in one access that were four, and no library
      // call for a loop.
      "-fno-vectorize",
      "-fno-slp-vectorize",
      "-fno-unroll-loops",
      "-fno-builtin",
      // Nor two accesses for one of two elements whose elements are used one by one.
      "-mllvm",
      "-disable-vector-combine",
      // nvcc inlines nearly every function, and what a kernel's code becomes must not depend on a limit near its size,
      // which is estimated by each version of clang in its own way.
      "-mllvm",
      "-inline-threshold=10000",
      // Those calls are many: no detour through the procedure linkage table.
      "-fno-plt",
      // A tail call would hide the line that it comes from.
      "-fno-optimize-sibling-calls",
      // C++ lets the compiler assume that loops end, and leave out those that do not.
      "-fno-finite-loops",
      // Contracting a multiplication and an addition is nvcc's default.
      "-ffp-contract=fast",
      // threadIdx.x and its like are properties.
      "-fdeclspec",
      // Calls at every round of a loop, before those that follow are put in.
      "-fpass-plugin=" + clang.plugin.string(),
      // Calls before every load and store; a program that links without this flag must define the functions.
      "-fsanitize=thread",
      // Otherwise clang leaves out the read of `a[i] += x`,
      "-mllvm",
      "-tsan-instrument-read-before-write=1",
      // distinguishes volatile accesses from others only when asked,
      "-mllvm",
      "-tsan-distinguish-volatile=1",
      // and calls at every function's entry and exit.
      "-mllvm",
      "-tsan-instrument-func-entry-exit=0",
      // Columns and quoted lines would be those of the translation.
      "-fno-show-column",
      "-fno-caret-diagnostics",
      // `static __shared__` says static twice.
      "-Wno-duplicate-decl-specifier",
      // nvcc only warns of it.
      "-Wno-c++11-narrowing",
  };
}

std::vector<std::string> link_flags() {
  // Whole-struct copies that are not one instruction call these.
  return {"-shared", "-Wl,--wrap=memcpy", "-Wl,--wrap=memmove", "-Wl,--wrap=memset",
          // In kernels these are the device's: its clock and its heap.
          "-Wl,--wrap=clock", "-Wl,--wrap=malloc", "-Wl,--wrap=free", "-Wl,--wrap=_Znwm", "-Wl,--wrap=_Znam",
          "-Wl,--wrap=_ZdlPv", "-Wl,--wrap=_ZdaPv", "-Wl,--wrap=_ZdlPvm", "-Wl,--wrap=_ZdaPvm"};
}

Compiler::Compiler(std::filesystem::path include_dir, const std::filesystem::path& programs)
    : include_dir_(std::move(include_dir)), clang_(find_clang(programs)) {}

std::string Compiler::build_key() const {
  std::string key = "simt " + clang_.version;
  for (const std::string& flag : compile_flags(include_dir_.string(), clang_)) key += " " + flag;
  for (const std::string& flag : link_flags()) key += " " + flag;
  for (const std::string& flag : language_flags(include_dir_.string())) key += " " + flag;
  // The emulator's headers are compiled into the library.
  for (const auto& entry : std::filesystem::recursive_directory_iterator(include_dir_)) {
    if (!entry.is_regular_file()) continue;
    key.append("\n").append(entry.path().filename().string()).append(" ").append(files::read_file(entry.path()));
  }
  return key + files::read_file(clang_.plugin);
}

process::Completed Compiler::compile(const std::filesystem::path& source, const CompileOptions& options) const {
  const std::string name = source.filename().string();
  const std::string text = files::read_file(source);
  const Translation translation = translate(text, name);
  if (!translation.errors.empty()) return refused(translation.errors, name);
  files::write_atomically(options.folder / "translated.cpp", translation.source);
  auto language = std::async(std::launch::async, [&] { return check(text, name, options); });
  process::Completed compiled = compile_object(text, name, options);
  const LanguageCheck checked = language.get();
  // What the emulator does not have makes clang complain about more than that.
  if (missing_feature(compiled.output)) return compiled;
  if (checked.is_refused) return refused(checked.messages);
  compiled.output = checked.messages + compiled.output;
  if (!compiled.succeeded()) return compiled;
  process::Completed linked = link(options);
  linked.output = compiled.output + linked.output;
  return linked;
}

LanguageCheck Compiler::check(const std::string& text, const std::string& name, const CompileOptions& options) const {
  return check_language(
      {text, name, options.folder, include_dir_, options.include_dirs, options.definitions, options.first_includes},
      [&](std::vector<std::string> arguments) { return run(std::move(arguments), options); });
}

process::Completed Compiler::compile_object(const std::string& text, const std::string& name,
                                            const CompileOptions& options) const {
  std::vector<std::string> arguments = compile_flags(include_dir_.string(), clang_);
  for (const std::string& header : options.first_includes) arguments.insert(arguments.end(), {"-include", header});
  arguments.push_back("-DSIMT_CUDA_ARCH=" + std::to_string(10 * options.compute_capability));
  for (const std::string& definition : options.definitions) arguments.push_back("-D" + definition);
  for (const std::filesystem::path& folder : options.include_dirs) {
    arguments.insert(arguments.end(), {"-I", folder.string()});
  }
  arguments.insert(arguments.end(), {"-MD", "-MF", "student.d", "-c", "translated.cpp", "-o", "student.o"});
  process::Completed compiled = run(std::move(arguments), options);
  compiled.output = about_the_source(compiled.output, text, name);
  const std::string refused =
      refused_include(files::included_files(options.folder / "student.d"), {include_dir_, options.include_dirs});
  if (!refused.empty() && !missing_feature(compiled.output)) {
    compiled.output = refused;
    compiled.ending = {false, 1};
  }
  return compiled;
}

std::vector<CompilerWarning> Compiler::warnings(const std::filesystem::path& source,
                                                const CompileOptions& options) const {
  const std::string name = source.filename().string();
  const std::string text = files::read_file(source);
  const Translation translation = translate(text, name);
  if (!translation.errors.empty()) return {};
  files::write_atomically(options.folder / "translated.cpp", translation.source);
  std::vector<std::string> arguments = {"-x",
                                        "c++",
                                        "-std=c++17",
                                        "-fsyntax-only",
                                        "-fdeclspec",
                                        "-fno-show-column",
                                        "-fno-caret-diagnostics",
                                        "-I",
                                        include_dir_.string(),
                                        "-Wno-everything"};
  for (const std::string_view suspicious :
       {"uninitialized", "sometimes-uninitialized", "conditional-uninitialized", "float-conversion",
        "literal-conversion", "tautological-compare", "tautological-unsigned-zero-compare", "unused-value",
        "unused-comparison", "empty-body", "parentheses", "self-assign", "division-by-zero", "shift-count-overflow",
        "array-bounds", "sizeof-pointer-memaccess", "sizeof-array-argument"}) {
    arguments.push_back("-W" + std::string(suspicious));
  }
  arguments.push_back("-DSIMT_CUDA_ARCH=" + std::to_string(10 * options.compute_capability));
  for (const std::filesystem::path& folder : options.include_dirs) {
    arguments.insert(arguments.end(), {"-I", folder.string()});
  }
  arguments.emplace_back("translated.cpp");
  return warnings_in(run(std::move(arguments), options).output, name);
}

process::Completed Compiler::link(const CompileOptions& options) const {
  std::vector<std::string> arguments = link_flags();
  arguments.insert(arguments.end(), {"student.o", "-o", "library.so"});
  return run(std::move(arguments), options);
}

process::Completed Compiler::run(std::vector<std::string> arguments, const CompileOptions& options) const {
  process::ChildOptions child;
  child.command = {clang_.program};
  child.command.insert(child.command.end(), std::make_move_iterator(arguments.begin()),
                       std::make_move_iterator(arguments.end()));
  child.directory = options.folder;
  child.environment = process::minimal_environment();
  if (options.confinement) {
    child.confinement = options.confinement;
    child.confinement->readable.insert(child.confinement->readable.end(), {include_dir_, clang_.plugin});
    for (const std::filesystem::path& folder : options.include_dirs) child.confinement->readable.push_back(folder);
    child.confinement->writable.push_back(options.folder);
    child.address_space = child.confinement->memory;
    child.file_size = process::most_product_bytes;
  }
  return process::run(child, options.deadline, options.output_limit);
}

}  // namespace simt
