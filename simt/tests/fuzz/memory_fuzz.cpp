#include "simt/tests/fuzz/targets.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  simt::fuzz::check_memory({data, size});
  return 0;
}
