#include "simt/runtime/library.hpp"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>

#include "simt/include/simt/sections.h"

namespace simt::runtime {
namespace {

Segment segment(const char* begin, const char* end, Kind kind, const char* name) {
  Segment result;
  result.base = reinterpret_cast<std::uintptr_t>(begin);
  result.bytes = static_cast<std::size_t>(end - begin);
  result.kind = kind;
  result.owner = Owner::library;
  result.name = name;
  return result;
}

// Student code's headers define simt_library_sections in the library itself.
LibrarySections find_sections(std::uintptr_t library_base) {
  LibrarySections sections{};
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(library_base), &info) == 0 || info.dli_fname == nullptr) return sections;
  void* const handle = dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  if (handle == nullptr) return sections;
  void* const symbol = dlsym(handle, "simt_library_sections");
  if (symbol != nullptr) reinterpret_cast<void (*)(LibrarySections*)>(symbol)(&sections);
  dlclose(handle);
  return sections;
}

struct LoadedSearch {
  std::uintptr_t library_base;
  std::vector<Segment> found;
};

int collect_loaded(dl_phdr_info* info, std::size_t, void* data) {
  LoadedSearch& search = *static_cast<LoadedSearch*>(data);
  if (info->dlpi_addr != search.library_base || info->dlpi_addr == 0) return 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& header = info->dlpi_phdr[i];
    if (header.p_type != PT_LOAD) continue;
    const bool is_writable = (header.p_flags & PF_W) != 0;
    Segment loaded;
    loaded.base = info->dlpi_addr + header.p_vaddr;
    loaded.bytes = header.p_memsz;
    loaded.kind = is_writable ? Kind::global : Kind::literal;
    loaded.is_writable = is_writable;
    loaded.owner = Owner::library;
    loaded.name = is_writable ? "the library's variables" : "the library's constants";
    search.found.push_back(loaded);
  }
  return 1;
}

// What of `segments` is not in `hole`.
std::vector<Segment> without(const std::vector<Segment>& segments, const Segment& hole) {
  if (hole.bytes == 0) return segments;
  std::vector<Segment> rest;
  for (const Segment& segment : segments) {
    Segment before = segment, after = segment;
    before.bytes = std::clamp(hole.base, segment.base, segment.end()) - segment.base;
    after.base = std::clamp(hole.end(), segment.base, segment.end());
    after.bytes = segment.end() - after.base;
    if (before.bytes != 0) rest.push_back(before);
    if (after.bytes != 0) rest.push_back(after);
  }
  return rest;
}

}  // namespace

LibraryMemory find_library_memory(std::uintptr_t library_base) {
  const LibrarySections sections = find_sections(library_base);
  const Segment constant =
      segment(sections.constant_begin, sections.constant_end, Kind::constant, "__constant__ variables");
  LibraryMemory memory;
  memory.shared = segment(sections.shared_begin, sections.shared_end, Kind::shared, "__shared__ variables");
  LoadedSearch search{library_base, {}};
  dl_iterate_phdr(&collect_loaded, &search);
  memory.other = without(without(search.found, memory.shared), constant);
  memory.other.push_back(constant);
  return memory;
}

}  // namespace simt::runtime
