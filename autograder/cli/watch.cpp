#include "cli/watch.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "cli/answers.hpp"
#include "cli/changed_part.hpp"
#include "cli/output.hpp"
#include "progress/progress.hpp"
#include "support/files/whole_file.hpp"
#include "support/process/child.hpp"
#include "support/process/descriptor.hpp"

extern char** environ;

namespace cli {
namespace {

namespace fs = std::filesystem;

constexpr int milliseconds_between_looks = 50;

/// Each key is read when it is pressed, and is not shown. The terminal is as before at the end.
class Keys {
 public:
  Keys() {
    if (tcgetattr(STDIN_FILENO, &before_) != 0) return;
    termios now = before_;
    now.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    is_changed_ = tcsetattr(STDIN_FILENO, TCSANOW, &now) == 0;
  }
  ~Keys() {
    if (is_changed_) tcsetattr(STDIN_FILENO, TCSANOW, &before_);
  }
  Keys(const Keys&) = delete;
  Keys& operator=(const Keys&) = delete;

  /// Waits a moment for one; 0 when there was none.
  char next() {
    pollfd input{is_open_ ? STDIN_FILENO : -1, POLLIN, 0};
    if (poll(&input, 1, milliseconds_between_looks) <= 0 || input.revents == 0) return 0;
    char key = 0;
    is_open_ = read(STDIN_FILENO, &key, 1) == 1;
    return is_open_ ? key : '\0';
  }

 private:
  termios before_{};
  bool is_changed_ = false;
  bool is_open_ = true;
};

/// A lab's file, and what was in it at the last look.
struct Watched {
  const course::Lab* lab = nullptr;
  fs::path file;
  std::string text;
};

class Watcher {
 public:
  Watcher(const Options& options, const Environment& environment, const course::Course& course)
      : root_(find_root(options, environment)),
        course_(course),
        environment_(environment),
        style_(terminal_style(options, environment)) {
    if (options.no_colour) passed_on_.emplace_back("--no-colour");
    for (const course::Lab& lab : course.labs) {
      if (options.lab != nullptr && options.lab != &lab) continue;
      Watched watched{&lab, root_ / "labs" / lab.folder / lab.source, ""};
      watched.text = text_of(watched.file);
      files_.push_back(std::move(watched));
    }
    choose_first(options);
  }

  int run() {
    process::catch_interrupts();
    Keys keys;
    start({"grade"});
    for (;;) {
      process::throw_if_interrupted();
      const char key = keys.next();
      if (key == 'q') return everything_passed;
      press(key);
      look();
      if (child_ != nullptr) {
        if (const auto ending = child_->ending()) end(*ending);
      }
    }
  }

 private:
  /// Empty while there is no such file: some editors take it away for a moment.
  static std::string text_of(const fs::path& file) {
    try {
      return files::read_file(file);
    } catch (const std::system_error&) {
      return "";
    }
  }

  void choose_first(const Options& options) {
    const course::Part* next = progress::next_part(course_, progress::load(progress::file_of(root_)));
    const auto is_watched = [&](const course::Part* part) {
      return part != nullptr && std::ranges::any_of(files_, [&](const Watched& each) {
               return course::find_part(*each.lab, part->id) == part;
             });
    };
    part_ = options.part != nullptr ? options.part : is_watched(next) ? next : &files_.front().lab->parts.front();
  }

  const course::Lab& lab() const {
    const auto found = std::ranges::find_if(
        files_, [&](const Watched& each) { return course::find_part(*each.lab, part_->id) == part_; });
    return *found->lab;
  }

  void look() {
    for (Watched& each : files_) {
      std::string text = text_of(each.file);
      if (text.empty() || text == each.text) continue;
      const course::Part* const changed = changed_part(*each.lab, each.text, text, part_);
      each.text = std::move(text);
      choose(changed != nullptr ? changed : &each.lab->parts.front());
    }
  }

  void choose(const course::Part* part) {
    if (part != part_) hint_ = 0;
    part_ = part;
    start({"grade"});
  }

  void press(char key) {
    switch (key) {
      case 'h':
        hint_ = std::min(hint_ + 1, static_cast<int>(part_->hints.size()));
        start({"hint", part_->id, std::to_string(hint_)});
        break;
      case 'e':
        start({"explain", part_->id});
        break;
      case 's':
        start({"mistakes", part_->id});
        break;
      case 'n':
        choose(following());
        break;
      case 'r':
        start({"grade"});
        break;
      default:
        break;
    }
  }

  /// The part after this one in the watched labs; after the last one it is the first.
  const course::Part* following() const {
    std::vector<const course::Part*> all;
    for (const Watched& each : files_) {
      for (const course::Part& part : each.lab->parts) all.push_back(&part);
    }
    const auto here = std::ranges::find(all, part_);
    return here == all.end() || here + 1 == all.end() ? all.front() : *(here + 1);
  }

  /// The same program does what is asked for; what it was still doing is ended. Of what is saved meanwhile the last
  /// counts.
  void start(std::vector<std::string> words) {
    child_.reset();
    is_grading_ = words.front() == "grade";
    if (is_grading_) words = {lab().name, "--only", part_->id, "--known-references", "/dev/fd/3"};
    words.insert(words.begin(), {"/proc/self/exe", "--root", root_.string()});
    words.insert(words.end(), passed_on_.begin(), passed_on_.end());
    const bool can_clear = environment_.stdout_is_terminal && environment_.term != "dumb";
    print(can_clear ? "\x1b[H\x1b[2J" : "\n");
    if (is_grading_) {
      print(fmt::format("{} {}, in labs/{}/{}\n", part_->id, part_->title, lab().folder, lab().source));
    }
    std::fflush(stdout);
    process::ChildOptions child;
    child.command = std::move(words);
    for (char** variable = environ; *variable != nullptr; ++variable) child.environment.emplace_back(*variable);
    child.output = STDOUT_FILENO;
    child.channel = known_references_.get();
    child_ = std::make_unique<process::Child>(child);
  }

  void end(const process::Ending& ending) {
    child_.reset();
    const bool has_passed = is_grading_ && !ending.by_signal && ending.code == everything_passed;
    const std::string next =
        has_passed ? fmt::format("n next: {} {} · ", following()->id, following()->title) : "n next · ";
    const std::string line =
        fmt::format("\n  watching · h hint · e explain · s what others mistook · {}r again · q quit\n", next);
    print(style_.unicode ? line : report::in_ascii(line));
    std::fflush(stdout);
  }

  fs::path root_;
  const course::Course& course_;
  const Environment& environment_;
  report::TerminalStyle style_;
  std::vector<std::string> passed_on_;
  std::vector<Watched> files_;
  const course::Part* part_ = nullptr;  // that is shown
  int hint_ = 0;                        // the last one that was asked for; 0: none
  bool is_grading_ = false;
  // A file without a name: what one grading has measured of the reference, the next one knows.
  process::Descriptor known_references_{memfd_create("known-references", MFD_CLOEXEC)};
  std::unique_ptr<process::Child> child_;
};

}  // namespace

int watch(const Options& options, const Environment& environment, const course::Course& course) {
  return Watcher(options, environment, course).run();
}

}  // namespace cli
