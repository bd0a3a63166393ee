#include "grader/pipeline/doctor.hpp"

#include <fmt/format.h>

#include "grader/errors.hpp"
#include "grader/pipeline/toolchain.hpp"
#include "support/process/confinement.hpp"

namespace grader {
namespace {

std::string description(const backends::DeviceInfo& device) {
  if (device.driver.empty()) return device.name + ", " + device.toolkit;
  return fmt::format("{}, sm {}, driver {}, CUDA {}", device.name, device.sm, device.driver, device.toolkit);
}

/// Whether the device works is only tried when no grading has it.
std::string why_unusable(const backends::Backend& backend) {
  struct InUse {};
  try {
    const auto turn = backend.take_turn([] { throw InUse(); });
    backend.leave();
  } catch (const InUse&) {
  } catch (const CannotGrade& reason) {
    return reason.what();
  }
  return "";
}

DoctorLine line_for(const Toolchain& toolchain) {
  const std::string what(toolchain.kind->title);
  const std::string why = toolchain.backend ? why_unusable(*toolchain.backend) : toolchain.note;
  if (!why.empty()) return {false, true, what, "", why};
  const bool is_trusted = toolchain.backend->abilities().is_trusted;
  return {is_trusted, true, what, description(toolchain.backend->device()),
          is_trusted ? "" : "no CUDA IPC here: results are advisory"};
}

DoctorLine line_for(const backends::CompilerTool& tool, const std::filesystem::path& root) {
  const std::filesystem::path program = tool.find(root);
  return {!program.empty(), true, std::string(tool.title), program.string(),
          std::string(program.empty() ? tool.advice : "")};
}

}  // namespace

std::vector<DoctorLine> doctor(const std::filesystem::path& root) {
  std::vector<DoctorLine> lines;
  for (const Toolchain& toolchain : toolchains(root)) {
    if (toolchain.kind->tool.find != nullptr) lines.push_back(line_for(toolchain.kind->tool, root));
    lines.push_back(line_for(toolchain));
  }
  for (const process::Wall& wall : process::walls()) {
    lines.push_back({wall.stands, false, "wall: " + std::string(wall.what), wall.stands ? wall.how : "",
                     wall.stands ? "" : wall.how});
  }
  return lines;
}

}  // namespace grader
