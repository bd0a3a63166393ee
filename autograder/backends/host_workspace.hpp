// Lent memory on the host, in a memfd: the emulator's device memory, and the staging area for GPUs
// without IPC. Filled and checked by the CPU.
#pragma once

#include "backends/backend.hpp"

namespace backends {

/// `lending` is host_shared or host_staged. Throws CannotGrade when there is not enough memory.
std::unique_ptr<Workspace> make_host_workspace(const Problem& problem, runner::Lending lending);

}  // namespace backends
