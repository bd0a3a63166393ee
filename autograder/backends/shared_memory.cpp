#include "backends/shared_memory.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>

#include "backends/errors.hpp"

namespace backends {

SharedMemory::SharedMemory(std::int64_t bytes)
    : memory_(memfd_create("lent", MFD_CLOEXEC | MFD_ALLOW_SEALING)), bytes_(static_cast<std::size_t>(bytes)) {
  void* base = MAP_FAILED;
  // Sealed: reading memory that a borrower has cut off would end this process.
  if (memory_.get() >= 0 && ftruncate(memory_.get(), bytes) == 0 &&
      fcntl(memory_.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0) {
    base = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED, memory_.get(), 0);
  }
  if (base == MAP_FAILED) {
    throw CannotGrade("cannot get " + std::to_string(bytes >> 20) +
                      " MiB of shared memory: " + std::generic_category().message(errno));
  }
  base_ = static_cast<char*>(base);
}

SharedMemory::~SharedMemory() { munmap(base_, bytes_); }

}  // namespace backends
