// A course that shares the repository's labs but has a course.toml and a build folder of its own.
#pragma once

#include <filesystem>

namespace batch::testing_support {

inline void copy_course(const std::filesystem::path& root) {
  namespace fs = std::filesystem;
  fs::create_directories(root);
  for (const char* shared : {"autograder", "simt", "labs", "solutions", "setup"}) {
    fs::create_directory_symlink(fs::path(COURSE_ROOT) / shared, root / shared);
  }
  fs::copy_file(fs::path(COURSE_ROOT) / "course.toml", root / "course.toml");
}

}  // namespace batch::testing_support
