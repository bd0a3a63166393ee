// For tests of what must not depend on which clang++ compiles a submission.
#pragma once

#include <string>
#include <vector>

namespace simt::test {

/// Sets COURSE_CLANG until its end; empty: as if it were not set.
class ChosenClang {
 public:
  explicit ChosenClang(const std::string& program);
  ChosenClang(const ChosenClang&) = delete;
  ChosenClang& operator=(const ChosenClang&) = delete;
  ~ChosenClang();

 private:
  std::string before_;
};

/// Programs whose versions are not the usual one's, with their plugins in `programs`, the folder of the built programs.
std::vector<std::string> other_clangs(const std::string& programs);

}  // namespace simt::test
