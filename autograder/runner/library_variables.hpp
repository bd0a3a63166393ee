// The variables of a library that is loaded, and the values that they begin with.
#pragma once

#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

namespace runner {

/// What the variables of the loaded library hold, to be put back.
class LibraryVariables {
 public:
  explicit LibraryVariables(std::uintptr_t base) {
    std::pair<std::uintptr_t, LibraryVariables*> wanted{base, this};
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* data) {
          const auto& [library, self] = *static_cast<std::pair<std::uintptr_t, LibraryVariables*>*>(data);
          if (info->dlpi_addr == library) self->remember(*info);
          return 0;
        },
        &wanted);
  }

  void restore() const {
    for (const auto& [begin, bytes] : zeros_) madvise(begin, bytes, MADV_DONTNEED);
    for (const auto& [begin, bytes] : kept_) std::memcpy(begin, bytes.data(), bytes.size());
  }

 private:
  void remember(const dl_phdr_info& info) {
    std::uintptr_t fixed_end = 0;  // what the loader has made read-only lies at the beginning
    for (int i = 0; i < info.dlpi_phnum; ++i) {
      const ElfW(Phdr)& header = info.dlpi_phdr[i];
      if (header.p_type == PT_GNU_RELRO) fixed_end = info.dlpi_addr + header.p_vaddr + header.p_memsz;
    }
    const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    fixed_end = (fixed_end + page - 1) / page * page;
    for (int i = 0; i < info.dlpi_phnum; ++i) {
      const ElfW(Phdr)& header = info.dlpi_phdr[i];
      if (header.p_type != PT_LOAD || (header.p_flags & PF_W) == 0) continue;
      const std::uintptr_t begin = std::max(info.dlpi_addr + header.p_vaddr, fixed_end);
      const std::uintptr_t end = info.dlpi_addr + header.p_vaddr + header.p_memsz;
      if (begin >= end) continue;
      const std::uintptr_t first_page = std::min((begin + page - 1) / page * page, end);
      keep(begin, first_page);
      for (std::uintptr_t at = first_page; at < end; at += page) keep_page(at, std::min(at + page, end));
    }
  }

  void keep(std::uintptr_t begin, std::uintptr_t end) {
    char* const first = reinterpret_cast<char*>(begin);
    if (begin < end) kept_.emplace_back(first, std::vector<char>(first, first + (end - begin)));
  }

  /// A page of zeros is not copied where the system has the same page at once: there may be many MiB of them.
  void keep_page(std::uintptr_t begin, std::uintptr_t end) {
    char* const first = reinterpret_cast<char*>(begin);
    const std::size_t bytes = end - begin;
    const auto is_zero = [&] { return *first == 0 && std::memcmp(first, first + 1, bytes - 1) == 0; };
    if (!is_zero()) return keep(begin, end);
    if (madvise(first, bytes, MADV_DONTNEED) != 0 || !is_zero()) {
      std::memset(first, 0, bytes);  // the file has something else there
      return keep(begin, end);
    }
    if (!zeros_.empty() && zeros_.back().first + zeros_.back().second == first) {
      zeros_.back().second += bytes;
    } else {
      zeros_.emplace_back(first, bytes);
    }
  }

  std::vector<std::pair<char*, std::vector<char>>> kept_;
  std::vector<std::pair<char*, std::size_t>> zeros_;
};

}  // namespace runner
