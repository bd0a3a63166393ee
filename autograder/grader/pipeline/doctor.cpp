#include "grader/pipeline/doctor.hpp"

#include "grader/pipeline/toolchain.hpp"

namespace grader {
namespace {

DoctorLine line_for(const Toolchain& toolchain) {
  const bool is_cuda = toolchain.name == "cuda";
  const std::string what = is_cuda ? "GPU (GB/s, for the record)" : "emulator (memory traffic)";
  if (!toolchain.backend) return {false, what, "", toolchain.note};
  const backends::Device device = toolchain.backend->device();
  if (!is_cuda) return {true, what, device.name + ", " + device.toolkit, ""};
  const bool for_the_record = toolchain.backend->is_for_the_record();
  return {for_the_record, what,
          device.name + ", sm " + device.sm + ", driver " + device.driver + ", CUDA " + device.toolkit,
          for_the_record ? "" : "no CUDA IPC here: results are advisory"};
}

}  // namespace

std::vector<DoctorLine> doctor(const std::filesystem::path& root) {
  std::vector<DoctorLine> lines;
  const std::filesystem::path nvcc = find_nvcc(root);
  lines.push_back({!nvcc.empty(), "CUDA compiler", nvcc.string(),
                   nvcc.empty() ? "`make cuda-toolkit` installs nvcc here without root" : ""});
  for (const Toolchain& toolchain : toolchains(root)) lines.push_back(line_for(toolchain));
  return lines;
}

}  // namespace grader
