#include "simt/compile.hpp"

#include <sstream>
#include <system_error>
#include <utility>

#include "simt/compiler_messages.hpp"
#include "simt/translate/translate.hpp"
#include "support/files/whole_file.hpp"

namespace simt {
namespace {

constexpr const char* compiler = "clang++";

process::Completed run(std::vector<std::string> arguments, const CompileOptions& options) {
  process::ChildOptions child;
  child.command = {compiler};
  child.command.insert(child.command.end(), std::make_move_iterator(arguments.begin()),
                       std::make_move_iterator(arguments.end()));
  child.directory = options.folder;
  child.environment = process::minimal_environment();
  return process::run(child, options.deadline, options.output_limit);
}

std::string version_of_compiler() {
  CompileOptions options;
  options.deadline = units::Seconds{10};
  std::istringstream words;
  try {
    words.str(run({"--version"}, options).output);
  } catch (const std::system_error& error) {
    throw NoCompiler(error.what());
  }
  std::string version;
  for (std::string word; words >> word;) {
    if (word == "version") words >> version;
  }
  if (version.empty()) throw NoCompiler(std::string(compiler) + " --version names no version");
  return version;
}

process::Completed refused(const std::vector<Diagnostic>& errors, const std::string& name) {
  process::Completed result;
  result.ending.code = 1;
  for (const Diagnostic& error : errors) {
    result.output += name + ":" + std::to_string(error.line) + ": error: " + error.message + "\n";
  }
  return result;
}

}  // namespace

std::vector<std::string> compile_flags(std::string_view include_dir) {
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
      // Those calls are many: no detour through the procedure linkage table.
      "-fno-plt",
      // A tail call would hide the line that it comes from.
      "-fno-optimize-sibling-calls",
      // Contracting a multiplication and an addition is nvcc's default.
      "-ffp-contract=fast",
      // threadIdx.x and its like are properties.
      "-fdeclspec",
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
  };
}

std::vector<std::string> link_flags() {
  // Whole-struct copies that are not one instruction call these.
  return {"-shared", "-Wl,--wrap=memcpy", "-Wl,--wrap=memmove", "-Wl,--wrap=memset"};
}

Compiler::Compiler(std::filesystem::path include_dir)
    : include_dir_(std::move(include_dir)), version_(version_of_compiler()) {}

std::string Compiler::build_key() const {
  std::string key = "simt " + version_;
  for (const std::string& flag : compile_flags(include_dir_.string())) key += " " + flag;
  for (const std::string& flag : link_flags()) key += " " + flag;
  // The emulator's headers are compiled into the library.
  for (const auto& entry : std::filesystem::recursive_directory_iterator(include_dir_)) {
    if (!entry.is_regular_file()) continue;
    key.append("\n").append(entry.path().filename().string()).append(" ").append(files::read_file(entry.path()));
  }
  return key;
}

process::Completed Compiler::compile(const std::filesystem::path& source, const CompileOptions& options) const {
  const std::string name = source.filename().string();
  const std::string text = files::read_file(source);
  const Translation translation = translate(text, name);
  if (!translation.errors.empty()) return refused(translation.errors, name);
  files::write_atomically(options.folder / "translated.cpp", translation.source);
  process::Completed compiled = compile_object(text, name, options);
  if (!compiled.succeeded()) return compiled;
  process::Completed linked = link(options);
  linked.output = compiled.output + linked.output;
  return linked;
}

process::Completed Compiler::compile_object(const std::string& text, const std::string& name,
                                            const CompileOptions& options) const {
  std::vector<std::string> arguments = compile_flags(include_dir_.string());
  for (const std::string& header : options.first_includes) arguments.insert(arguments.end(), {"-include", header});
  for (const std::string& definition : options.definitions) arguments.push_back("-D" + definition);
  for (const std::filesystem::path& folder : options.include_dirs) {
    arguments.insert(arguments.end(), {"-I", folder.string()});
  }
  arguments.insert(arguments.end(), {"-c", "translated.cpp", "-o", "student.o"});
  process::Completed compiled = run(std::move(arguments), options);
  compiled.output = about_the_source(compiled.output, text, name);
  return compiled;
}

process::Completed Compiler::link(const CompileOptions& options) const {
  std::vector<std::string> arguments = link_flags();
  arguments.insert(arguments.end(), {"student.o", "-o", "library.so"});
  return run(std::move(arguments), options);
}

}  // namespace simt
