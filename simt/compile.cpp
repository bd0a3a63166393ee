#include "simt/compile.hpp"

#include <algorithm>
#include <charconv>
#include <csignal>
#include <future>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

#include "simt/compiler_messages.hpp"
#include "simt/included_headers.hpp"
#include "simt/instrument/entries.hpp"
#include "simt/object_symbols.hpp"
#include "simt/precompiled.hpp"
#include "simt/translate/own_text.hpp"
#include "simt/translate/translate.hpp"
#include "support/files/cached.hpp"
#include "support/files/included_files.hpp"
#include "support/files/whole_file.hpp"

namespace simt {
namespace {

constexpr const char* translated_file = "translated.cpp";
constexpr const char* preprocessed_file = "translated.ii";
constexpr const char* rest_file = "rest.ii";  // of it, after the emulator's headers

/// Programs with many of the C++ library's headers have 3 MiB. The grader itself reads this text, in memory of its own.
constexpr std::uintmax_t most_preprocessed = std::uintmax_t{8} << 20;

/// What takes a small part of the time that compiling takes.
CompileOptions with_shorter_deadline(CompileOptions options) {
  options.deadline.value /= 4;
  return options;
}

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

/// Another text whenever the checks below refuse more: what was built before them is built again.
constexpr std::string_view checks_of_the_text = "lines end as for clang";

Reading reading_of(const CompileOptions& options) {
  return options.host_functions.empty() ? Reading::own_code : Reading::graded_code;
}

/// Whether the text and the object file are looked at for what graded code may not have.
bool has_gate(const CompileOptions& options) {
  return process::walls_are_built && reading_of(options) == Reading::graded_code;
}

/// Whether the preprocessor made more text than the grader reads, or than a file may hold.
bool is_too_long(const process::Completed& preprocessed, const std::filesystem::path& folder) {
  const process::Ending& ending = preprocessed.ending;
  if (ending.code == (ending.by_signal ? SIGXFSZ : 128 + SIGXFSZ)) return true;
  std::error_code is_missing;
  const std::uintmax_t bytes = std::filesystem::file_size(folder / preprocessed_file, is_missing);
  return !is_missing && bytes > most_preprocessed;
}

/// What graded code may not have, in its `text` and in what the preprocessor made of it. The emulator's own headers at
/// its beginning, where they are those that were compiled ahead (`headers`), are not looked at again.
std::vector<Diagnostic> forbidden_in(const std::string& text, const std::string& headers,
                                     const CompileOptions& options) {
  const std::string preprocessed = files::read_file(options.folder / preprocessed_file);
  SeenHeaders seen;
  std::vector<Diagnostic> forbidden;
  const auto rest = after_headers(preprocessed, headers, translated_file);
  if (rest) forbidden = find_forbidden(library_names_in(headers) + *rest, &seen);
  // What includes itself may include any header again, with other macros.
  if (!rest || seen.includes_itself) {
    seen = {};
    forbidden = find_forbidden(preprocessed, &seen);
  }
  const auto read = [](const std::string& file) { return files::read_file(file); };
  for (Diagnostic& error : find_changed_headers(text, seen, read)) forbidden.push_back(std::move(error));
  return forbidden;
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

/// An error among the messages, as it is worded by now: what the plugin finds comes as a warning.
bool has_error(std::string_view messages, std::string_view name) {
  const std::vector<std::string> lines = lines_of(messages);
  return std::any_of(lines.begin(), lines.end(), [&](const std::string& line) {
    return line.starts_with(std::string(name) + ":") && message_of(line, name, ": error: ") &&
           line.find(": error: ") < line.find(": warning: ");
  });
}

}  // namespace

std::vector<CompilerWarning> warnings_in(std::string_view messages, std::string_view name) {
  std::vector<CompilerWarning> warnings;
  for (const std::string& line : lines_of(messages)) {
    if (auto warning = message_of(line, name, ": warning: ")) {
      warnings.push_back({warning->first, std::move(warning->second)});
    } else if (const auto note = message_of(line, name, ": note: "); note && !warnings.empty()) {
      // Where a template is used is not what the warning is about.
      const bool is_of_template = note->second.find(" requested here") != std::string::npos;
      if (warnings.back().other_line == 0 && !is_of_template) warnings.back().other_line = note->first;
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
      "-fno-builtin",
      // Loops are unrolled where nvcc does it: the plugin says where (unrolling.hpp), and LLVM does not choose others.
      "-mllvm",
      "-unroll-threshold=1",
      "-mllvm",
      "-unroll-allow-partial=0",
      "-mllvm",
      "-unroll-runtime=0",
      "-mllvm",
      "-unroll-allow-peeling=0",
      // Only clang 14 would keep an element that one round of a loop has read for the next round.
      "-mllvm",
      "-enable-split-backedge-in-load-pre=false",
      // Nor does it make two accesses of one of two elements whose elements are used one by one.
      "-mllvm",
      "-disable-vector-combine",
      // Two arms of a branch that end alike stay two: an access has the arm that it comes from.
      "-mllvm",
      "-enable-tail-merge=false",
      // nvcc inlines nearly every function, and what a kernel's code becomes must not depend on a limit near its size,
      // which is estimated by each version of clang in its own way.
      "-mllvm",
      "-inline-threshold=10000",
      // Those calls are many: no detour through the procedure linkage table.
      "-fno-plt",
      // A tail call would hide the line that it comes from.
      "-fno-optimize-sibling-calls",
      // The end of a variable's life is no work that every way out of its block has to do: for nvcc, `break` and
      // `continue` go straight to where they lead, and accesses before them are not joined with others.
      "-Xclang",
      "-disable-lifetime-markers",
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
      // Of a loop that clang cannot unroll as the program, or the instrumentation, asks for: nvcc says nothing.
      "-Wno-pass-failed",
      // nvcc only warns of these.
      "-Wno-c++11-narrowing",
      "-Wno-increment-bool",
      "-Wno-register",
  };
}

std::vector<std::string> link_flags(const Clang& clang) {
  // Templates that the C++ library has, too, are found in the program first: there they are instrumented.
  std::vector<std::string> flags{"-shared", "-Wl,-Bsymbolic"};
  if (!clang.linker.empty()) flags.push_back("-fuse-ld=" + clang.linker);
  const auto replace = [&](const std::string& function) { flags.push_back("-Wl,--wrap=" + function); };
  // In kernels these are the device's: its clock, its heap and its assertions.
  for (const char* const name :
       {"clock", "__assert_fail", "malloc", "free", "_Znwm", "_Znam", "_ZdlPv", "_ZdaPv", "_ZdlPvm", "_ZdaPvm",
        "_ZnwmSt11align_val_t", "_ZnamSt11align_val_t", "_ZdlPvSt11align_val_t", "_ZdaPvSt11align_val_t",
        "_ZdlPvmSt11align_val_t", "_ZdaPvmSt11align_val_t"}) {
    replace(name);
  }
  // The host's heap writes into what it gets back.
  for (const char* const name : {"realloc", "_ZdlPvRKSt9nothrow_t"}) {
    replace(name);
  }
  // Through these a program could reach the buffers of the C library.
  for (const char* const name : {"stdout", "stderr", "setbuf", "setvbuf", "_ZNSt8ios_base15sync_with_stdioEb"}) {
    replace(name);
  }
  // These read or write locks, times and texts.
  for (const char* const name : {"pthread_mutex_lock", "pthread_mutex_trylock", "pthread_mutex_unlock",
                                 "pthread_rwlock_rdlock", "pthread_rwlock_wrlock", "pthread_rwlock_unlock",
                                 "pthread_once", "getenv", "perror", "localtime", "gmtime", "mktime", "strftime"}) {
    replace(name);
  }
  // These name functions that may interrupt a kernel.
  for (const char* const name : {"signal", "sigaction"}) replace(name);
  // These look characters up in tables.
  for (const char* const name : {"isalnum", "isalpha", "isblank", "iscntrl", "isdigit", "isgraph", "islower", "isprint",
                                 "ispunct", "isspace", "isupper", "isxdigit", "tolower", "toupper"}) {
    replace(name);
  }
  // These read or write memory by a pointer; whole-struct copies that are not one instruction call the first of them.
  for (const char* const name :
       {"memcpy",       "memmove",   "memset", "memcmp",  "bcmp",      "memchr",  "strlen",   "strcmp",
        "printf",       "fprintf",   "fputs",  "fflush",  "vsnprintf", "sprintf", "snprintf", "time",
        "gettimeofday", "nanosleep", "nan",    "nanf",    "modf",      "modff",   "frexp",    "frexpf",
        "remquo",       "remquof",   "sincos", "sincosf", "strtol",    "strtoul", "strtoll",  "strtoull",
        "strtod",       "strtof",    "atoi",   "atol",    "atoll",     "atof",    "strncmp",  "strcpy",
        "strncpy",      "strcat",    "strchr", "strstr",  "fputc",     "putc",    "fwrite",   "qsort"}) {
    replace(name);
  }
  // So do exceptions with a text, and the C++ library's functions that throw them.
  for (const char* const name :
       {"11logic_error", "12domain_error", "12length_error", "12out_of_range", "16invalid_argument", "13runtime_error",
        "11range_error", "14overflow_error", "15underflow_error"}) {
    for (const char* const constructor : {"C1", "C2"}) {
      replace("_ZNSt" + std::string(name) + constructor + "EPKc");
      replace("_ZNSt" + std::string(name) + constructor + "ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE");
    }
  }
  for (const char* const name : {"19__throw_logic_error", "20__throw_domain_error", "20__throw_length_error",
                                 "20__throw_out_of_range", "24__throw_invalid_argument", "21__throw_runtime_error",
                                 "19__throw_range_error", "22__throw_overflow_error", "23__throw_underflow_error"}) {
    replace("_ZSt" + std::string(name) + "PKc");
  }
  replace("_ZSt24__throw_out_of_range_fmtPKcz");
  // And the containers' and streams' functions that are no templates.
  for (const char* const name :
       {"_ZNSt8__detail15_List_node_base7_M_hookEPS0_",
        "_ZNSt8__detail15_List_node_base9_M_unhookEv",
        "_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_",
        "_ZNSt8__detail15_List_node_base10_M_reverseEv",
        "_ZNSt8__detail15_List_node_base4swapERS0_S1_",
        "_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base",
        "_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base",
        "_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base",
        "_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base",
        "_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_",
        "_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_",
        "_ZSt11_Hash_bytesPKvmm",
        "_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm",
        "_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm",
        "_ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EES4_",
        "_ZStrsIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE",
        "_ZSt19__throw_ios_failurePKc",
        "_ZNSt6localeC1ERKS_",
        "_ZNSt6localeD1Ev",
        "_ZSt9has_facetISt5ctypeIcEEbRKSt6locale",
        "_ZSt9use_facetISt5ctypeIcEERKT_RKSt6locale",
        "_ZSt9has_facetISt7num_getIcSt19istreambuf_iteratorIcSt11char_traitsIcEEEEbRKSt6locale",
        "_ZSt9use_facetISt7num_getIcSt19istreambuf_iteratorIcSt11char_traitsIcEEEERKT_RKSt6locale",
        "_ZSt9has_facetISt7num_putIcSt19ostreambuf_iteratorIcSt11char_traitsIcEEEEbRKSt6locale",
        "_ZSt9use_facetISt7num_putIcSt19ostreambuf_iteratorIcSt11char_traitsIcEEEERKT_RKSt6locale",
        "_ZNSt6localeaSERKS_",
        "_ZNKSt6localeeqERKS_",
        "_ZNSt8ios_base5imbueERKSt6locale",
        "_ZNSt15__exception_ptr13exception_ptrC1ERKS0_",
        "_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv",
        "_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv",
        "_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE"}) {
    replace(name);
  }
  return flags;
}

// clang takes precompiled headers only where their folder has the name that it had: a link to it is another name.
Compiler::Compiler(const std::filesystem::path& include_dir, const std::filesystem::path& programs)
    : include_dir_(std::filesystem::weakly_canonical(include_dir)), clang_(find_clang(programs)) {}

std::string Compiler::build_key() const {
  std::string key = "simt " + clang_.version + " " + std::string(checks_of_the_text);
  for (const std::string& flag : compile_flags(include_dir_.string(), clang_)) key += " " + flag;
  for (const std::string& flag : link_flags(clang_)) key += " " + flag;
  for (const std::string& flag : language_flags(include_dir_.string())) key += " " + flag;
  // The emulator's headers are compiled into the library.
  for (const auto& entry : std::filesystem::recursive_directory_iterator(include_dir_)) {
    if (!entry.is_regular_file()) continue;
    key.append("\n").append(entry.path().filename().string()).append(" ").append(files::read_file(entry.path()));
  }
  return key + files::read_file(clang_.plugin);
}

process::Completed Compiler::compile(const std::filesystem::path& source, const CompileOptions& asked) const {
  CompileOptions options = asked;
  if (!options.time_left) options.time_left = std::make_shared<process::TimeLeft>(options.deadline);
  const std::string name = source.filename().string();
  const std::string text = files::read_file(source);
  const Translation translation = translate(text, name);
  if (!translation.errors.empty()) return refused(translation.errors, name);
  if (has_gate(options)) {
    if (const auto directives = find_line_directives(text); !directives.empty()) return refused(directives, name);
  }
  files::write_atomically(options.folder / translated_file, translation.source);
  // Beside the preprocessor and the compiler: what takes two processors takes half as long.
  std::future<LanguageCheck> language = std::async(std::launch::async, [&] {
    return options.is_trial ? LanguageCheck{} : check(text, name, with_shorter_deadline(options));
  });
  process::Completed compiled = preprocess(text, name, options);
  if (compiled.was_killed()) return compiled;
  const bool is_gated = has_gate(options);
  if (is_gated && is_too_long(compiled, options.folder)) {
    return refused(name + ": error: macros and included headers make more than " +
                   std::to_string(most_preprocessed >> 20) + " MiB of this file\n");
  }
  if (compiled.succeeded()) {
    // What is looked at is what is compiled: no condition of the preprocessor can tell the two apart.
    std::future<std::vector<Diagnostic>> gate;
    if (is_gated) {
      gate = std::async(std::launch::async, [&] {
        const std::filesystem::path headers = precompiled_text(clang_.precompiled, Reading::graded_code);
        return forbidden_in(text, exists(headers) ? files::read_file(headers) : "", options);
      });
    }
    const std::string warnings = std::move(compiled.output);
    std::vector<std::string> flags{"-c", "-o", "student.o"};
    // Registers are assigned behind the plugin, which has seen all accesses by then.
    if (options.is_trial) flags.insert(flags.end(), {"-g0", "-mllvm", "-optimize-regalloc=false"});
    compiled = read_preprocessed(flags, options);
    if (is_gated) {
      if (const auto forbidden = gate.get(); !forbidden.empty()) return refused(forbidden, name);
    }
    compiled.output = warnings + about_the_source(compiled.output, text, name);
  }
  const LanguageCheck checked = language.get();
  // What the emulator does not have makes clang complain about more than that.
  if (missing_feature(compiled.output)) return compiled;
  if (checked.is_refused) return refused(checked.messages);
  // What the plugin has found is an error in nvcc's words alone.
  if (compiled.succeeded() && has_error(compiled.output, name)) return refused(compiled.output);
  compiled.output = checked.messages + compiled.output;
  if (!compiled.succeeded()) return compiled;
  if (is_gated) {
    const std::string object = files::read_file(options.folder / "student.o");
    if (std::string errors = refused_object(object, options.host_functions, name, text); !errors.empty()) {
      return refused(std::move(errors));
    }
  }
  process::Completed linked = link(options);
  linked.output = compiled.output + linked.output;
  return linked;
}

LanguageCheck Compiler::check(const std::string& text, const std::string& name, const CompileOptions& options) const {
  return check_language({text, name, options.folder, include_dir_, clang_.headers, options.include_dirs,
                         options.definitions, options.first_includes, clang_.precompiled},
                        [&](std::vector<std::string> arguments) { return run(std::move(arguments), options); });
}

process::Completed Compiler::preprocess(const std::string& text, const std::string& name,
                                        const CompileOptions& options) const {
  std::vector<std::string> arguments = compile_flags(include_dir_.string(), clang_);
  for (std::string& flag : program_flags(options)) arguments.push_back(std::move(flag));
  arguments.insert(arguments.end(), {"-MD", "-MF", "student.d", "-E", translated_file, "-o", preprocessed_file});
  return refuse_includes(run(std::move(arguments), with_shorter_deadline(options)), text, name, options);
}

std::vector<std::string> Compiler::preprocessed_flags() const {
  std::vector<std::string> flags = compile_flags(include_dir_.string(), clang_);
  // Those for headers are no longer used.
  flags.insert(flags.end(), {"-x", "c++-cpp-output", "-Wno-unused-command-line-argument"});
  return flags;
}

process::Completed Compiler::read_preprocessed(std::vector<std::string> flags, const CompileOptions& options) const {
  const auto read = [&](const std::vector<std::string>& first, const char* file) {
    std::vector<std::string> arguments = preprocessed_flags();
    arguments.insert(arguments.end(), first.begin(), first.end());
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    arguments.emplace_back(file);
    return run(std::move(arguments), options);
  };
  const Reading reading = reading_of(options);
  const std::filesystem::path precompiled = precompiled_file(clang_.precompiled, reading);
  const std::filesystem::path headers = precompiled_text(clang_.precompiled, reading);
  if (exists(precompiled) && exists(headers)) {
    const std::string text = files::read_file(options.folder / preprocessed_file);
    if (const auto rest = after_headers(text, files::read_file(headers), translated_file)) {
      files::write_atomically(options.folder / rest_file, *rest);
      process::Completed completed = read(flags_to_begin_with(precompiled), rest_file);
      if (!refuses_precompiled(completed.output, precompiled)) return completed;
    }
  }
  return read({}, preprocessed_file);
}

std::string Compiler::precompile() const {
  const files::TemporaryFolder folder(std::filesystem::temp_directory_path());
  CompileOptions options;
  options.folder = folder.path();
  for (const Reading reading : {Reading::host_check, Reading::device_check}) {
    const process::Completed made =
        run(precompile_check(include_dir_, clang_.headers, reading, precompiled_file(clang_.precompiled, reading)),
            options);
    if (!made.succeeded()) return made.output;
  }
  files::write_atomically(options.folder / translated_file, "");
  for (const bool is_graded : {false, true}) {
    if (is_graded) options.host_functions = {"main"};  // any name: that there is one makes the code graded
    const process::Completed preprocessed = preprocess("", "", options);
    if (!preprocessed.succeeded()) return preprocessed.output;
    const std::filesystem::path headers = precompiled_text(clang_.precompiled, reading_of(options));
    files::write_atomically(headers,
                            headers_alone(files::read_file(options.folder / preprocessed_file), translated_file));
    std::vector<std::string> arguments = preprocessed_flags();
    for (std::string& flag : flags_to_make(precompiled_file(clang_.precompiled, reading_of(options)))) {
      arguments.push_back(std::move(flag));
    }
    arguments.push_back(headers.string());
    if (const process::Completed made = run(std::move(arguments), options); !made.succeeded()) return made.output;
  }
  return "";
}

process::Completed Compiler::refuse_includes(process::Completed compiled, const std::string& text,
                                             const std::string& name, const CompileOptions& options) const {
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
  files::write_atomically(options.folder / translated_file, translation.source);
  if (!preprocess(text, name, options).succeeded()) return {};
  std::vector<std::string> flags = {"-fsyntax-only", "-Wno-everything"};
  for (const std::string_view suspicious :
       {"uninitialized", "sometimes-uninitialized", "conditional-uninitialized", "float-conversion",
        "implicit-float-conversion", "literal-conversion", "tautological-compare", "tautological-unsigned-zero-compare",
        "unused-value", "unused-comparison", "empty-body", "parentheses", "self-assign", "division-by-zero",
        "shift-count-overflow", "array-bounds", "sizeof-pointer-memaccess", "sizeof-array-argument",
        "for-loop-analysis"}) {
    flags.push_back("-W" + std::string(suspicious));
  }
  return warnings_in(read_preprocessed(std::move(flags), options).output, name);
}

std::vector<std::string> Compiler::program_flags(const CompileOptions& options) {
  std::vector<std::string> flags;
  if (reading_of(options) == Reading::graded_code) flags.insert(flags.end(), {"-include", "simt/own_strings.h"});
  // As nvcc does; all programs begin with the same headers.
  flags.insert(flags.end(), {"-include", "cuda_runtime.h"});
  for (const std::string& header : options.first_includes) flags.insert(flags.end(), {"-include", header});
  flags.push_back("-DSIMT_CUDA_ARCH=" + std::to_string(10 * options.compute_capability));
  for (const std::string& definition : options.definitions) flags.push_back("-D" + definition);
  for (const std::filesystem::path& folder : options.include_dirs) flags.insert(flags.end(), {"-I", folder.string()});
  return flags;
}

process::Completed Compiler::link(const CompileOptions& options) const {
  std::vector<std::string> arguments = link_flags(clang_);
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
  if (!options.entries.empty()) {
    std::string names;
    for (const std::string& entry : options.entries) names += entry + " ";
    process::set_variable(child.environment, instrument::entries_variable, names);
  }
  if (options.confinement) {
    child.confinement = options.confinement;
    std::vector<std::filesystem::path>& readable = child.confinement->readable;
    readable.insert(readable.end(), {include_dir_, clang_.plugin});
    for (std::filesystem::path& file : precompiled_files(clang_.precompiled)) readable.push_back(std::move(file));
    for (const std::filesystem::path& folder : options.include_dirs) readable.push_back(folder);
    child.confinement->writable.push_back(options.folder);
    child.address_space = child.confinement->memory;
    child.file_size = process::most_product_bytes;
  }
  const units::Seconds left =
      options.time_left ? std::min(options.time_left->get(), options.deadline) : options.deadline;
  process::Completed completed = process::run(child, left, options.output_limit);
  if (options.time_left) options.time_left->spend(completed.own_time);
  return completed;
}

}  // namespace simt
