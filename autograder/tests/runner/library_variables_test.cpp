#include "runner/library_variables.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>

namespace runner {
namespace {

class LibraryVariablesTest : public testing::Test {
 protected:
  ~LibraryVariablesTest() override { dlclose(library_); }

  template <class T>
  T* variable(const char* name) {
    return static_cast<T*>(dlsym(library_, name));
  }

  std::uintptr_t base() const {
    link_map* map = nullptr;
    dlinfo(library_, RTLD_DI_LINKMAP, &map);
    return map->l_addr;
  }

 private:
  void* library_ = dlopen(VARIABLES_LIBRARY, RTLD_NOW | RTLD_LOCAL);
};

TEST_F(LibraryVariablesTest, GetBackWhatTheyBeganWith) {
  int* const marks = variable<int>("marks");
  int* const numbers = variable<int>("numbers");
  int* const zeros = variable<int>("zeros");
  int** const place = variable<int*>("place");
  const LibraryVariables variables(base());
  for (int round = 0; round < 2; ++round) {
    for (const int i : {0, 5000, 16383}) marks[i] = zeros[i] = 1;
    numbers[2] = numbers[4095] = -1;
    *variable<int>("first") = 0;
    *place = nullptr;
    variables.restore();
    for (const int i : {0, 5000, 16383}) {
      EXPECT_EQ(marks[i], 0) << i;
      EXPECT_EQ(zeros[i], 0) << i;
    }
    EXPECT_EQ(numbers[2], 3);
    EXPECT_EQ(numbers[4095], 0);
    EXPECT_EQ(*variable<int>("first"), 7);
    EXPECT_EQ(*place, numbers + 1) << "the loader writes it, and the file has something else";
  }
}

TEST_F(LibraryVariablesTest, ZerosThatTheFileDoesNotHoldAreKept) {
  int* const whole_page = variable<int>("whole_page");
  int* const zeros = variable<int>("zeros");
  for (int i = 0; i < 3; ++i) whole_page[i] = 0;  // something else than in the file
  zeros[9000] = 5;
  const LibraryVariables variables(base());
  EXPECT_EQ(whole_page[1], 0);
  whole_page[1] = zeros[9000] = 8;
  variables.restore();
  EXPECT_EQ(whole_page[1], 0);
  EXPECT_EQ(zeros[9000], 5);
}

}  // namespace
}  // namespace runner
