// Makes the compiler work without end: each instance needs two others.
#include "transpose.cuh"

template <int depth, long path>
struct Tree {
  static constexpr long value = Tree<depth - 1, 2 * path>::value + Tree<depth - 1, 2 * path + 1>::value;
};
template <long path>
struct Tree<0, path> {
  static constexpr long value = path;
};
long endless = Tree<40, 1>::value;
