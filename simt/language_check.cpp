#include "simt/language_check.hpp"

#include <algorithm>
#include <utility>

#include "simt/language_messages.hpp"
#include "simt/translate/cuda_rules.hpp"
#include "support/files/whole_file.hpp"

namespace simt {
namespace {

constexpr const char* checked_file = "language_check.cu";

std::vector<std::string> flags_with_headers(const std::filesystem::path& include_dir,
                                            const std::filesystem::path& c_headers) {
  std::vector<std::string> flags = language_flags(include_dir.string());
  flags.insert(flags.end(), {"-isystem", c_headers.string()});
  return flags;
}

const char* flag_of(Reading reading) {
  return reading == Reading::host_check ? "--cuda-host-only" : "--cuda-device-only";
}

std::vector<std::string> arguments_of(const LanguageCheckRequest& request) {
  std::vector<std::string> arguments = flags_with_headers(request.include_dir, request.c_headers);
  for (const std::string& header : request.first_includes) arguments.insert(arguments.end(), {"-include", header});
  for (const std::string& definition : request.definitions) arguments.push_back("-D" + definition);
  for (const std::filesystem::path& folder : request.include_dirs) {
    arguments.insert(arguments.end(), {"-I", folder.string()});
  }
  return arguments;
}

std::vector<LanguageMessage> messages_of(const std::vector<Diagnostic>& errors, const std::string& name) {
  std::vector<LanguageMessage> messages;
  for (const Diagnostic& error : errors) messages.push_back({name, error.line, true, error.message});
  return messages;
}

}  // namespace

std::vector<std::string> language_flags(std::string_view include_dir) {
  return {
      "-x",
      "cuda",
      "-std=c++17",
      "-fsyntax-only",
      // The emulator's headers take the place of CUDA's, and clang's own additions to the C++ library (std::min for
      // kernels, for instance) are not nvcc's; of clang's, only the C headers are needed.
      "-nocudainc",
      "-nocudalib",
      "-nobuiltininc",
      "-I",
      std::string(include_dir),
      // threadIdx.x and its like are properties.
      "-fdeclspec",
      // Without --expt-relaxed-constexpr, nvcc lets kernels call no constexpr function of the host.
      "-Xclang",
      "-fno-cuda-host-device-constexpr",
      "-fno-show-column",
      "-fno-caret-diagnostics",
      "-fno-diagnostics-show-option",
      "-ferror-limit=1000",
      // A device that every supported clang knows; there is no NVIDIA toolkit whose version could be asked.
      "--cuda-gpu-arch=sm_80",
      "-Wno-unknown-cuda-version",
      // nvcc only warns of these.
      "-Wno-c++11-narrowing",
      "-Wno-increment-bool",
      "-Wno-register",
      // What nvcc refuses in device code (language_messages.cpp).
      "-Wzero-length-array",
  };
}

LanguageCheck check_language(const LanguageCheckRequest& request, const RunClang& run) {
  const CudaSource source = for_cuda_front_end(request.text, request.name);
  files::write_atomically(request.folder / checked_file, source.source);
  const std::vector<std::string> both = arguments_of(request);
  const auto read_after = [&](std::vector<std::string> headers, Reading reading) {
    std::vector<std::string> arguments = std::move(headers);
    arguments.insert(arguments.end(), both.begin(), both.end());
    arguments.insert(arguments.end(), {flag_of(reading), checked_file});
    return run(std::move(arguments));
  };
  const auto read = [&](Reading reading) {
    const std::filesystem::path precompiled = precompiled_file(request.precompiled, reading);
    if (exists(precompiled)) {
      process::Completed completed = read_after(flags_to_begin_with(precompiled), reading);
      if (!refuses_precompiled(completed.output, precompiled)) return completed;
    }
    return read_after({"-include", "cuda_runtime.h"}, reading);
  };
  // The emulator's cuda::std is the host's standard library, which clang would refuse in every kernel that uses it.
  const bool has_library = request.text.find("<cuda/std/") != std::string::npos;
  // One after the other: the preprocessor and the compilation, which take as long, have the second processor.
  const process::Completed host_side = read(Reading::host_check);
  const bool needs_both = !has_library && !host_side.was_killed();
  const process::Completed device_side = needs_both ? read(Reading::device_check) : process::Completed();

  const ProgramFiles files{request.text, request.name, request.include_dirs};
  std::vector<LanguageMessage> messages = messages_of(source.errors, request.name);
  for (const process::Completed& side : {host_side, device_side}) {
    for (LanguageMessage& message : in_words_of_cuda(side.output, files)) messages.push_back(std::move(message));
  }
  LanguageCheck check;
  check.is_refused =
      std::any_of(messages.begin(), messages.end(), [](const auto& message) { return message.is_error; });
  check.messages = print_messages(std::move(messages), files);
  return check;
}

std::vector<std::string> precompile_check(const std::filesystem::path& include_dir,
                                          const std::filesystem::path& c_headers, Reading reading,
                                          const std::filesystem::path& precompiled) {
  std::vector<std::string> arguments = flags_with_headers(include_dir, c_headers);
  for (std::string& flag : flags_to_make(precompiled)) arguments.push_back(std::move(flag));
  arguments.insert(arguments.end(), {flag_of(reading), (include_dir / "cuda_runtime.h").string()});
  return arguments;
}

}  // namespace simt
