#include "tests/hostile/world.hpp"

#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include "support/files/whole_file.hpp"

namespace hostile {
namespace {

namespace fs = std::filesystem;

constexpr uid_t ordinary_user = 65534;

/// The path of each world that no other process sees. Precompiled headers (simt/precompiled.hpp) hold for one path
/// only, so all these worlds can share them.
const fs::path own_folder = "/var/tmp/hostile-test";
const fs::path precompiled = COURSE_BUILD "/autograder/tests/hostile/precompiled";

/// From now on this process, and what it starts, has a /tmp, a /dev/shm, `own_folder` and System V memory of its own.
/// False where that is not allowed, or where the course is in /tmp itself; then only names with marker() in them are
/// looked at in there.
bool is_apart() {
  static const bool is = [] {
    prctl(PR_SET_CHILD_SUBREAPER, 1);  // what outlives the command becomes a child of this process
    if (std::string_view(COURSE_ROOT).starts_with("/tmp/")) return false;
    if (unshare(CLONE_NEWNS | CLONE_NEWIPC) != 0) return false;
    std::error_code refused;
    fs::create_directories(own_folder, refused);
    bool done = mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
    for (const fs::path& folder : {fs::path("/tmp"), fs::path("/dev/shm"), own_folder}) {
      done = done && mount("tmpfs", folder.c_str(), "tmpfs", 0, "mode=1777") == 0;
    }
    return done;
  }();
  return is;
}

/// How names of files begin that a hostile file of this test makes. Other tests, and copies of the course, have others.
std::string marker() { return "hostile_" + std::to_string(getpid()) + "_"; }

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

/// A smaller limit for each, so that the tests are quick.
std::string with_small_limits(std::string toml) {
  const auto set = [&](const std::string& key, const std::string& value) {
    const std::size_t start = toml.find("\n" + key) + 1;
    if (start == 0) throw std::runtime_error("course.toml has no " + key);
    toml.replace(start, toml.find('\n', start) - start, key + " = " + value);
  };
  set("compile_seconds", "20");
  set("compile_memory_mib", "1024");
  set("work_millions", "1000");
  set("all_seconds", "10");
  set("run_seconds", "2");
  set("cpu_seconds", "20");
  set("memory_mib", "512");
  return toml;
}

/// The grader's own, by which gradings on one GPU take turns; it stays, and it is empty.
bool is_turn_file(const fs::path& path) {
  std::error_code gone;
  return path.filename().string().starts_with("course-gpu-") && path.extension() == ".lock" &&
         fs::is_regular_file(fs::symlink_status(path, gone)) && fs::file_size(path, gone) == 0;
}

void look_at(const fs::directory_entry& entry, Snapshot& seen) {
  std::error_code gone;
  const fs::file_status status = entry.symlink_status(gone);
  std::string what = std::to_string(static_cast<int>(status.type())) + " mode " +
                     std::to_string(static_cast<unsigned>(status.permissions()));
  if (fs::is_symlink(status)) what += " to " + fs::read_symlink(entry.path(), gone).string();
  if (fs::is_regular_file(status)) {
    std::ostringstream text;
    text << std::ifstream(entry.path(), std::ios::binary).rdbuf();
    what += " of " + std::to_string(text.str().size()) + " bytes, hash " +
            std::to_string(std::hash<std::string>()(text.str()));
  }
  seen[entry.path().string()] = what;
}

/// Other programs may use the folder: what is gone when it is looked at is left out, and nothing else. (The library's
/// recursive iterator ends there.)
void look_at_files(const fs::path& folder, bool only_marked, Snapshot& seen) {
  std::error_code gone;
  for (fs::directory_iterator at(folder, fs::directory_options::skip_permission_denied, gone), end; at != end;
       at.increment(gone)) {
    const bool is_marked = at->path().filename().string().find(marker()) != std::string::npos;
    if ((!only_marked || is_marked) && !is_turn_file(at->path())) look_at(*at, seen);
    std::error_code no_folder;
    if (only_marked && access(at->path().c_str(), W_OK) != 0) continue;  // no file of this user can be in there
    if (fs::is_directory(at->symlink_status(no_folder))) look_at_files(at->path(), only_marked, seen);
  }
}

/// One line of the system's table for each piece of System V memory, queue and semaphore. Without a namespace of its
/// own only those that have the key which hostile files use.
void look_at_system_v(bool only_marked, Snapshot& seen) {
  constexpr const char* marked_key = "1213157203";  // 0x484F5353, "HOSS"
  for (const char* kind : {"shm", "sem", "msg"}) {
    std::ifstream table(std::string("/proc/sysvipc/") + kind);
    std::string line;
    std::getline(table, line);  // the heading
    while (std::getline(table, line)) {
      std::istringstream fields(line);
      std::string key;
      fields >> key;
      if (!only_marked || key == marked_key) seen["System V " + std::string(kind) + " " + key] = "there";
    }
  }
}

void look_at_processes(pid_t expected, Snapshot& seen) {
  const pid_t self = getpid();
  std::ifstream children("/proc/" + std::to_string(self) + "/task/" + std::to_string(self) + "/children");
  for (pid_t child = 0; children >> child;) {
    if (child == expected) continue;
    if (waitpid(child, nullptr, WNOHANG) == child) continue;  // it has ended
    std::string name;
    std::getline(std::ifstream("/proc/" + std::to_string(child) + "/comm") >> std::ws, name);
    seen["process " + std::to_string(child)] = name;
  }
}

/// To clang, a file with another time is another file.
void copy_precompiled_files(const fs::path& from, const fs::path& to) {
  for (const auto& entry : fs::directory_iterator(from)) {
    if (!entry.path().filename().string().starts_with("cuda_runtime-")) continue;
    fs::copy(entry.path(), to / entry.path().filename(), fs::copy_options::overwrite_existing);
    fs::last_write_time(to / entry.path().filename(), entry.last_write_time());
  }
}

/// Copies precompiled headers to `course`, and makes them first where they are missing or older than the headers. On a
/// machine that cannot make them, gradings only take longer.
void copy_precompiled(const fs::path& course) {
  const fs::path program = COURSE_BUILD "/bin/precompile-headers";
  if (!fs::exists(program)) return;
  fs::file_time_type newest = fs::last_write_time(program);
  for (const auto& entry : fs::recursive_directory_iterator(COURSE_ROOT "/simt/include")) {
    newest = std::max(newest, entry.last_write_time());
    fs::last_write_time(course / "simt/include" / fs::relative(entry.path(), COURSE_ROOT "/simt/include"),
                        entry.last_write_time());
  }
  const fs::path programs = course / "build/bin", done = precompiled / "done";
  fs::create_directories(precompiled);
  const files::Lock alone(precompiled);
  if (!fs::exists(done) || fs::last_write_time(done) < newest) {
    process::ChildOptions options;
    options.command = {program, course / "simt/include", programs, course / "done"};
    options.environment = process::minimal_environment();
    const process::Completed made = process::run(options, units::Seconds{200}, units::Bytes{1 << 20});
    if (made.ending.code != 0) throw std::runtime_error("cannot precompile the headers: " + made.output);
    fs::remove(course / "done");
    copy_precompiled_files(programs, precompiled);
    files::write_atomically(done, "");
  }
  copy_precompiled_files(precompiled, programs);
}

}  // namespace

World::World(Rights rights) : rights_(rights) {
  if (is_apart()) {
    folder_ = own_folder;
  } else {
    alone_ = std::make_unique<files::Lock>("/var/tmp/course-hostile-test.lock");
    std::string pattern = "/var/tmp/hostile-test-XXXXXX";
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make a folder in /var/tmp");
    folder_ = pattern;
  }
  fs::permissions(folder_, fs::perms(0755));
  copy_course();
  if (is_apart()) copy_precompiled(course());
  fs::create_directories(home());
  fs::create_directories(folder_ / "submission");
  files::write_atomically(home() / "private.txt", "secret_of_the_home_folder\n");
  // Someone else's product.
  const fs::path other = course() / "build/submissions/lab3-simt-0123456789abcdef";
  fs::create_directories(other);
  files::write_atomically(other / "library.so", "another one's library\n");
  files::write_atomically(other / "key", "another one's source: secret_of_the_cache\n");
  if (rights == Rights::ordinary_user) {
    lchown(folder_.c_str(), ordinary_user, ordinary_user);
    for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
      if (lchown(entry.path().c_str(), ordinary_user, ordinary_user) != 0) throw std::runtime_error("cannot chown");
    }
  }
  process::ChildOptions options;
  options.command = {"sleep", "600"};
  if (rights == Rights::ordinary_user) {
    options.command = {"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "sleep", "600"};
  }
  options.environment = process::minimal_environment();
  victim_ = std::make_unique<process::Child>(options);
}

World::~World() {
  victim_.reset();
  for (pid_t orphan = 0; (orphan = waitpid(-1, nullptr, WNOHANG)) > 0;) {
  }
  std::error_code ignored;
  if (!is_apart()) {
    fs::remove_all(folder_, ignored);
    return;
  }
  for (const auto& entry : fs::directory_iterator(folder_, ignored)) fs::remove_all(entry.path(), ignored);
}

void World::copy_course() const {
  const fs::path from = COURSE_ROOT;
  const fs::path programs = COURSE_BUILD "/bin";
  const auto all = fs::copy_options::recursive;
  fs::create_directories(course() / "build/bin");
  for (const char* folder : {"labs", "solutions", "setup", "simt/include", "simt/devices", "autograder/course"}) {
    fs::create_directories((course() / folder).parent_path());
    fs::copy(from / folder, course() / folder, all);
  }
  fs::copy(from / "simt/host_functions.txt", course() / "simt/host_functions.txt");
  files::write_atomically(course() / "course.toml", with_small_limits(files::read_file(from / "course.toml")));
  for (const auto& entry : fs::directory_iterator(programs)) {
    const std::string name = entry.path().filename().string();
    const bool is_needed = name == "grade" || name.starts_with("runner-") || name.starts_with("simt-instrument-");
    if (is_needed) fs::copy(entry.path(), course() / "build/bin" / name);
  }
}

fs::path World::hand_in(const fs::path& file) const {
  std::string text = files::read_file(file);
  text = replaced(std::move(text), "@course@", course().string());
  text = replaced(std::move(text), "@home@", home().string());
  text = replaced(std::move(text), "hostile_", marker());
  text = replaced(std::move(text), "VICTIM_PROCESS", std::to_string(victim_->pid()));
  const fs::path to = folder_ / "submission" / file.filename();
  files::write_atomically(to, text);
  return to;
}

process::Completed World::grade(const std::vector<std::string>& arguments, Toolkit toolkit) const {
  process::ChildOptions options;
  if (rights_ == Rights::ordinary_user) {
    options.command = {"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"};
  } else if (rights_ == Rights::no_namespaces) {
    options.command = {COURSE_BUILD "/bin/without-namespaces"};
  }
  for (const std::string& word : {(course() / "build/bin/grade").string(), std::string("--root"), course().string()}) {
    options.command.push_back(word);
  }
  options.command.insert(options.command.end(), arguments.begin(), arguments.end());
  options.environment = process::minimal_environment();
  process::set_variable(options.environment, "HOME", home().string());
  process::set_variable(options.environment, "SECRET", "secret_of_the_environment");
  if (toolkit == Toolkit::none) process::set_variable(options.environment, "CUDA_HOME", "none");
  return process::run(options, units::Seconds{200}, units::Bytes{1 << 20});
}

Snapshot World::look() const {
  Snapshot seen;
  look_at_files(folder_, false, seen);
  for (const char* shared : {"/tmp", "/dev/shm"}) look_at_files(shared, !is_apart(), seen);
  look_at_system_v(!is_apart(), seen);
  look_at_processes(victim_->pid(), seen);
  return seen;
}

bool World::is_victim_well() const {
  std::ifstream stat("/proc/" + std::to_string(victim_->pid()) + "/stat");
  std::string text;
  std::getline(stat, text);
  const std::size_t name_end = text.rfind(')');
  return name_end != std::string::npos && (text.at(name_end + 2) == 'S' || text.at(name_end + 2) == 'R');
}

std::string difference(const Snapshot& before, const Snapshot& after) {
  const auto is_cache = [](const std::string& path) {
    const std::size_t at = path.find("/build/submissions/");
    return at != std::string::npos && path.find("/build/submissions/.") == std::string::npos;
  };
  std::string text;
  for (const auto& [name, what] : before) {
    const auto found = after.find(name);
    if (found == after.end()) text += "gone: " + name + "\n";
    if (found != after.end() && found->second != what) text += "changed: " + name + "\n";
  }
  for (const auto& [name, what] : after) {
    if (!before.contains(name) && !is_cache(name)) text += "new: " + name + " (" + what + ")\n";
  }
  return text;
}

}  // namespace hostile
