// The grade command as a user calls it: exit statuses, messages, files, Ctrl-C.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <thread>

#include "simt/clang.hpp"
#include "support/process/child.hpp"
#include "support/process/own_time.hpp"

namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// A course that shares the repository's labs but has a course.toml and a build folder of its own.
class Command : public testing::Test {
 protected:
  Command() : root_(fs::path(testing::TempDir()) / ("course-" + std::to_string(getpid()))) {
    fs::remove_all(root_);
    fs::create_directories(root_ / "mine");
    for (const char* shared : {"autograder", "simt", "labs", "solutions", "setup"}) {
      fs::create_directory_symlink(fs::path(COURSE_ROOT) / shared, root_ / shared);
    }
    fs::copy_file(fs::path(COURSE_ROOT) / "course.toml", root_ / "course.toml");
  }
  ~Command() override {
    // The runner of a grader that was killed ends a moment after it, and the next test has the same folder.
    for (int i = 0; i < 500 && is_student_code_running(); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    fs::remove_all(root_);
  }

  process::ChildOptions command(std::vector<std::string> arguments) const {
    process::ChildOptions options;
    options.command = {COURSE_BUILD "/bin/grade", "--root", root_.string()};
    options.command.insert(options.command.end(), arguments.begin(), arguments.end());
    options.environment = process::minimal_environment();
    return options;
  }
  process::Completed grade(std::vector<std::string> arguments) const {
    return process::run(command(std::move(arguments)), units::Seconds{60}, units::Bytes{1 << 20});
  }
  void expect(const std::vector<std::string>& arguments, int status,
              const testing::Matcher<std::string>& output) const {
    const process::Completed completed = grade(arguments);
    EXPECT_FALSE(completed.ending.by_signal);
    EXPECT_EQ(completed.ending.code, status) << completed.output;
    EXPECT_THAT(completed.output, output);
  }
  std::string corpus(const std::string& name) const {
    return std::string(COURSE_ROOT) + "/autograder/tests/submissions/lab3_transpose/" + name + ".cu";
  }
  /// Replaces the clang++ in this course's bin/, which says that it is of a version whose plugin is here, and otherwise
  /// does `what`.
  void fake_clang(const std::string& what) const {
    fs::create_directories(root_ / "bin");
    const simt::Clang found = simt::find_clang(COURSE_BUILD "/bin");
    std::ofstream(root_ / "bin/clang++") << "#!/bin/sh\ncase $1 in -v) echo clang version " << found.version
                                         << "; echo " << found.headers.parent_path().string() << ";; *) " << what
                                         << ";; esac\n";
    fs::permissions(root_ / "bin/clang++", fs::perms::owner_all);
  }
  /// Whether a runner lives that this root's grader started, now or when this was last asked. (A zombie's command line
  /// is empty.)
  bool is_student_code_running() {
    std::erase_if(runners_, [](int pid) { return !is_runner(pid); });
    for (const auto& entry : fs::directory_iterator("/proc")) {
      const int pid = std::atoi(entry.path().filename().c_str());
      if (pid > 0 && is_runner(pid) && is_below_grader(pid)) runners_.insert(pid);
    }
    return !runners_.empty();
  }
  static std::string command_line(int pid) {
    std::ostringstream text;
    text << std::ifstream("/proc/" + std::to_string(pid) + "/cmdline").rdbuf();
    return text.str();
  }
  static bool is_runner(int pid) { return command_line(pid).starts_with(COURSE_BUILD "/bin/runner-"); }
  bool is_below_grader(int pid) const {
    for (; pid > 1; pid = parent_of(pid)) {
      const std::string words = command_line(pid);
      if (words.starts_with(COURSE_BUILD "/bin/grade") && words.find(root_.string()) != std::string::npos) return true;
    }
    return false;
  }
  static int parent_of(int pid) {
    std::ifstream file("/proc/" + std::to_string(pid) + "/status");
    for (std::string word; file >> word;) {
      int parent = 0;
      if (word == "PPid:" && file >> parent) return parent;
    }
    return 0;
  }
  /// Folders the grader has not cleaned up.
  int leftovers() const {
    int count = 0;
    for (const auto& entry : fs::directory_iterator(root_ / "build/submissions")) {
      if (entry.path().filename().string().starts_with(".")) ++count;
    }
    return count;
  }

  fs::path root_;
  std::set<int> runners_;
};

TEST_F(Command, PassedIsZero) {
  expect({"lab3", "--backend", "simt", "--submission", (root_ / "solutions/lab3_transpose").string()}, 0,
         HasSubstr("GB/s were not measured"));
}

TEST_F(Command, NotPassedIsOne) { expect({"lab3", "--backend", "simt"}, 1, HasSubstr("nothing was written")); }

// Status 2 would leave a course's script without a result.
TEST_F(Command, AFileThatIsTooLargeFailsEachPartAndNamesTheLimit) {
  const fs::path file = root_ / "mine/transpose.cu";
  fs::copy_file(COURSE_ROOT "/solutions/lab3_transpose/transpose.cu", file);
  std::ofstream(file, std::ios::app) << "//" << std::string(256 << 10, 'x') << "\n";
  const std::vector<std::string> call{"lab3", "--backend", "simt", "--submission", file.parent_path().string()};
  expect(call, 1, AllOf(HasSubstr("transpose.cu is larger than 256 KiB"), HasSubstr("score 0 / 85")));
  std::vector<std::string> for_programs = call;
  for_programs.insert(for_programs.end(), {"--json", "-"});
  const auto result = nlohmann::json::parse(grade(for_programs).output);
  EXPECT_EQ(result["score"], 0);
  EXPECT_EQ(result["parts"].size(), 5U);
}

TEST_F(Command, AFileThatIsNoTextFailsEachPart) {
  std::ofstream(root_ / "mine/transpose.cu") << "// zero: " << '\0' << "\n";
  expect({"lab3", "--backend", "simt", "--submission", (root_ / "mine").string()}, 1,
         AllOf(HasSubstr("transpose.cu is not text: hand in source code"), HasSubstr("score 0 / 85")));
}

TEST_F(Command, CompileErrorIsOneAndShownWithTheStudentsOwnLine) {
  expect({"lab3", "--backend", "simt", "--submission", corpus("compile_error")}, 1,
         AllOf(HasSubstr("transpose.cu:4: error: identifier \"no_such_kernel\" is undefined"),
               HasSubstr("no_such_kernel<<<1, 1>>>(out, in); }"), Not(HasSubstr("simt::"))));
}

TEST_F(Command, UnknownLabIsTwo) { expect({"lab33"}, 2, HasSubstr("lab33")); }

TEST_F(Command, UnknownPartIsTwoAndNamesTheParts) {
  expect({"lab3", "--only", "3.9"}, 2, AllOf(HasSubstr("3.9"), HasSubstr("3.1")));
}

TEST_F(Command, UnknownDeviceIsTwoAndNamesThoseThereAre) {
  expect({"lab3", "--device", "gtx999"}, 2, AllOf(HasSubstr("gtx999"), HasSubstr("gtx280")));
  expect({"lab3", "--device", "gtx280", "--backend", "cuda"}, 2, HasSubstr("--device"));
}

TEST_F(Command, MissingSubmissionIsTwo) { expect({"lab3", "--submission", "nowhere"}, 2, HasSubstr("nowhere")); }

TEST_F(Command, TwoFilesWhereOneIsDueIsTwo) {
  std::ofstream(root_ / "mine/a.cu") << "// a";
  std::ofstream(root_ / "mine/b.cu") << "// b";
  expect({"lab3", "--submission", (root_ / "mine").string()}, 2, HasSubstr("a.cu, b.cu"));
}

TEST_F(Command, MalformedRulesNameFileLineAndKey) {
  std::ofstream(root_ / "course.toml", std::ios::app) << "[lab3.parts.\"3.1\"]\ncolour = 5\n";
  expect({"lab3"}, 3, AllOf(HasSubstr("course.toml:"), HasSubstr("lab3.parts.\"3.1\".colour")));
}

TEST_F(Command, NoCompilerIsThreeAndSaysWhatToDo) {
  process::ChildOptions options = command({"lab3", "--backend", "simt"});
  options.environment = {"PATH=/nonexistent"};
  const process::Completed completed = process::run(options, units::Seconds{60}, units::Bytes{1 << 20});
  EXPECT_EQ(completed.ending.code, 3);
  EXPECT_THAT(completed.output, AllOf(HasSubstr("clang"), HasSubstr("install")));
}

/// A folder in which `nvcc` is the shell script `body`.
fs::path make_toolkit(const fs::path& folder, const std::string& body) {
  fs::create_directories(folder / "bin");
  fs::create_directories(folder / "include");
  std::ofstream(folder / "include/cuda.h") << "#define CUDA_VERSION 13000\n";
  std::ofstream(folder / "bin/nvcc") << "#!/bin/sh\n" << body << "\n";
  fs::permissions(folder / "bin/nvcc", fs::perms::owner_all);
  return folder;
}

// Another name would be another build: everything that needs the toolkit would be compiled again.
TEST_F(Command, AToolkitHasOneNameHoweverItIsFound) {
  const fs::path toolkit = make_toolkit(fs::canonical(root_) / "toolkit", ":");
  fs::create_directory_symlink(toolkit, root_ / "link");
  for (const char* name : {"toolkit", "link"}) {
    process::ChildOptions options;
    options.command = {COURSE_ROOT "/setup/find-cuda.sh"};
    options.environment = {"PATH=/usr/bin:/bin", "CUDA_HOME=" + (root_ / name).string()};
    EXPECT_EQ(process::run(options, units::Seconds{60}, units::Bytes{1 << 20}).output, toolkit.string() + "\n");
  }
}

TEST_F(Command, WhatNvccRefusesDoesNotCompileEvenIfTheEmulatorGrades) {
  make_toolkit(root_ / "toolkit",
               "case $1 in --version) echo release 13.0;; *) echo 'transpose.cu(3): error: no CUDA'; exit 2;; esac");
  process::ChildOptions options =
      command({"lab3", "--backend", "simt", "--submission", (root_ / "solutions/lab3_transpose").string()});
  process::set_variable(options.environment, "CUDA_HOME", (root_ / "toolkit").string());
  const process::Completed completed = process::run(options, units::Seconds{60}, units::Bytes{1 << 20});
  EXPECT_EQ(completed.ending.code, 1);
  EXPECT_THAT(completed.output, AllOf(HasSubstr("transpose.cu(3): error: no CUDA"), HasSubstr("0 / 85")));
}

// nvcc works beside clang. What clang refuses needs no answer of nvcc's.
TEST_F(Command, WhatClangRefusesDoesNotWaitForNvcc) {
  make_toolkit(root_ / "toolkit", "case $1 in --version) echo release 13.0;; *) exec sleep 1000;; esac");
  process::ChildOptions options = command({"lab3", "--backend", "simt", "--submission", corpus("compile_error")});
  process::set_variable(options.environment, "CUDA_HOME", (root_ / "toolkit").string());
  const process::Completed completed = process::run(options, units::Seconds{30}, units::Bytes{1 << 20});
  EXPECT_EQ(completed.ending.code, 1);
  EXPECT_THAT(completed.output, AllOf(HasSubstr("no_such_kernel"), HasSubstr("0 / 85")));
}

// Whichever ends first: the words are those of the compiler that the emulator needs.
TEST_F(Command, WhatBothRefuseIsSaidInClangsWords) {
  for (const char* const before : {"", "sleep 3;"}) {
    make_toolkit(root_ / "toolkit", std::string("case $1 in --version) echo release 13.0;; *) ") + before +
                                        "echo 'transpose.cu(3): error: no CUDA'; exit 2;; esac");
    process::ChildOptions options = command({"lab3", "--backend", "simt", "--submission", corpus("compile_error")});
    process::set_variable(options.environment, "CUDA_HOME", (root_ / "toolkit").string());
    const process::Completed completed = process::run(options, units::Seconds{60}, units::Bytes{1 << 20});
    EXPECT_EQ(completed.ending.code, 1);
    EXPECT_THAT(completed.output, AllOf(HasSubstr("no_such_kernel"), Not(HasSubstr("no CUDA"))));
  }
}

// Disks fill and systems end compilers: that costs no points.
TEST_F(Command, ACompilerThatIsKilledOrFindsNoSpaceIsNoFaultOfTheStudents) {
  process::ChildOptions options = command({"lab3", "--backend", "simt"});
  options.environment = {"PATH=" + (root_ / "bin").string() + ":/usr/bin:/bin"};
  for (const auto& [what, said] :
       {std::pair{"kill -9 $$", "clang cannot compile on this machine: it was ended by signal 9"},
        std::pair{"echo 'LLVM ERROR: No space left on device'; exit 1", "LLVM ERROR: No space left on device"},
        std::pair{"echo 'bwrap: Creating new namespace failed: Resource temporarily unavailable'; exit 1",
                  "let this machine do less, and grade again"}}) {
    fake_clang(what);
    const process::Completed completed = process::run(options, units::Seconds{60}, units::Bytes{1 << 20});
    EXPECT_EQ(completed.ending.code, 3) << completed.output;
    EXPECT_THAT(completed.output, HasSubstr(said));
  }
}

TEST_F(Command, AReportThatCannotBeWrittenIsThree) {
  process::ChildOptions options = command({"list"});
  options.command = {"/bin/sh", "-c",
                     std::string(COURSE_BUILD) + "/bin/grade --root '" + root_.string() + "' list > /dev/full"};
  const process::Completed completed = process::run(options, units::Seconds{60}, units::Bytes{1 << 20});
  EXPECT_EQ(completed.ending.code, 3);
  EXPECT_THAT(completed.output, HasSubstr("could not be written to standard output"));
}

TEST_F(Command, AnEmptyNameIsTwo) { expect({"lab3", "--submission", ""}, 2, HasSubstr("--submission")); }

TEST_F(Command, RootMayBeGivenToTheScriptToo) { expect({"list", "--root", root_.string()}, 0, HasSubstr("lab3")); }

TEST_F(Command, JsonIsWrittenWhole) {
  const fs::path file = root_ / "report.json";
  expect({"lab3", "--backend", "simt", "--only", "3.1", "--json", file.string()}, 1, testing::_);
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  EXPECT_THAT(text.str(), AllOf(HasSubstr("\"schema\": 2"), HasSubstr("\"not_attempted\"")));
}

TEST_F(Command, JsonOnStandardOutputIsAllThatIsThere) {
  const process::Completed completed = grade({"lab3", "--backend", "simt", "--only", "3.1", "--json", "-"});
  EXPECT_EQ(completed.ending.code, 1);
  EXPECT_EQ(nlohmann::json::parse(completed.output)["parts"][0]["verdict"], "not_attempted");
}

TEST_F(Command, QuietSaysTheScoreAlone) {
  expect({"lab3", "--backend", "simt", "--only", "3.1", "--quiet"}, 1, testing::StrEq("score 0 / 15\n"));
}

TEST_F(Command, JsonIntoAMissingFolderIsFoundOutBeforeGrading) {
  expect({"lab3", "--json", "/nowhere/report.json"}, 2, HasSubstr("/nowhere/report.json"));
}

TEST_F(Command, BuildGivesTheCompilersMessage) {
  expect({"build", "lab3", "--submission", corpus("compile_error")}, 1, HasSubstr("no_such_kernel"));
  expect({"build", "lab3"}, 0, testing::_);
}

TEST_F(Command, ExplainIsZeroWhenExplainedEvenIfWasteful) {
  expect({"explain", "3.1", "--submission", (root_ / "solutions/lab3_transpose").string()}, 0,
         AllOf(HasSubstr("32.0 sectors"), HasSubstr("2048 bytes apart")));
}

TEST_F(Command, ExplainIsZeroWhereCopiesAreAllThereIs) {
  expect({"explain", "5.1", "--submission", (root_ / "solutions/lab5_streams").string()}, 0, HasSubstr("limit 1.1 x"));
  expect({"explain", "8.5", "--submission", (root_ / "solutions/lab8_spaces").string()}, 0,
         HasSubstr("copies      11, fills among them, limit 11"));
  expect({"explain", "5.1"}, 1, HasSubstr("./grade hint 5.1"));
}

TEST_F(Command, ExplainIsOneWhenThereIsNothingToExplain) {
  expect({"explain", "3.1", "--submission", corpus("compile_error")}, 1, HasSubstr("no_such_kernel"));
  expect({"explain", "3.1", "--submission", corpus("host_segfault")}, 1, HasSubstr("your code crashed"));
}

TEST_F(Command, ExplainTakesNoGpuAndNoUnknownPart) {
  expect({"explain", "3.1", "--backend", "cuda"}, 2, HasSubstr("only the emulator can"));
  expect({"explain", "9.9"}, 2, HasSubstr("3.1"));
  expect({"explain", "3.1", "--device", "gtx999"}, 2, AllOf(HasSubstr("gtx999"), HasSubstr("gtx280")));
}

/// A course that a student has changed, in a git repository of its own.
class Reset : public Command {
 protected:
  Reset() {
    fs::remove(root_ / "labs");
    fs::create_directories(folder() / "original");
    write("handed out\n");
    fs::copy_file(folder() / "transpose.cu", folder() / "original/transpose.cu");
  }
  fs::path folder() const { return root_ / "labs/lab3_transpose"; }
  void write(const std::string& text) const { std::ofstream(folder() / "transpose.cu") << text; }
  std::string content(const fs::path& file) const {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
  }
  /// The lab's own, without the folder of the original.
  std::vector<fs::path> files() const {
    std::vector<fs::path> files(fs::directory_iterator(folder()), fs::directory_iterator{});
    std::erase(files, folder() / "original");
    return files;
  }
};

TEST_F(Reset, PutsTheHandedOutFileBackAndKeepsTheStudents) {
  write("mine\n");
  expect({"reset", "lab3"}, 0, HasSubstr("your version is transpose.cu."));
  EXPECT_EQ(content(folder() / "transpose.cu"), "handed out\n");
  write("mine again\n");
  expect({"reset", "lab3"}, 0, HasSubstr("your version is"));
  ASSERT_EQ(files().size(), 3U);
  for (const fs::path& file : files()) {
    if (file.filename() == "transpose.cu") continue;
    EXPECT_THAT(content(file), testing::StartsWith("mine"));
    EXPECT_NE(file.extension(), ".cu") << "a second submission";
  }
}

TEST_F(Reset, ChangesNothingWhereNothingChanged) {
  expect({"reset", "lab3"}, 0, HasSubstr("already"));
  EXPECT_EQ(files().size(), 1U);
  fs::remove(folder() / "transpose.cu");
  expect({"reset", "lab3"}, 0, HasSubstr("is back"));
  EXPECT_EQ(content(folder() / "transpose.cu"), "handed out\n");
}

TEST_F(Reset, WithoutTheOriginalItRefusesInOneSentence) {
  fs::remove_all(folder() / "original");
  write("mine\n");
  expect({"reset", "lab3"}, 3, HasSubstr("reset takes labs/lab3_transpose/original/transpose.cu, and it is not here"));
  EXPECT_EQ(content(folder() / "transpose.cu"), "mine\n");
  EXPECT_EQ(files().size(), 1U);
}

TEST_F(Command, StudentCodeCannotReadTheSeed) {
  process::Child child(command({"lab3", "--backend", "simt", "--submission", corpus("sleeps"), "--seed", "24681357"}));
  while (!is_student_code_running() && !child.ending()) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  ASSERT_TRUE(is_student_code_running());
  std::ostringstream line;
  line << std::ifstream("/proc/" + std::to_string(child.pid()) + "/cmdline").rdbuf();
  EXPECT_THAT(line.str(), AllOf(HasSubstr("--seed"), Not(HasSubstr("24681357"))));
}

TEST_F(Command, CtrlCLeavesNoProcessAndNoFolder) {
  process::Child child(command({"lab3", "--backend", "simt", "--submission", corpus("sleeps")}));
  for (int i = 0; i < 500 && !is_student_code_running(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  ASSERT_TRUE(is_student_code_running()) << "the runner never started";
  kill(child.pid(), SIGINT);
  const auto ending = child.wait(std::chrono::milliseconds(5000));
  ASSERT_TRUE(ending) << "Ctrl-C did not end it";
  EXPECT_EQ(ending->code, 130);
  EXPECT_FALSE(is_student_code_running());
  EXPECT_EQ(leftovers(), 0);
}

// One compiler, or two beside each other.
TEST_F(Command, CtrlCWhileCompilingLeavesNoProcessAndNoFolder) {
  make_toolkit(root_ / "toolkit", "case $1 in --version) echo release 13.0;; *) sleep 100;; esac");
  // A compiler that takes its time.
  fake_clang("sleep 100");
  process::ChildOptions options = command({"lab3", "--backend", "simt"});
  options.environment = {"PATH=" + (root_ / "bin").string() + ":/usr/bin:/bin",
                         "CUDA_HOME=" + (root_ / "toolkit").string()};
  process::Child child(options);
  for (int i = 0; i < 500 && !fs::exists(root_ / "build/submissions"); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  const std::vector<pid_t> processes = process::process_tree(child.pid());
  EXPECT_GE(leftovers(), 1);  // a folder of each compiler that works
  EXPECT_GE(processes.size(), 2U);
  kill(child.pid(), SIGINT);
  const auto ending = child.wait(std::chrono::milliseconds(5000));
  ASSERT_TRUE(ending) << "Ctrl-C did not end it";
  EXPECT_EQ(ending->code, 130);
  EXPECT_EQ(leftovers(), 0);
  for (const pid_t one : processes) {
    const bool is_left = one != child.pid() && process::holdings(one);
    EXPECT_FALSE(is_left) << one << " " << command_line(one);
  }
}

TEST_F(Command, EvenAKilledGraderLeavesNoRunner) {
  {
    process::Child child(command({"lab3", "--backend", "simt", "--submission", corpus("sleeps")}));
    for (int i = 0; i < 500 && !is_student_code_running(); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    ASSERT_TRUE(is_student_code_running());
    kill(child.pid(), SIGKILL);
    child.wait(std::chrono::milliseconds(5000));
  }
  for (int i = 0; i < 200 && is_student_code_running(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_FALSE(is_student_code_running());
}

}  // namespace
