#include "emulated.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace simt::emulate::test {
namespace {

namespace fs = std::filesystem;

class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "emulate-test-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make " + name);
    path_ = name;
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  fs::path operator/(const std::string& name) const { return path_ / name; }

 private:
  fs::path path_;
};

std::string read(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

std::string quoted(const std::string& word) {
  std::string result = "'";
  for (const char c : word) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

}  // namespace

std::vector<std::string> Emulated::findings() const {
  std::vector<std::string> all;
  const auto line = [](const nlohmann::json& number) { return number.is_null() ? "?" : number.dump(); };
  for (const auto& finding : json.at("findings")) {
    std::string text = finding.at("kind").get<std::string>() + " " + line(finding.at("line"));
    if (!finding.at("other_line").is_null()) text += " " + line(finding.at("other_line"));
    all.push_back(text);
  }
  std::sort(all.begin(), all.end());
  return all;
}

std::string path_of(const std::string& file) { return COURSE_ROOT "/simt/tests/emulate/" + file; }

Emulated emulate(const std::vector<std::string>& arguments, const std::string& environment) {
  const Folder folder;
  std::string command = environment + " '" COURSE_BUILD "/bin/emulate' --root '" COURSE_ROOT "' --json " +
                        quoted((folder / "json").string());
  for (const std::string& argument : arguments) command += " " + quoted(argument);
  command += " >" + quoted((folder / "out").string()) + " 2>" + quoted((folder / "err").string());
  const int status = std::system(command.c_str());
  Emulated result;
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  result.output = read(folder / "out");
  result.report = read(folder / "err");
  if (fs::exists(folder / "json")) result.json = nlohmann::json::parse(read(folder / "json"));
  return result;
}

Emulated emulate_source(const std::string& source, const std::vector<std::string>& options,
                        const std::vector<std::string>& program_arguments) {
  const Folder folder;
  std::ofstream(folder / "program.cu") << source;
  std::vector<std::string> arguments = options;
  arguments.push_back((folder / "program.cu").string());
  if (!program_arguments.empty()) arguments.push_back("--");
  arguments.insert(arguments.end(), program_arguments.begin(), program_arguments.end());
  return emulate(arguments);
}

}  // namespace simt::emulate::test
