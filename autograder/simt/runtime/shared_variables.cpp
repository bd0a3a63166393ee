#include "simt/runtime/shared_variables.hpp"

#include <cxxabi.h>
#include <dlfcn.h>
#include <elf.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
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

/// A named piece of memory in an ELF file.
struct Object {
  std::string name;
  std::uint64_t base = 0, bytes = 0;
};

std::string text_at(const std::string& file, std::uint64_t offset) {
  return offset < file.size() ? std::string(file.c_str() + offset) : "";
}

/// The variables in an ELF file's symbol table.
std::vector<Object> objects_of(const std::string& file) {
  std::vector<Object> objects;
  const auto header = at<Elf64_Ehdr>(file, 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return objects;
  const auto section = [&](std::uint64_t i) { return at<Elf64_Shdr>(file, header->e_shoff + i * sizeof(Elf64_Shdr)); };
  for (std::uint64_t i = 0; i < header->e_shnum; ++i) {
    const auto table = section(i);
    if (!table || table->sh_type != SHT_SYMTAB) continue;
    const auto names = section(table->sh_link);
    if (!names) continue;
    for (std::uint64_t done = 0; done < table->sh_size; done += sizeof(Elf64_Sym)) {
      const auto symbol = at<Elf64_Sym>(file, table->sh_offset + done);
      if (!symbol) return objects;
      if (ELF64_ST_TYPE(symbol->st_info) != STT_OBJECT || symbol->st_size == 0) continue;
      objects.push_back({text_at(file, names->sh_offset + symbol->st_name), symbol->st_value, symbol->st_size});
    }
  }
  return objects;
}

/// What the source calls a variable: `s` of _ZZ6kernelPfE1s, and of kernel.s, as it is in a function of C.
std::string name_in_source(const std::string& symbol) {
  const std::string mangled = symbol.starts_with("_Z") ? symbol.substr(0, symbol.find('.')) : symbol;
  const std::unique_ptr<char, decltype(&std::free)> demangled(
      abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, nullptr), &std::free);
  if (demangled != nullptr) {
    const std::string full = demangled.get();
    const std::size_t colons = full.rfind("::");
    return colons == std::string::npos ? full : full.substr(colons + 2);
  }
  const std::size_t dot = symbol.find('.');
  return dot == std::string::npos ? symbol : symbol.substr(dot + 1, symbol.find('.', dot + 1) - dot - 1);
}

}  // namespace

SharedVariables::SharedVariables(std::uintptr_t library_base, const Segment& section) {
  if (section.bytes == 0) return;
  for (const Object& object : objects_of(read_library(library_base))) {
    const std::uintptr_t base = library_base + object.base;
    if (!section.contains(base, object.bytes)) continue;
    const std::string name = name_in_source(object.name);
    if (name.starts_with("simt_shared_gap_")) continue;
    Segment variable = section;
    variable.base = base;
    variable.bytes = object.bytes;
    variable.name = "shared array " + name;
    variables_.push_back({variable, false});
  }
  are_known_ = !variables_.empty();
  if (!are_known_) variables_.push_back({section, false});
  std::sort(variables_.begin(), variables_.end(),
            [](const Variable& a, const Variable& b) { return a.segment.base < b.segment.base; });
}

std::vector<SharedVariables::Variable>::const_iterator SharedVariables::last_before(std::uintptr_t address) const {
  const auto next =
      std::upper_bound(variables_.begin(), variables_.end(), address,
                       [](std::uintptr_t at, const Variable& variable) { return at < variable.segment.base; });
  return next == variables_.begin() ? variables_.end() : next - 1;
}

const Segment* SharedVariables::find(std::uintptr_t address, std::size_t size) const {
  const auto found = last_before(address);
  return found != variables_.end() && found->segment.contains(address, size) ? &found->segment : nullptr;
}

// Most indices that are wrong are too large; the next variable may be another kernel's.
const Segment* SharedVariables::nearest(std::uintptr_t address) const {
  constexpr std::uintptr_t just_before = 128;
  if (variables_.empty()) return nullptr;
  const auto before = last_before(address);
  if (before == variables_.end()) return &variables_.front().segment;
  const auto after = before + 1;
  const bool is_too_small = after != variables_.end() && address >= before->segment.end() &&
                            after->segment.base - address <= just_before &&
                            after->segment.base - address < address - before->segment.end();
  return is_too_small ? &after->segment : &before->segment;
}

std::size_t SharedVariables::bytes() const {
  std::size_t bytes = 0;
  for (const Variable& variable : variables_) bytes += variable.segment.bytes;
  return bytes;
}

void SharedVariables::begin_launch() {
  for (Variable& variable : variables_) variable.is_used = false;
  bytes_used_ = 0;
}

bool SharedVariables::use(std::uintptr_t address) {
  for (Variable& variable : variables_) {
    if (!variable.segment.contains(address, 1)) continue;
    if (variable.is_used) return false;
    variable.is_used = true;
    bytes_used_ += static_cast<std::int64_t>(variable.segment.bytes);
    return true;
  }
  return false;
}

}  // namespace simt::runtime
