#include "library.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "simt/compile.hpp"
#include "simt/translate/translate.hpp"

namespace simt::benchmarks {
namespace {

std::string build(const std::string& path) {
  std::ifstream file(COURSE_ROOT "/" + path);
  std::ostringstream source;
  source << file.rdbuf();
  const std::string built = std::filesystem::temp_directory_path() / ("simt_benchmark_" + std::to_string(getpid()));
  std::ofstream(built + ".cpp") << translate(source.str(), path).source;
  const Clang clang = find_clang(COURSE_BUILD "/bin");
  std::string command = clang.program + " -I " COURSE_ROOT "/labs/lab3_transpose";
  for (const std::string& flag : compile_flags(COURSE_ROOT "/simt/include", clang)) command += " " + flag;
  for (const std::string& flag : link_flags(clang)) command += " " + flag;
  command += " " + built + ".cpp -o " + built + ".so";
  const int status = std::system(command.c_str());
  std::filesystem::remove(built + ".cpp");
  if (status != 0) throw std::runtime_error(path + " does not build");
  return built + ".so";
}

}  // namespace

Library::Library(const std::string& path) {
  const std::string built = build(path);
  handle_ = dlopen(built.c_str(), RTLD_NOW);
  std::filesystem::remove(built);
  if (handle_ == nullptr) throw std::runtime_error(dlerror());
  Dl_info info{};
  dladdr(symbol("simt_library_sections"), &info);
  base_ = reinterpret_cast<std::uintptr_t>(info.dli_fbase);
}

Library::~Library() { dlclose(handle_); }

void* Library::symbol(const char* name) const { return dlsym(handle_, name); }

}  // namespace simt::benchmarks
