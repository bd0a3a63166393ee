#include "simt/object_symbols.hpp"

#include <elf.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <sstream>
#include <vector>

#include "simt/unavailable.hpp"
#include "support/files/whole_file.hpp"

namespace simt {
namespace {

/// The `T` at `offset`; nothing where the file ends before.
template <class T>
std::optional<T> at(std::string_view file, std::uint64_t offset) {
  T value;
  if (offset > file.size() || file.size() - offset < sizeof value) return std::nullopt;
  std::memcpy(&value, file.data() + offset, sizeof value);
  return value;
}

std::string_view text_at(std::string_view file, std::uint64_t offset) {
  if (offset >= file.size()) return "";
  return file.substr(offset, file.find('\0', offset) - offset);
}

template <std::size_t size>
bool starts_with_one_of(std::string_view name, const std::array<std::string_view, size>& starts) {
  return std::any_of(starts.begin(), starts.end(), [&](std::string_view start) { return name.starts_with(start); });
}

/// What the emulator calls by these names is its own: the calls that clang and the emulator's passes and headers put
/// in, and the CUDA runtime. Which of them a program may name itself is said by translate/own_text.hpp.
constexpr std::array<std::string_view, 5> emulators{"__tsan_", "simt_", "cuda", "__start_simt_", "__stop_simt_"};

/// Definitions that would be found in place of the emulator's.
constexpr std::array<std::string_view, 6> reserved{"__tsan_", "simt_",         "__wrap_",
                                                   "__real_", "__start_simt_", "__stop_simt_"};

/// These are of the emulator's headers.
bool is_of_headers(std::string_view name) {
  return name == "simt_library_sections" || name.starts_with("simt_shared_gap_") || name.starts_with("simt_gap_");
}

/// Those that clang makes; `.init_array` holds the constructors of variables.
constexpr std::array<std::string_view, 20> sections{
    ".text",   ".data",     ".bss",  ".rodata",   ".init_array",        ".eh_frame", ".gcc_except_table",
    ".debug_", ".comment",  ".rel",  ".note.GNU", ".llvm_addrsig",      ".group",    ".symtab",
    ".strtab", ".shstrtab", ".tbss", ".tdata",    ".note.gnu.property", "simt_",
};

class Object {
 public:
  explicit Object(std::string_view file) : file_(file), header_(at<Elf64_Ehdr>(file, 0)) {}

  bool is_readable() const {
    return header_ && std::memcmp(header_->e_ident, ELFMAG, SELFMAG) == 0 && header_->e_machine == EM_X86_64 &&
           header_->e_type == ET_REL && section(header_->e_shstrndx);
  }
  std::uint64_t sections() const { return header_->e_shnum; }
  std::optional<Elf64_Shdr> section(std::uint64_t i) const {
    return at<Elf64_Shdr>(file_, header_->e_shoff + i * sizeof(Elf64_Shdr));
  }
  std::string_view name_of(const Elf64_Shdr& one) const {
    return text_at(file_, section(header_->e_shstrndx)->sh_offset + one.sh_name);
  }
  /// Calls `visit` with each symbol and its name; false where the table is not whole.
  template <class Visit>
  bool each_symbol(const Visit& visit) const {
    for (std::uint64_t i = 0; i < sections(); ++i) {
      const auto table = section(i);
      if (!table || table->sh_type != SHT_SYMTAB) continue;
      const auto names = section(table->sh_link);
      if (!names) return false;
      for (std::uint64_t done = sizeof(Elf64_Sym); done < table->sh_size; done += sizeof(Elf64_Sym)) {
        const auto symbol = at<Elf64_Sym>(file_, table->sh_offset + done);
        if (!symbol) return false;
        visit(*symbol, text_at(file_, names->sh_offset + symbol->st_name));
      }
    }
    return true;
  }

 private:
  std::string_view file_;
  std::optional<Elf64_Ehdr> header_;
};

std::string refused_section(const Object& object) {
  for (std::uint64_t i = 1; i < object.sections(); ++i) {
    const auto section = object.section(i);
    if (!section) return "it is not whole";
    const std::string_view name = object.name_of(*section);
    const bool is_code = (section->sh_flags & SHF_EXECINSTR) != 0;
    const bool is_writable_code = is_code && (section->sh_flags & SHF_WRITE) != 0;
    if (!starts_with_one_of(name, sections) || is_writable_code ||
        is_code != (name.starts_with(".text") || name == "simt_kernels")) {
      return "a section of its own (" + std::string(name) + ") is not allowed";
    }
  }
  return "";
}

}  // namespace

std::set<std::string, std::less<>> read_host_functions(const std::filesystem::path& file) {
  std::set<std::string, std::less<>> names;
  std::istringstream text(files::read_file(file));
  for (std::string line; std::getline(text, line);) {
    std::istringstream words(line.substr(0, line.find('#')));
    for (std::string name; words >> name;) names.insert(name);
  }
  return names;
}

std::string refused_object(std::string_view file, const std::set<std::string, std::less<>>& allowed,
                           std::string_view name, std::string_view source) {
  const Object object(file);
  const auto error = [&](std::string_view what) { return std::string(name) + ": error: " + std::string(what) + "\n"; };
  if (!object.is_readable()) return error("the compiler's output cannot be read");
  if (const std::string section = refused_section(object); !section.empty()) return error(section);
  std::string errors;
  std::vector<std::string> unavailable;
  const bool is_whole = object.each_symbol([&](const Elf64_Sym& symbol, std::string_view symbol_name) {
    const auto type = ELF64_ST_TYPE(symbol.st_info);
    const auto section = symbol.st_shndx < SHN_LORESERVE ? object.section(symbol.st_shndx) : std::nullopt;
    const bool is_in_code = section && (section->sh_flags & SHF_EXECINSTR) != 0;
    if (type == STT_GNU_IFUNC || (type == STT_OBJECT && is_in_code)) {
      errors += error(std::string(symbol_name) + " is not allowed: code must come from functions");
    } else if (symbol.st_shndx == SHN_UNDEF) {
      if (starts_with_one_of(symbol_name, emulators) || allowed.contains(symbol_name) || allowed.contains("*")) return;
      unavailable.emplace_back(symbol_name);
    } else if (starts_with_one_of(symbol_name, reserved) && !is_of_headers(symbol_name)) {
      errors += error("the name " + std::string(symbol_name) + " is the emulator's: give yours another one");
    }
  });
  if (!is_whole) return error("the compiler's output cannot be read");
  for (const Diagnostic& missing : explain_unavailable(unavailable, source)) {
    const std::string place = missing.line == 0 ? "" : ":" + std::to_string(missing.line);
    errors += std::string(name) + place + ": error: " + missing.message + "\n";
  }
  return errors;
}

}  // namespace simt
