#include "grader/words/host_address.hpp"

#include <algorithm>

namespace grader {
namespace {

bool has_call(const simt::SourceIndex& source, std::string_view name) {
  return std::any_of(source.calls.begin(), source.calls.end(), [name](const auto& call) { return call.name == name; });
}

bool has_name(const simt::SourceIndex& source, std::string_view name) {
  return std::any_of(source.names.begin(), source.names.end(), [name](const auto& one) { return one.name == name; });
}

/// The first line of the function's body that uses one of its pointers; 0: there is none.
int line_of_pointer(const simt::SourceIndex& source, const simt::SourceFunction& function) {
  int first = 0;
  for (const simt::SourceParameter& parameter : function.named) {
    if (!parameter.is_pointer) continue;
    for (const int line : source.lines_with(parameter.name, function)) {
      if (line > function.first_line && (first == 0 || line < first)) first = line;
    }
  }
  return first;
}

}  // namespace

std::optional<Finding> remark_on_host_address(const simt::SourceIndex& source, std::string_view entry,
                                              const simt::Evidence& evidence) {
  const bool uses_host = std::any_of(evidence.traffic.begin(), evidence.traffic.end(),
                                     [](const simt::SiteTraffic& site) { return site.host_sectors > 0; });
  // Memory that the runtime itself allocates has one address on host and device.
  const bool is_registered =
      has_call(source, "cudaHostRegister") && !has_call(source, "cudaHostAlloc") && !has_call(source, "cudaMallocHost");
  const bool asks = has_call(source, "cudaHostGetDevicePointer") || has_call(source, "cudaPointerGetAttributes") ||
                    has_name(source, "canUseHostPointerForRegisteredMem") ||
                    has_name(source, "cudaDevAttrCanUseHostPointerForRegisteredMem");
  if (!uses_host || !is_registered || asks) return std::nullopt;
  const auto part = std::find_if(source.functions.begin(), source.functions.end(),
                                 [entry](const simt::SourceFunction& one) { return one.name == entry; });
  if (part == source.functions.end()) return std::nullopt;
  Finding finding;
  finding.name = "host-address";
  finding.line = line_of_pointer(source, *part);
  finding.is_remark = true;
  finding.text =
      "the kernel gets the host's own address of registered memory. That works only where the device's property "
      "canUseHostPointerForRegisteredMem is set, as here; the address that cudaHostGetDevicePointer gives works "
      "everywhere";
  return finding;
}

}  // namespace grader
