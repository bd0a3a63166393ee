// Ends by an exception, whose handler does not end.
#include <exception>

#include "transpose.cuh"

void transpose_padded(float*, const float*, int, int) {
  std::set_terminate([] {
    for (;;) {
    }
  });
  throw 1;
}
