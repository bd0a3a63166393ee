// Lent memory on the host, in a memfd: the emulator's device memory, and the staging area for GPUs
// without IPC. Filled and checked by the CPU.
#pragma once

#include <span>

#include "backends/backend.hpp"

namespace backends {

/// `lending` is host_shared or host_staged. Throws CannotGrade when there is not enough memory.
std::unique_ptr<Workspace> make_host_workspace(const Problem& problem, runner::Lending lending);

/// Of one output in host memory: how many of the elements that `choice` samples (judge.hpp) are wrong.
std::int64_t count_wrong_host_samples(const Problem& problem, std::span<const float> actual,
                                      const course::Inputs& inputs, int output, std::uint64_t choice);

}  // namespace backends
