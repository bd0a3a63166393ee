#include "backends/cuda/kernel_registers.hpp"

#include <cxxabi.h>
#include <elf.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace backends {
namespace {

constexpr Elf64_Half machine_cuda = 190;  // EM_CUDA of elf.h

/// A piece of the file, as plain data; nothing where it is not all there.
template <class T>
std::optional<T> at(std::string_view file, std::uint64_t offset) {
  if (offset > file.size() || file.size() - offset < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, file.data() + offset, sizeof value);
  return value;
}

std::string_view text_at(std::string_view file, std::uint64_t offset) {
  if (offset >= file.size()) return "";
  const std::string_view rest = file.substr(offset);
  return rest.substr(0, rest.find('\0'));
}

std::string demangled(std::string_view name) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(std::string(name).c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 ? text.get() : std::string(name);
}

/// Device code for one compute capability, which begins with its ELF header.
class DeviceCode {
 public:
  explicit DeviceCode(std::string_view file) : file_(file), header_(at<Elf64_Ehdr>(file, 0)) {}

  bool is_for(int compute_capability) const {
    // Since CUDA 13 in the second byte, before in the first.
    return header_ && header_->e_machine == machine_cuda &&
           (static_cast<int>(header_->e_flags >> 8 & 0xff) == compute_capability ||
            static_cast<int>(header_->e_flags & 0xff) == compute_capability);
  }

  /// Adds the most registers of each kernel's name.
  void read(std::map<std::string, int>& most) const {
    const std::optional<Elf64_Shdr> info = section(".nv.info"), symbols = section(".symtab");
    if (!info || !symbols) return;
    const auto names = section(symbols->sh_link);
    if (!names) return;
    // Entries: format, attribute, bytes of the value, value. That of attribute 0x2f is a symbol and its registers.
    constexpr int sized_value = 4, registers = 0x2f;
    struct Entry {
      std::uint8_t format, attribute;
      std::uint16_t bytes;
    };
    for (std::uint64_t place = info->sh_offset; place < info->sh_offset + info->sh_size;) {
      const auto entry = at<Entry>(file_, place);
      if (!entry) return;
      const auto value = at<std::array<std::uint32_t, 2>>(file_, place + sizeof(Entry));
      if (entry->format == sized_value && entry->attribute == registers && value) {
        if (const auto symbol = at<Elf64_Sym>(file_, symbols->sh_offset + (*value)[0] * sizeof(Elf64_Sym))) {
          const std::string whole = demangled(text_at(file_, names->sh_offset + symbol->st_name));
          int& known = most[std::string(simt::memory::plain_name(whole))];
          known = std::max(known, static_cast<int>((*value)[1]));
        }
      }
      place += sizeof(Entry) + (entry->format == sized_value ? entry->bytes : 0);
    }
  }

 private:
  std::optional<Elf64_Shdr> section(std::uint64_t number) const {
    if (number >= header_->e_shnum) return std::nullopt;
    return at<Elf64_Shdr>(file_, header_->e_shoff + number * sizeof(Elf64_Shdr));
  }
  std::optional<Elf64_Shdr> section(std::string_view name) const {
    const auto names = section(header_->e_shstrndx);
    for (std::uint64_t i = 0; names && i < header_->e_shnum; ++i) {
      const auto one = section(i);
      if (one && text_at(file_, names->sh_offset + one->sh_name) == name) return one;
    }
    return std::nullopt;
  }

  std::string_view file_;
  std::optional<Elf64_Ehdr> header_;
};

}  // namespace

std::vector<simt::memory::KernelRegisters> kernel_registers(std::string_view file, int compute_capability) {
  std::map<std::string, int> most;
  constexpr std::string_view magic = ELFMAG;
  for (std::size_t place = file.find(magic); place != std::string_view::npos; place = file.find(magic, place + 1)) {
    const DeviceCode code(file.substr(place));
    if (code.is_for(compute_capability)) code.read(most);
  }
  std::vector<simt::memory::KernelRegisters> result;
  for (const auto& [name, registers] : most) {
    simt::memory::KernelRegisters& one = result.emplace_back();
    name.copy(one.kernel, sizeof one.kernel - 1);
    one.registers = registers;
  }
  std::ranges::stable_sort(result, std::ranges::greater{}, &simt::memory::KernelRegisters::registers);
  return result;
}

}  // namespace backends
