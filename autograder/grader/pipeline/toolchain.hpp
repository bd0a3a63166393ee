// Which backends this machine can use, and why not.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "backends/backend.hpp"

namespace grader {

struct Toolchain {
  std::string name;                            ///< "cuda" or "simt"
  std::unique_ptr<backends::Backend> backend;  ///< null when unusable
  std::string note;  ///< why it is unusable; for the emulator chosen by default, why not a GPU
};

/// Both, cuda first.
std::vector<Toolchain> toolchains(const std::filesystem::path& root);

/// Null where there is none. Without a GPU it compiles for sm 9.0.
std::unique_ptr<backends::Compiler> nvcc_compiler(const std::filesystem::path& root);

/// What can compile here: nvcc even without a GPU (for sm 9.0 then), and the emulator's clang.
std::vector<std::unique_ptr<backends::Compiler>> usable_compilers(const std::filesystem::path& root);

/// The device the emulator counts for when nobody asks for another; what course.toml's limits are meant for.
inline constexpr char default_device[] = "h200";

/// `backend` is auto, cuda or simt; `device` is whose rules the emulator follows, should it be chosen. Throws
/// CannotGrade with what is missing, simt::UnknownDevice for a device that is not described.
Toolchain choose_toolchain(const std::filesystem::path& root, const std::string& backend,
                           const std::string& device = default_device);

/// Where nvcc is, by setup/find-cuda.sh; empty when nowhere.
std::filesystem::path find_nvcc(const std::filesystem::path& root);

}  // namespace grader
