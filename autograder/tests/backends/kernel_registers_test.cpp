#include "backends/cuda/kernel_registers.hpp"

#include <elf.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>

namespace backends {
namespace {

template <class T>
std::string bytes(const T& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

struct Kernel {
  std::string symbol;
  std::uint32_t registers;
};

/// Device code as nvcc writes it, as far as registers need it: headers, names, symbols, and what is said of them.
std::string device_code(int sm, const std::vector<Kernel>& kernels, std::uint32_t flags_shift = 8) {
  const std::string section_names("\0.nv.info\0.symtab\0.strtab\0.shstrtab\0", 36);
  std::string names(1, '\0'), symbols = bytes(Elf64_Sym{}), info;
  std::uint32_t number = 0;
  for (const Kernel& kernel : kernels) {
    Elf64_Sym symbol{};
    symbol.st_name = static_cast<Elf64_Word>(names.size());
    names += kernel.symbol + '\0';
    symbols += bytes(symbol);
    info += std::string("\x01\x0a\x00\x00", 4);  // an entry of another kind, without a value behind it
    info += std::string("\x04\x2f\x08\x00", 4) + bytes(++number) + bytes(kernel.registers);
  }
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_machine = 190;
  header.e_flags = static_cast<Elf64_Word>(sm) << flags_shift;
  header.e_shnum = 5;
  header.e_shstrndx = 4;
  std::string body;
  Elf64_Shdr sections[5]{};
  const auto add = [&](int place, Elf64_Word name, const std::string& content, Elf64_Word link) {
    sections[place].sh_name = name;
    sections[place].sh_offset = sizeof header + body.size();
    sections[place].sh_size = content.size();
    sections[place].sh_link = link;
    body += content;
  };
  add(1, 1, info, 2);
  add(2, 10, symbols, 3);
  add(3, 18, names, 0);
  add(4, 26, section_names, 0);
  header.e_shoff = sizeof header + body.size();
  std::string file = bytes(header) + body;
  for (const Elf64_Shdr& section : sections) file += bytes(section);
  return file;
}

std::string library(const std::string& code) { return std::string(ELFMAG) + std::string(100, '\0') + code; }

TEST(KernelRegisters, AreReadFromALibrary) {
  const auto found = kernel_registers(library(device_code(90, {{"_Z4copyPf", 16}, {"_Z3sumPf", 40}})), 90);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_STREQ(found[0].kernel, "sum");
  EXPECT_EQ(found[0].registers, 40);
  EXPECT_STREQ(found[1].kernel, "copy");
}

TEST(KernelRegisters, AreReadFromDeviceCodeAlone) {
  const auto found = kernel_registers(device_code(90, {{"_Z4copyPf", 16}}), 90);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_STREQ(found[0].kernel, "copy");
  EXPECT_EQ(found[0].registers, 16);
}

TEST(KernelRegisters, OfTwoInstancesTheMostCount) {
  const auto found = kernel_registers(library(device_code(90, {{"_Z1kILi8EEvPf", 20}, {"_Z1kILi32EEvPf", 64}})), 90);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].registers, 64);
}

TEST(KernelRegisters, OfAnotherComputeCapabilityAreNotKnown) {
  const std::string both = library(device_code(75, {{"_Z1kPf", 30}}) + device_code(90, {{"_Z1kPf", 32}}, 0));
  EXPECT_EQ(kernel_registers(both, 75).front().registers, 30);
  EXPECT_EQ(kernel_registers(both, 90).front().registers, 32) << "as CUDA 12 wrote it";
  EXPECT_TRUE(kernel_registers(both, 86).empty());
}

TEST(KernelRegisters, ABrokenFileHasNone) {
  const std::string whole = library(device_code(90, {{"_Z1kPf", 30}}));
  for (std::size_t length = 0; length < whole.size(); ++length) {
    EXPECT_TRUE(kernel_registers(whole.substr(0, length), 90).empty()) << length;
  }
}

}  // namespace
}  // namespace backends
