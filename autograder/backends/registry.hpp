// The backends of the course. A new one is a folder here and a row in registry.cpp; options, help, doctor and the
// choice by `--backend auto` follow from its row.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "backends/abilities.hpp"

namespace backends {

class Backend;
class Compiler;

/// What a backend is made from.
struct Setup {
  std::filesystem::path root;        ///< the course's folder
  std::filesystem::path programs;    ///< the folder of the runners
  std::string device;                ///< of simt/devices, "h200": whose rules a backend that counts follows
  bool counts_instructions = false;  ///< by a backend that counts: predictions of time need them, and it takes longer
};

/// A compiler that is of use on machines without the backend's device.
struct CompilerTool {
  std::string_view name;    ///< "nvcc"; empty: the backend has no such compiler
  std::string_view title;   ///< "CUDA compiler", for `./grade doctor`
  std::string_view advice;  ///< how to get it, where it is missing
  /// What it refuses is not valid CUDA: a submission must compile with it even where another backend grades.
  bool decides_what_is_valid = false;
  std::filesystem::path (*find)(const std::filesystem::path& root) = nullptr;         ///< empty when it is missing
  std::unique_ptr<Compiler> (*make)(const std::filesystem::path& program) = nullptr;  ///< of what `find` returned
};

/// One kind of backend, as the list has it.
struct Registration {
  std::string_view name;     ///< "cuda": after --backend, in results and file names
  std::string_view purpose;  ///< "a GPU, GB/s", for --help
  std::string_view title;    ///< "GPU (GB/s)", for `./grade doctor`
  Abilities abilities;       ///< of this kind; Backend::abilities() has those on this machine
  /// Throws CannotGrade with what is missing, simt::UnknownDevice.
  std::unique_ptr<Backend> (*make)(const Setup& setup) = nullptr;
  CompilerTool tool = {};  ///< its compiler, where that is of use without the device
};

/// In the order of preference: `--backend auto` takes the first that this machine can use.
std::span<const Registration> all();

/// Null when no backend has that name.
const Registration* find(std::string_view name);

}  // namespace backends
