// A submission compiled together with many variants of itself, each with one small change.
#pragma once

#include <filesystem>
#include <future>
#include <memory>
#include <string>
#include <thread>
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

/// Variants for a right answer, which another thread builds while more is found out about the part. The destructor
/// stops it.
class VariantsAhead {
 public:
  VariantsAhead(const Context& context, const course::Part& part);

  const course::Part& part() const { return part_; }
  /// Waits for them; see build_variants(). To be called once. Adds to `compiled` what the compilers took.
  std::unique_ptr<VariantLibrary> take(units::Seconds& compiled);

 private:
  struct Built {
    std::unique_ptr<VariantLibrary> library;
    units::Seconds spent;
  };

  const course::Part& part_;
  std::future<Built> built_;
  std::jthread building_;
};

/// Begins to build variants of `part`, unless that was begun for this part or another one.
void begin_variants(const Context& context, const course::Part& part);

/// Of the functions that `part` uses. Takes those that were begun. Null where there is nothing to change, or the time
/// for compilers is used up.
std::unique_ptr<VariantLibrary> build_variants(const Context& context, const course::Part& part, simt::Aim aim);

/// `text`, a changed submission, without variants. Null where it does not compile, or the time for compilers is used
/// up.
std::unique_ptr<VariantLibrary> build_text(const Context& context, const course::Part& part, const std::string& text);

/// Elements of the largest buffer.
std::int64_t largest_buffer(const course::Operation& operation, const course::Size& size);

}  // namespace grader
