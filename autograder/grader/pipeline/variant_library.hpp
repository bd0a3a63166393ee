// A submission compiled together with many variants of itself, each with one small change.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "grader/pipeline/part_state.hpp"
#include "simt/simt.hpp"
#include "support/files/work_folder.hpp"

namespace grader {

/// Its files are gone when it ends.
struct VariantLibrary {
  /// In a new folder below `parent`.
  explicit VariantLibrary(const std::filesystem::path& parent) : folder(parent) {}

  files::TemporaryFolder folder;    ///< of its files
  std::filesystem::path library;    ///< for a Session
  std::vector<simt::Variant> list;  ///< variant 1 and so on
};

/// Of the functions that `part` uses. Null where there is nothing to change, or the time for compilers is used up.
std::unique_ptr<VariantLibrary> build_variants(const Context& context, const course::Part& part, simt::Aim aim);

/// Elements of the largest buffer.
std::int64_t largest_buffer(const course::Operation& operation, const course::Size& size);

}  // namespace grader
