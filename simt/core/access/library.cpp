#include "simt/core/access/library.hpp"

#include <cxxabi.h>
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <sstream>

#include "simt/include/simt/sections.h"

namespace simt::core {
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
  std::vector<Segment> constants, variables;
  Segment relocated;  // constants that hold addresses: to be written by the dynamic linker alone
};

int collect_loaded(dl_phdr_info* info, std::size_t, void* data) {
  LoadedSearch& search = *static_cast<LoadedSearch*>(data);
  if (info->dlpi_addr != search.library_base || info->dlpi_addr == 0) return 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& header = info->dlpi_phdr[i];
    const bool is_relocated = header.p_type == PT_GNU_RELRO;
    if (header.p_type != PT_LOAD && !is_relocated) continue;
    const bool is_variable = header.p_type == PT_LOAD && (header.p_flags & PF_W) != 0;
    Segment loaded;
    loaded.base = info->dlpi_addr + header.p_vaddr;
    loaded.bytes = header.p_memsz;
    loaded.kind = is_variable ? Kind::global : Kind::literal;
    loaded.is_writable = is_variable;
    loaded.owner = Owner::library;
    loaded.name = is_variable ? "the library's variables" : "the library's constants";
    if (is_relocated) search.relocated = loaded;
    (is_variable ? search.variables : search.constants).push_back(loaded);
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

/// The file of a loaded library, and which one it is: its name may be another file's by the next time.
struct LibraryFile {
  std::uintptr_t base = 0;
  std::string name;
  dev_t device = 0;
  ino_t number = 0;
  timespec changed{};

  explicit LibraryFile(std::uintptr_t library_base) : base(library_base) {
    Dl_info info{};
    if (dladdr(reinterpret_cast<const void*>(base), &info) == 0 || info.dli_fname == nullptr) return;
    name = info.dli_fname;
    struct stat status {};
    if (stat(name.c_str(), &status) != 0) return;
    device = status.st_dev;
    number = status.st_ino;
    changed = status.st_mtim;
  }

  bool operator==(const LibraryFile& other) const {
    return base == other.base && name == other.name && device == other.device && number == other.number &&
           changed.tv_sec == other.changed.tv_sec && changed.tv_nsec == other.changed.tv_nsec;
  }

  std::string contents() const {
    std::ostringstream text;
    text << std::ifstream(name, std::ios::binary).rdbuf();
    return text.str();
  }
};

/// The `T` at `offset`; nothing where the file ends before.
template <class T>
std::optional<T> at(const std::string& file, std::uint64_t offset) {
  T value;
  if (offset > file.size() || file.size() - offset < sizeof value) return std::nullopt;
  std::memcpy(&value, file.data() + offset, sizeof value);
  return value;
}

std::string text_at(const std::string& file, std::uint64_t offset) {
  return offset < file.size() ? std::string(file.c_str() + offset) : "";
}

/// Calls `visit` with each symbol in the file's symbol table, and with its name. Does nothing where it has no such
/// table.
template <class Visit>
void each_symbol(const std::string& file, const Visit& visit) {
  const auto header = at<Elf64_Ehdr>(file, 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return;
  const auto section = [&](std::uint64_t i) { return at<Elf64_Shdr>(file, header->e_shoff + i * sizeof(Elf64_Shdr)); };
  for (std::uint64_t i = 0; i < header->e_shnum; ++i) {
    const auto table = section(i);
    if (!table || table->sh_type != SHT_SYMTAB) continue;
    const auto names = section(table->sh_link);
    if (!names) continue;
    for (std::uint64_t done = 0; done < table->sh_size; done += sizeof(Elf64_Sym)) {
      const auto symbol = at<Elf64_Sym>(file, table->sh_offset + done);
      if (!symbol) return;
      visit(*symbol, text_at(file, names->sh_offset + symbol->st_name));
    }
  }
}

/// What the source calls a variable: `s` of _ZZ6kernelPfE1s, and of kernel.s, as it is in a function of C.
std::string name_in_source(const std::string& symbol) {
  const std::size_t dot = symbol.find('.');
  if (!symbol.starts_with("_Z")) {
    return dot == std::string::npos ? symbol : symbol.substr(dot + 1, symbol.find('.', dot + 1) - dot - 1);
  }
  const std::unique_ptr<char, decltype(&std::free)> demangled(
      abi::__cxa_demangle(symbol.substr(0, dot).c_str(), nullptr, nullptr, nullptr), &std::free);
  const std::string full = demangled == nullptr ? symbol : demangled.get();
  const std::size_t colons = full.rfind("::");
  return colons == std::string::npos ? full : full.substr(colons + 2);
}

struct LibrarySymbols {
  std::vector<LibraryVariable> variables;
  std::set<std::uintptr_t> functions;
  std::set<std::string> imports;
};

/// Read once for a library: every run asks, and the search for a change that makes a part right runs it very often.
const LibrarySymbols& symbols_of(std::uintptr_t library_base) {
  static LibraryFile last(0);
  static LibrarySymbols symbols;
  LibraryFile file(library_base);
  if (file == last) return symbols;
  last = std::move(file);
  symbols = {};
  each_symbol(last.contents(), [&](const Elf64_Sym& symbol, const std::string& name) {
    const std::uintptr_t start = library_base + symbol.st_value;
    const unsigned type = ELF64_ST_TYPE(symbol.st_info);
    if (type == STT_OBJECT && symbol.st_size != 0) {
      symbols.variables.push_back({name_in_source(name), start, symbol.st_size});
    }
    if (type == STT_FUNC && symbol.st_shndx != SHN_UNDEF) symbols.functions.insert(start);
    // Its version may stand behind the name: memcpy@GLIBC_2.14.
    if (symbol.st_shndx == SHN_UNDEF) symbols.imports.insert(name.substr(0, name.find('@')));
  });
  return symbols;
}

}  // namespace

std::uintptr_t library_at(const void* address) {
  dl_find_object found{};
  const bool is_there = _dl_find_object(const_cast<void*>(address), &found) == 0;
  return is_there ? reinterpret_cast<std::uintptr_t>(found.dlfo_map_start) : 0;
}

LibraryMemory find_library_memory(std::uintptr_t library_base) {
  const LibrarySections sections = find_sections(library_base);
  LibraryMemory memory;
  memory.shared = segment(sections.shared_begin, sections.shared_end, Kind::shared, "__shared__ variables");
  memory.constant = segment(sections.constant_begin, sections.constant_end, Kind::constant, "__constant__ variables");
  Segment read_only =
      segment(sections.read_only_begin, sections.read_only_end, Kind::constant, "__constant__ variables");
  read_only.is_writable = false;
  Segment device_read_only =
      segment(sections.device_read_only_begin, sections.device_read_only_end, Kind::global, "__device__ variables");
  device_read_only.is_writable = false;
  memory.device = segment(sections.device_begin, sections.device_end, Kind::global, "__device__ variables");
  memory.managed = segment(sections.managed_begin, sections.managed_end, Kind::global, "__managed__ variables");
  memory.managed.owner = Owner::managed;
  LoadedSearch search{library_base, {}, {}, {}};
  dl_iterate_phdr(&collect_loaded, &search);
  memory.other = without(without(without(search.constants, memory.constant), read_only), device_read_only);
  memory.host = std::move(search.variables);
  for (const Segment* hole : {&memory.shared, &memory.constant, &read_only, &memory.device, &device_read_only,
                              &memory.managed, &search.relocated}) {
    memory.host = without(memory.host, *hole);
  }
  memory.other.insert(memory.other.end(), {read_only, device_read_only});
  return memory;
}

std::vector<LibraryVariable> find_library_variables(std::uintptr_t library_base) {
  return symbols_of(library_base).variables;
}

const std::set<std::uintptr_t>& find_library_functions(std::uintptr_t library_base) {
  return symbols_of(library_base).functions;
}

const std::set<std::string>& find_library_imports(std::uintptr_t library_base) {
  return symbols_of(library_base).imports;
}

std::vector<Segment> segments_of(const Segment& section, const std::vector<LibraryVariable>& variables) {
  std::map<std::uintptr_t, Segment> segments;  // by start: a variable may have several symbols
  bool has_gaps = false;
  for (const LibraryVariable& variable : variables) {
    if (!section.contains(variable.base, variable.bytes)) continue;
    if (variable.name.starts_with("simt_gap_")) {
      has_gaps = true;
      continue;
    }
    Segment& segment = segments.emplace(variable.base, section).first->second;
    segment.base = variable.base;
    segment.bytes = variable.bytes;
  }
  if (!has_gaps) return {section};
  std::vector<Segment> all;
  for (auto& [base, segment] : segments) all.push_back(std::move(segment));
  return all;
}

}  // namespace simt::core
