#include "simt/runtime/shared_variables.hpp"

#include <dlfcn.h>
#include <elf.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>

namespace simt::runtime {
namespace {

std::string read_library(std::uintptr_t library_base) {
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(library_base), &info) == 0 || info.dli_fname == nullptr) return "";
  std::ifstream file(info.dli_fname, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// The `T` at `offset`; nothing where the file ends before.
template <class T>
std::optional<T> at(const std::string& file, std::uint64_t offset) {
  T value;
  if (offset > file.size() || file.size() - offset < sizeof value) return std::nullopt;
  std::memcpy(&value, file.data() + offset, sizeof value);
  return value;
}

/// All symbols of an ELF file.
std::vector<Elf64_Sym> symbols_of(const std::string& file) {
  std::vector<Elf64_Sym> symbols;
  const auto header = at<Elf64_Ehdr>(file, 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return symbols;
  for (std::uint64_t i = 0; i < header->e_shnum; ++i) {
    const auto section = at<Elf64_Shdr>(file, header->e_shoff + i * sizeof(Elf64_Shdr));
    if (!section || section->sh_type != SHT_SYMTAB) continue;
    for (std::uint64_t done = 0; done < section->sh_size; done += sizeof(Elf64_Sym)) {
      const auto symbol = at<Elf64_Sym>(file, section->sh_offset + done);
      if (!symbol) return symbols;
      symbols.push_back(*symbol);
    }
  }
  return symbols;
}

}  // namespace

SharedVariables::SharedVariables(std::uintptr_t library_base, const Segment& section) {
  if (section.bytes == 0) return;
  for (const Elf64_Sym& symbol : symbols_of(read_library(library_base))) {
    const std::uintptr_t base = library_base + symbol.st_value;
    if (ELF64_ST_TYPE(symbol.st_info) != STT_OBJECT || symbol.st_size == 0) continue;
    if (section.contains(base, symbol.st_size)) variables_.push_back({base, symbol.st_size, false});
  }
  are_known_ = !variables_.empty();
  if (!are_known_) variables_.push_back({section.base, section.bytes, false});
}

void SharedVariables::begin_launch() {
  for (Variable& variable : variables_) variable.is_used = false;
  bytes_used_ = 0;
}

bool SharedVariables::use(std::uintptr_t address) {
  for (Variable& variable : variables_) {
    if (address - variable.base >= variable.bytes) continue;
    if (variable.is_used) return false;
    variable.is_used = true;
    bytes_used_ += static_cast<std::int64_t>(variable.bytes);
    return true;
  }
  return false;
}

}  // namespace simt::runtime
