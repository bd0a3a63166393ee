#include "student_library.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "simt/compile.hpp"
#include "simt/translate/translate.hpp"

namespace simt::test {
namespace {

namespace fs = std::filesystem;

struct Output {
  int status = 0;
  std::string text;
};

Output run_command(const std::string& command) {
  Output output;
  std::FILE* const pipe = popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("cannot run " + command);
  std::array<char, 4096> chunk;
  while (const std::size_t got = std::fread(chunk.data(), 1, chunk.size(), pipe)) output.text.append(chunk.data(), got);
  output.status = pclose(pipe);
  return output;
}

std::string joined(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& word : words) all += " '" + word + "'";
  return all;
}

fs::path fresh_path() {
  static std::atomic<int> made{0};
  const auto name = "simt_test_" + std::to_string(getpid()) + "_" + std::to_string(made++);
  return fs::temp_directory_path() / name;
}

}  // namespace

std::string read_course_file(const std::string& path) {
  std::ifstream file(fs::path(COURSE_ROOT) / path);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string read_kernels(const std::string& file) { return read_course_file("simt/tests/core/kernels/" + file); }

CompileResult compile(const std::string& source, const std::vector<std::string>& more_flags) {
  const Translation translation = translate(source, "student.cu");
  if (!translation.errors.empty()) return {false, translation.errors.front().message, ""};
  const fs::path path = fresh_path();
  const std::string translated = path.string() + ".cpp", object = path.string() + ".o", library = path.string() + ".so";
  std::ofstream(translated) << translation.source;
  const Clang clang = find_clang(COURSE_BUILD "/bin");
  std::vector<std::string> flags = compile_flags(COURSE_ROOT "/simt/include", clang);
  flags.insert(flags.end(), more_flags.begin(), more_flags.end());
  flags.insert(flags.end(), {"-I", COURSE_ROOT});
  for (const auto& lab : fs::directory_iterator(COURSE_ROOT "/labs")) {
    flags.insert(flags.end(), {"-I", lab.path().string()});
  }
  Output output = run_command(clang.program + joined(flags) + " -c " + translated + " -o " + object);
  if (output.status == 0)
    output = run_command(clang.program + joined(link_flags(clang)) + " " + object + " -o " + library);
  fs::remove(translated);
  fs::remove(object);
  return {output.status == 0, output.text, library};
}

StudentLibrary::StudentLibrary(const std::string& source, const std::vector<std::string>& more_flags)
    : markers_(source) {
  const CompileResult result = compile(source, more_flags);
  if (!result.ok) throw std::runtime_error(result.output);
  path_ = result.library;
  handle_ = dlopen(path_.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle_ == nullptr) throw std::runtime_error(dlerror());
  Dl_info info{};
  dladdr(symbol("simt_library_sections"), &info);
  base_ = reinterpret_cast<std::uintptr_t>(info.dli_fbase);
}

StudentLibrary::~StudentLibrary() {
  dlclose(handle_);
  fs::remove(path_);
}

void* StudentLibrary::symbol(const char* name) const {
  void* const found = dlsym(handle_, name);
  if (found == nullptr) throw std::runtime_error(std::string("no symbol ") + name);
  return found;
}

int StudentLibrary::line(std::uint64_t pc) const {
  std::ostringstream command;
  command << "addr2line -e " << path_ << " 0x" << std::hex << pc;
  const std::string text = run_command(command.str()).text;
  return std::stoi(text.substr(text.rfind(':') + 1));
}

}  // namespace simt::test
