// The HTML pages of a gradebook: what they say, that they stand alone, and how they look in a browser.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <regex>

#include "batch/gradebook.hpp"
#include "batch/run.hpp"
#include "support/process/child.hpp"
#include "tests/batch/classroom.hpp"

namespace batch {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string content(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

class Pages : public testing::Test {
 protected:
  /// A class as a GPU grades it: twelve students, of whom the last can only be partly graded, and one whose file passed
  /// and failed.
  Pages() : book_(classroom_.folder() / "gradebook") {
    batch::Run first;
    first.kind = "batch";
    first.lab = "lab3";
    run_ = book_.begin_run(first).id;
    for (int i = 0; i < 12; ++i) {
      const std::string student = i == 0 ? "<eve>/../x" : "student" + std::to_string(i);
      add(student, i, 1);
      roster_.push_back({student, i == 0 ? "Eve <script>alert(1)</script>" : "Name " + std::to_string(i), "", {}});
    }
    add("student5", 0, 2);
    book_.set_roster(roster_);
    fs::create_directories(classroom_.folder() / "gradebook/reports/lab3");
    classroom_.write("gradebook/reports/lab3/student1.txt", "score < 85\n" + std::string(400, '-') + "\n");
  }

  void add(const std::string& student, int points, int attempt) {
    Grading grading;
    grading.run = run_;
    grading.student = student;
    grading.lab = "lab3";
    grading.attempt = attempt;
    grading.source_hash = "hash of " + student;
    grading.device = "NVIDIA H200";
    for (int i = 1; i <= 3; ++i) {
      PartGrade part;
      part.part = "3." + std::to_string(i);
      part.title = "tiled";
      part.points = points;
      part.max_points = 11;
      part.verdict = points == 11 ? "passed" : points == 0 ? "failed" : "partial";
      part.reasons = "reached " + std::to_string(points) + " GB/s, " + std::string(120, 'x') + " less";
      part.gbps = 100.0 * points;
      part.reference_gbps = 1200;
      if (points == 10) {
        part.verdict = "could_not_be_graded";
        part.points.reset();
      }
      grading.parts.push_back(part);
    }
    if (points == 10) grading.status = Status::not_graded;
    const Source source{grading.source_hash, "transpose.cu", "code"};
    book_.add(grading, &source);
  }

  process::Completed run(std::vector<std::string> command) const {
    process::ChildOptions options;
    options.command = std::move(command);
    options.directory = classroom_.folder();
    options.environment = process::minimal_environment();
    process::set_variable(options.environment, "COURSE_ROOT", COURSE_ROOT);
    process::set_variable(options.environment, "HOME", classroom_.folder().string());
    return process::run(options, units::Seconds{300}, units::Bytes{1 << 20});
  }
  bool has_matplotlib() const {
    return run({"python3", "-c", "import matplotlib"}).succeeded() ||
           run({"/usr/bin/python3", "-c", "import matplotlib"}).succeeded();
  }
  void write_pages() const {
    const process::Completed done =
        run({"python3", COURSE_ROOT "/autograder/batch/pages.py", "--grade", COURSE_BUILD "/bin/grade-batch"});
    ASSERT_TRUE(done.succeeded()) << done.output;
  }
  fs::path pages() const { return classroom_.folder() / "pages/lab3"; }

  testing_support::Classroom classroom_;
  Gradebook book_;
  std::int64_t run_ = 0;
  std::vector<Student> roster_;
};

TEST_F(Pages, StandAloneAndTellNoStudentOfAnother) {
  if (!has_matplotlib()) GTEST_SKIP() << "no matplotlib";
  write_pages();
  const std::string of_class = content(pages() / "index.html");
  EXPECT_THAT(of_class, AllOf(HasSubstr("12 students"), HasSubstr("GB/s by part"), HasSubstr("Eve &lt;script&gt;"),
                              HasSubstr("student5"), HasSubstr("failed, partial")));
  EXPECT_THAT(of_class, HasSubstr("11</td><td>3.1, 3.2, 3.3")) << "one reason, though its numbers differ";
  int count = 0;
  static const std::regex outside(R"((src|href|url)\s*[=(]\s*["']?(https?:|//))");
  for (const auto& entry : fs::directory_iterator(pages() / "students")) {
    const std::string text = content(entry.path());
    EXPECT_THAT(text, Not(HasSubstr("<script")));
    EXPECT_FALSE(std::regex_search(std::regex_replace(text, std::regex("xmlns[^ >]*"), ""), outside));
    for (const Student& student : roster_) {
      const bool is_own = entry.path().stem() == student.student;
      const bool is_prefix = student.name == "Name 1";  // of "Name 10"
      if (is_own || is_prefix) continue;
      EXPECT_THAT(text, Not(HasSubstr(student.name))) << entry.path();
    }
    ++count;
  }
  EXPECT_EQ(count, 12) << "also for a name that wants to leave the folder";
  EXPECT_THAT(content(pages() / "students/student1.html"), HasSubstr("score &lt; 85"));
  EXPECT_THAT(content(pages() / "students/student10.html"), HasSubstr("not your fault"));
}

// The page of a student has the student's report, and a file of its own, whatever the student is called.
TEST_F(Pages, AreOfEveryName) {
  if (!has_matplotlib()) GTEST_SKIP() << "no matplotlib";
  const std::vector<std::string> names{"ada.3.2",
                                       ".ada",
                                       "a/b",
                                       "a%2Fb",
                                       std::string(250, 'x'),
                                       std::string(149, 'x') + "\u00e9" + std::string(90, 'y'),
                                       std::string(120'000, '1') + ".1.1"};
  for (const std::string& name : names) {
    add(name, 5, 1);
    classroom_.write("gradebook/reports/lab3/" + report_name(name) + ".txt", "the report of " + name + ".");
  }
  write_pages();
  for (const std::string& name : names) {
    EXPECT_THAT(content(pages() / "students" / (report_name(name) + ".html")),
                HasSubstr("the report of " + name + "."));
  }
}

// Python without its packages (-S) stands for a machine without matplotlib.
TEST_F(Pages, HelpNeedsNoPackages) {
  const process::Completed done = run({"/usr/bin/python3", "-S", COURSE_ROOT "/autograder/batch/pages.py", "--help"});
  EXPECT_TRUE(done.succeeded()) << done.output;
  EXPECT_THAT(done.output, HasSubstr("--gradebook"));
}

TEST_F(Pages, WithoutMatplotlibOrGradebookTheySayWhatToDo) {
  if (!has_matplotlib()) GTEST_SKIP() << "no matplotlib";
  const process::Completed done = run({"python3", COURSE_ROOT "/autograder/batch/pages.py", "--gradebook", "nowhere",
                                       "--grade", COURSE_BUILD "/bin/grade-batch"});
  EXPECT_EQ(done.ending.code, 3);
  EXPECT_THAT(done.output, HasSubstr("there is no gradebook in"));
}

TEST_F(Pages, FitADesktopAndAPhone) {
  if (!has_matplotlib()) GTEST_SKIP() << "no matplotlib";
  if (!run({"sh", "-c", "command -v chromium"}).succeeded()) GTEST_SKIP() << "no chromium";
  write_pages();
  const auto browse = [&](const std::vector<std::string>& what) {
    std::vector<std::string> command{"chromium",
                                     "--headless",
                                     "--no-sandbox",
                                     "--disable-gpu",
                                     "--hide-scrollbars",
                                     "--allow-file-access-from-files",
                                     "--user-data-dir=" + (classroom_.folder() / "chromium").string()};
    command.insert(command.end(), what.begin(), what.end());
    return run(command);
  };
  for (const int width : {1280, 390}) {
    for (const std::string page : {"index.html", "students/student1.html"}) {
      // A window has a least width, a frame in it has none.
      classroom_.write("frame.html",
                       "<body style='margin:0'><iframe id=f width=" + std::to_string(width) +
                           " height=2000 style='border:0' src='pages/lab3/" + page +
                           "'></iframe><script>onload = () => { const d = f.contentDocument;"
                           "document.title = 'wide ' + d.documentElement.scrollWidth + ' pictures ' +"
                           "[...d.querySelectorAll('svg')].filter(s => s.getBoundingClientRect().width > 300).length;"
                           "}</script>");
      const std::string url = "file://" + (classroom_.folder() / "frame.html").string();
      EXPECT_THAT(browse({"--dump-dom", url}).output,
                  HasSubstr("<title>wide " + std::to_string(width) + " pictures 2</title>"))
          << page << ": nothing is wider than the window, and both pictures are seen";
      const fs::path picture = classroom_.folder() / "screen.png";
      fs::remove(picture);
      browse(
          {"--window-size=" + std::to_string(std::max(width, 500)) + ",2000", "--screenshot=" + picture.string(), url});
      ASSERT_TRUE(fs::exists(picture));
      EXPECT_GT(fs::file_size(picture), 20'000U) << "more than an empty page";
      if (const char* keep = std::getenv("COURSE_SCREENSHOTS")) {
        fs::create_directories(keep);
        fs::copy_file(picture, fs::path(keep) / (fs::path(page).stem().string() + std::to_string(width) + ".png"),
                      fs::copy_options::overwrite_existing);
      }
    }
  }
}

}  // namespace
}  // namespace batch
