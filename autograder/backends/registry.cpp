#include "backends/registry.hpp"

#include <algorithm>

#include "backends/backend.hpp"
#include "backends/cuda/nvcc.hpp"

namespace backends {
namespace {

/// "90": what nvcc compiles for where no GPU says otherwise.
constexpr const char* usual_sm = "90";

const Registration registrations[] = {
    {.name = "cuda",
     .purpose = "a GPU, GB/s",
     .title = "GPU (GB/s)",
     .abilities = {.times = true},
     .make = make_cuda_backend,
     .tool = {.name = "nvcc",
              .title = "CUDA compiler",
              .advice = "`make cuda-toolkit` installs nvcc here without root",
              .decides_what_is_valid = true,
              .find = find_nvcc,
              .make =
                  [](const std::filesystem::path& nvcc) {
                    return make_nvcc(nvcc, usual_sm, NvccProduct::device_code);
                  }}},
    {.name = "simt",
     .purpose = "an emulator, traffic",
     .title = "emulator (memory traffic)",
     .abilities = {.counts = true},
     .make = make_simt_backend},
};

}  // namespace

std::span<const Registration> all() { return registrations; }

const Registration* find(std::string_view name) {
  const auto found = std::find_if(std::begin(registrations), std::end(registrations),
                                  [&](const Registration& each) { return each.name == name; });
  return found == std::end(registrations) ? nullptr : found;
}

}  // namespace backends
