// Student code for the tests: CUDA C++ source, translated, compiled, loaded and run in this process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "simt/emulator.hpp"
#include "simt/findings/words.hpp"
#include "simt/tests/line_markers.hpp"

namespace simt::test {

struct CompileResult {
  bool ok = false;
  std::string output;   ///< what the compiler printed
  std::string library;  ///< path of the shared library
};

/// Builds `source` as the grader would; `more_flags` are the compiler's, for example -Werror.
CompileResult compile(const std::string& source, const std::vector<std::string>& more_flags = {});

/// A file of the repository.
std::string read_course_file(const std::string& path);

/// A file of simt/tests/core/kernels: the CUDA source that the test of that name runs.
std::string read_kernels(const std::string& file);

class StudentLibrary {
 public:
  /// Throws std::runtime_error with the compiler's output when `source` does not build, LineMarkerError when its
  /// markers are wrong.
  explicit StudentLibrary(const std::string& source, const std::vector<std::string>& more_flags = {});
  ~StudentLibrary();
  StudentLibrary(const StudentLibrary&) = delete;
  StudentLibrary& operator=(const StudentLibrary&) = delete;

  template <class Function>
  Function* function(const char* name) const {
    return reinterpret_cast<Function*>(symbol(name));
  }
  std::uintptr_t base() const { return base_; }

  /// The source line of an offset in evidence.
  int line(std::uint64_t pc) const;

  /// The name of that line (simt/tests/line_markers.hpp): "store"; "line 7" where it has none.
  std::string marker(std::uint64_t pc) const { return markers_.name_of(line(pc)); }

  /// Both lines of a finding.
  std::vector<std::string> markers(const FindingRecord& finding) const {
    return {marker(finding.pc), marker(finding.other_pc)};
  }

 private:
  void* symbol(const char* name) const;

  LineMarkers markers_;
  std::string path_;
  void* handle_ = nullptr;
  std::uintptr_t base_ = 0;
};

/// A file of the repository that ends with a list of cases (simt/tests/cases.hpp).
class CaseLibrary : public StudentLibrary {
 public:
  explicit CaseLibrary(const std::string& path) : StudentLibrary(read_course_file(path)) {}

  int count() const { return function<int()>("case_count")(); }
  std::string label(int i) const { return function<const char*(int)>("case_label")(i); }
  template <class Result, class... Arguments>
  Result run_case(int i, Arguments... arguments) const {
    return function<Result(int, Arguments...)>("case_run")(i, arguments...);
  }
};

/// Host memory that a run may lend; page-aligned, so that counts do not depend on its address.
template <class T>
struct Buffer {
  explicit Buffer(std::size_t size, T value = {})
      : storage(size + page / sizeof(T), value), elements(aligned(storage.data()), size) {}

  T* data() { return elements.data(); }
  Allocation lend(std::string name, bool writable = true) {
    return {elements.data(), elements.size_bytes(), writable, std::move(name)};
  }

  static constexpr std::size_t page = 4096;
  static T* aligned(T* start) {
    const auto address = reinterpret_cast<std::uintptr_t>(start);
    return reinterpret_cast<T*>((address + page - 1) / page * page);
  }

  std::vector<T> storage;
  std::span<T> elements;
};

inline constexpr RunOptions count_only{.count_traffic = true, .find_races = false};
inline constexpr RunOptions races_only{.count_traffic = false, .find_races = true};
inline constexpr RunOptions everything{.count_traffic = true, .find_races = true};

/// One run: lends memory, calls `entry(arguments...)`, returns the evidence.
template <class Entry, class... Arguments>
Evidence run(const StudentLibrary& library, const std::vector<Allocation>& lent, const RunOptions& options,
             const char* entry, Arguments... arguments) {
  begin_run(lent, library.base(), options);
  library.function<Entry>(entry)(arguments...);
  return finish_run();
}

/// The evidence without leaks, for tests whose code does not free its memory.
inline Evidence without_leaks(Evidence evidence) {
  std::erase_if(evidence.findings, [](const FindingRecord& finding) { return finding.kind == FindingKind::leak; });
  return evidence;
}

}  // namespace simt::test
