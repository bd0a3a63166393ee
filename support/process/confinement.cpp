#include "support/process/confinement.hpp"

#include <fcntl.h>
#include <grp.h>
#include <linux/landlock.h>
#include <pwd.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <list>
#include <mutex>
#include <set>
#include <sstream>
#include <system_error>
#include <thread>

#include "support/process/child.hpp"

namespace process {
namespace {

namespace fs = std::filesystem;

bool is_there(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

bool is_below_one_of(const fs::path& path, const std::vector<fs::path>& folders) {
  return std::any_of(folders.begin(), folders.end(), [&](const fs::path& folder) {
    const fs::path relative = path.lexically_relative(folder);
    return !relative.empty() && *relative.begin() != "..";
  });
}

constexpr const char* harmless_devices[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"};

// --------------------------------------------------------------------------------------------------- a user of its own

constexpr uid_t first_user = 20000;
constexpr uid_t users = 40000;

std::set<uid_t> users_with_processes() {
  std::set<uid_t> busy;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator("/proc", error)) {
    struct stat folder {};
    if (stat(entry.path().c_str(), &folder) == 0) busy.insert(folder.st_uid);
  }
  return busy;
}

/// System calls only. The C library's functions would change all threads, of which a child has none.
bool become(uid_t user) {
  return syscall(SYS_setgroups, 0, nullptr) == 0 && syscall(SYS_setresgid, user, user, user) == 0 &&
         syscall(SYS_setresuid, user, user, user) == 0;
}

/// Whether a child of this process can do it.
bool child_can(const std::function<bool()>& what) {
  const pid_t child = fork();
  if (child == 0) _exit(what() ? 0 : 1);
  int status = 1;
  return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

/// A user that is not known here and has no processes: of root's, each grading has one. Empty for other users.
std::optional<uid_t> own_user() {
  static const std::optional<uid_t> user = []() -> std::optional<uid_t> {
    if (geteuid() != 0) return std::nullopt;
    const std::set<uid_t> busy = users_with_processes();
    const auto start = static_cast<uid_t>(getpid());
    for (uid_t i = 0; i < users; ++i) {
      const uid_t candidate = first_user + (start + i) % users;
      if (busy.contains(candidate) || getpwuid(candidate) != nullptr) continue;
      return child_can([=] { return become(candidate); }) ? std::optional(candidate) : std::nullopt;
    }
    return std::nullopt;
  }();
  return user;
}

bool is_readable_by_others(const fs::path& path) {
  struct stat file {};
  if (stat(path.c_str(), &file) != 0) return true;
  const mode_t wanted = S_ISDIR(file.st_mode) ? S_IROTH | S_IXOTH : S_IROTH;
  return (file.st_mode & wanted) == wanted;
}

/// True when another user can read all of it, should it be at its usual path. With `on_the_way`: also if that path
/// leads through folders that must let it pass.
bool can_be_read_by_others(const std::vector<fs::path>& files, bool on_the_way) {
  return std::all_of(files.begin(), files.end(), [&](const fs::path& file) {
    if (!is_readable_by_others(file)) return false;
    std::error_code error;
    for (fs::path folder = fs::canonical(file, error).parent_path(); on_the_way && folder.has_relative_path();
         folder = folder.parent_path()) {
      struct stat entry {};
      if (stat(folder.c_str(), &entry) != 0 || (entry.st_mode & S_IXOTH) == 0) return false;
    }
    return true;
  });
}

/// The user must own what it writes. Root without its rights, which bubblewrap is, must be able to enter.
void give(const fs::path& folder, uid_t user) {
  std::error_code error;
  chmod(folder.c_str(), 0755);
  lchown(folder.c_str(), user, user);
  for (const auto& entry : fs::directory_iterator(folder, error)) lchown(entry.path().c_str(), user, user);
}

// ------------------------------------------------------------------------------------------------------------
// bubblewrap

void append(std::vector<std::string>& to, std::initializer_list<std::string> words) { to.insert(to.end(), words); }

struct Bubblewrap {
  bool works = false;
  bool has_size = false;         ///< since 0.7: a limit on the size of a private folder
  bool makes_processes = false;  ///< a namespace of processes
};

std::vector<std::string> bubblewrap_command(const Confinement& confinement, const fs::path& directory,
                                            const Bubblewrap& ability, std::optional<uid_t> user,
                                            const std::vector<fs::path>& programs) {
  std::vector<std::string> words{"bwrap", "--die-with-parent", "--unshare-net", "--unshare-ipc", "--unshare-uts"};
  const bool own_processes = confinement.own_processes && ability.makes_processes;
  if (own_processes) words.emplace_back("--unshare-pid");
  if (user) {
    append(words,
           {"--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID", "--cap-add", "CAP_SETPCAP"});
  }
  std::set<fs::path> folders;
  const std::function<void(const fs::path&)> make_passable = [&](const fs::path& folder) {
    if (!folder.has_relative_path() || !folders.insert(folder).second) return;
    make_passable(folder.parent_path());
    // Otherwise only root could pass.
    append(words, {"--perms", "0755", "--dir", folder.string()});
  };
  const auto show = [&](const fs::path& path, const char* how) {
    std::error_code error;
    const fs::path real = fs::canonical(path, error);
    if (error) return;
    const fs::path normal = path.lexically_normal();
    make_passable(normal.parent_path());
    append(words, {how, real.string(), normal.string()});
  };
  for (const fs::path& path : system_files()) {
    std::error_code error;
    if (fs::is_symlink(path, error) && path.parent_path() == "/") {
      append(words, {"--symlink", fs::read_symlink(path, error).string(), path.string()});
    } else {
      show(path, "--ro-bind");
    }
  }
  for (const fs::path& folder : confinement.hidden) {
    if (is_below_one_of(folder, system_files())) append(words, {"--tmpfs", folder.string()});
  }
  append(words, {"--dev", "/dev"});
  for (const fs::path& device : confinement.devices) show(device, "--dev-bind");
  if (confinement.has_proc) {
    // CUDA's driver writes to files of its own process there.
    if (own_processes) {
      // The first process is bubblewrap's own, of the same user, without the filter of what runs in here.
      append(words, {"--proc", "/proc", "--perms", "0555", "--tmpfs", "/proc/1"});
    } else {
      append(words, {user || geteuid() != 0 ? "--bind" : "--ro-bind", "/proc", "/proc"});
    }
    show("/sys", "--ro-bind");
  }
  append(words, {"--remount-ro", "/dev"});
  const std::string size = std::to_string(confinement.temporary.value);
  for (const char* folder : {"/tmp", "/dev/shm"}) {
    if (ability.has_size) append(words, {"--perms", "1777", "--size", size, "--tmpfs", folder});
  }
  for (const fs::path& path : programs) show(path, "--ro-bind");
  for (const fs::path& path : confinement.readable) show(path, "--ro-bind");
  for (const fs::path& path : confinement.writable) show(path, "--bind");
  append(words, {"--remount-ro", "/", "--chdir", directory.empty() ? "/" : directory.string(), "--"});
  if (user) {
    const std::string id = std::to_string(*user);
    append(words,
           {"setpriv", "--reuid", id, "--regid", id, "--clear-groups", "--bounding-set=-all", "--inh-caps=-all"});
  }
  return words;
}

bool starts(std::vector<std::string> command) {
  command.emplace_back("true");
  ChildOptions options;
  options.command = std::move(command);
  options.environment = minimal_environment();
  try {
    const Child child(options);
    const auto ending = child.wait(std::chrono::seconds(20));
    return ending && !ending->by_signal && ending->code == 0;
  } catch (const std::system_error&) {
    return false;
  }
}

const Bubblewrap& bubblewrap() {
  static const Bubblewrap found = [] {
    constexpr std::array tries{Bubblewrap{true, true, true}, Bubblewrap{true, true, false},
                               Bubblewrap{true, false, true}, Bubblewrap{true, false, false}};
    Confinement all;
    all.has_proc = true;
    for (const Bubblewrap& ability : tries) {
      if (starts(bubblewrap_command(all, "/", ability, own_user(), {}))) return ability;
    }
    return Bubblewrap{};
  }();
  return found;
}

// --------------------------------------------------------------------------------------------------------------
// Landlock

// As in linux/landlock.h of 6.12; a shorter one is what older kernels expect.
struct Ruleset {
  std::uint64_t files = 0;
  std::uint64_t network = 0;
  std::uint64_t scoped = 0;
};
constexpr std::uint64_t read_rights =
    LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
constexpr std::uint64_t rights_on_files = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE |
                                          LANDLOCK_ACCESS_FS_WRITE_FILE | std::uint64_t{1} << 14;  // truncate
constexpr std::uint64_t bind_and_connect = 3;
constexpr std::uint64_t abstract_sockets_and_signals = 3;

long landlock_version() {
  static const long version = syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return version;
}

/// All rights that a version knows: 13 in the first, and one more each in the second and the third.
std::uint64_t all_rights() { return (std::uint64_t{1} << (12 + std::min(landlock_version(), 3L))) - 1; }

Descriptor make_ruleset() {
  const long version = landlock_version();
  if (version < 1) return Descriptor();
  Ruleset ruleset{all_rights(), version >= 4 ? bind_and_connect : 0, version >= 6 ? abstract_sockets_and_signals : 0};
  const std::size_t size = version >= 6 ? sizeof ruleset : version >= 4 ? 16 : 8;
  return Descriptor(static_cast<int>(syscall(SYS_landlock_create_ruleset, &ruleset, size, 0)));
}

void allow(const Descriptor& ruleset, const fs::path& path, std::uint64_t rights) {
  const Descriptor place(open(path.c_str(), O_PATH | O_CLOEXEC));
  struct stat file {};
  if (place.get() < 0 || fstat(place.get(), &file) != 0) return;
  if (!S_ISDIR(file.st_mode)) rights &= rights_on_files;
  landlock_path_beneath_attr rule{};
  rule.allowed_access = rights & all_rights();
  rule.parent_fd = place.get();
  syscall(SYS_landlock_add_rule, ruleset.get(), LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
}

/// Rules can only allow: of a folder with something hidden in it, its other entries.
void allow_without(const std::vector<fs::path>& hidden, const Descriptor& ruleset, const fs::path& path) {
  const auto is_in_it = [&](const fs::path& one) { return is_below_one_of(one, {path}); };
  if (std::none_of(hidden.begin(), hidden.end(), is_in_it)) return allow(ruleset, path, read_rights);
  if (std::find(hidden.begin(), hidden.end(), path) != hidden.end()) return;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(path, error)) allow_without(hidden, ruleset, entry.path());
}

Descriptor ruleset_for(const Confinement& confinement, const std::vector<fs::path>& programs) {
  Descriptor ruleset = make_ruleset();
  if (ruleset.get() < 0) return ruleset;
  for (const fs::path& path : system_files()) allow_without(confinement.hidden, ruleset, path);
  for (const fs::path& path : programs) allow(ruleset, path, read_rights);
  for (const fs::path& path : confinement.readable) allow(ruleset, path, read_rights);
  for (const fs::path& path : confinement.writable) allow(ruleset, path, all_rights());
  constexpr std::uint64_t read_and_write = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE;
  for (const char* device : harmless_devices) allow(ruleset, device, read_and_write);
  for (const fs::path& device : confinement.devices) allow(ruleset, device, read_and_write);
  if (confinement.has_proc) {
    for (const char* folder : {"/proc", "/sys"}) allow(ruleset, folder, read_rights);
  }
  return ruleset;
}

bool restrict_self(const Descriptor& ruleset) {
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(SYS_landlock_restrict_self, ruleset.get(), 0) == 0;
}

bool has_landlock() {
  static const bool has = [] {
    const Descriptor ruleset = make_ruleset();
    return ruleset.get() >= 0 && child_can([&] { return restrict_self(ruleset); });
  }();
  return has;
}

// ---------------------------------------------------------------------------------------------------- bare namespaces

/// For unshare(2), without bubblewrap: network and System V memory; of an ordinary user, within a namespace of users. 0
/// where they cannot be made.
int bare_namespaces() {
  static const int namespaces = [] {
    const int wanted = CLONE_NEWNET | CLONE_NEWIPC | (geteuid() == 0 ? 0 : CLONE_NEWUSER);
    return child_can([=] { return unshare(wanted) == 0; }) ? wanted : 0;
  }();
  return namespaces;
}

/// In a new namespace of users a process is nobody until it says who it was.
void write_text(const char* file, const char* text) {
  const int descriptor = open(file, O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return;
  [[maybe_unused]] const ssize_t written = write(descriptor, text, strlen(text));
  close(descriptor);
}

// ------------------------------------------------------------------------------------------------------- control
// groups

constexpr const char* control_groups = "/sys/fs/cgroup";

bool put(const fs::path& file, const std::string& text) {
  const Descriptor descriptor(open(file.c_str(), O_WRONLY | O_CLOEXEC));
  return descriptor.get() >= 0 &&
         write(descriptor.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

/// The group of this process in a hierarchy: the line of /proc/self/cgroup with this controller, none for version 2.
fs::path own_group(const std::string& controller) {
  std::ifstream lines("/proc/self/cgroup");
  for (std::string line; std::getline(lines, line);) {
    const std::size_t names = line.find(':') + 1;
    const std::size_t path = line.find(':', names) + 1;
    const std::string controllers = "," + line.substr(names, path - names - 1) + ",";
    const bool is_it = controller.empty() ? controllers == ",," : controllers.find("," + controller + ",") != line.npos;
    if (is_it) return fs::path(line.substr(path)).relative_path();
  }
  return {};
}

/// A number after a word, each on its line: "oom_kill 0".
long number_after(const fs::path& file, const std::string& wanted) {
  std::ifstream words(file);
  long number = 0;
  for (std::string word; words >> word >> number;) {
    if (word == wanted) return number;
  }
  return 0;
}

std::string new_group_name() {
  static std::atomic<int> count{0};
  return "course-" + std::to_string(getpid()) + "-" + std::to_string(++count);
}

bool has_groups() {
  static const bool has = ControlGroup::make({}).has_value();
  return has;
}

// ----------------------------------------------------------------------------------------------------------------
// words

Wall wall(std::string_view name, std::string_view what, std::string_view by, const std::string& otherwise) {
  return {name, what, !by.empty(), by.empty() ? otherwise : std::string(by)};
}

std::vector<Wall> walls_left_out() {
  const std::string reason = "left out of this program, which only shows what walls cost";
  return {wall("files", "files", "", reason),
          wall("user", "not root", "", reason),
          wall("processes", "other processes", "", reason),
          wall("network", "network", "", reason),
          wall("shared_memory", "shared memory", "", reason),
          wall("memory", "memory", "", reason)};
}

}  // namespace

std::vector<fs::path> system_files() {
  std::vector<fs::path> files;
  for (const char* path : {"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/opt", "/nix/store",
                           "/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d"}) {
    files.emplace_back(path);
  }
  // Those of a toolchain below a home folder.
  if (const char* prefix = std::getenv("CONDA_PREFIX"); prefix != nullptr && *prefix == '/') files.emplace_back(prefix);
  const char* const libraries = std::getenv("LD_LIBRARY_PATH");
  std::istringstream folders(libraries == nullptr ? "" : libraries);
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (folder.starts_with("/") && folder != "/") files.emplace_back(folder);
  }
  std::erase_if(files, [](const fs::path& file) { return !is_there(file); });
  return files;
}

std::vector<fs::path> files_of_program(const std::string& name) {
  fs::path program = name;
  const char* const path = name.find('/') == std::string::npos ? std::getenv("PATH") : nullptr;
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (program.has_parent_path() || access((fs::path(folder) / name).c_str(), X_OK) != 0) continue;
    program = fs::path(folder) / name;
  }
  std::error_code error;
  const fs::path real = fs::canonical(program, error);
  if (error || !program.is_absolute()) return {};
  const fs::path folder = real.parent_path();
  const bool has_prefix = folder.filename() == "bin" && is_there(folder.parent_path() / "lib");
  std::vector<fs::path> files{program, real, has_prefix ? folder.parent_path() : real};
  const std::vector<fs::path> of_system = system_files();
  std::erase_if(files, [&](const fs::path& file) { return is_below_one_of(file, of_system); });
  return files;
}

const std::vector<Wall>& walls() {
  static const std::vector<Wall> all = [] {
    if (!walls_are_built) return walls_left_out();
    const bool wrapped = bubblewrap().works;
    const std::string_view by_wrapper = wrapped ? "bubblewrap" : "";
    const bool bare = bare_namespaces() != 0;
    const bool has_network = landlock_version() >= 4 && has_landlock();
    const std::string no_wrapper =
        "bubblewrap is not installed, or may not make namespaces here (Debian: apt-get install bubblewrap)";
    const std::string_view by_namespace = bare ? "a namespace" : "";
    return std::vector<Wall>{
        wall("files", "files",
             wrapped          ? by_wrapper
             : has_landlock() ? "Landlock"
                              : "",
             no_wrapper + ", and the kernel has no Landlock"),
        wall("user", "not root",
             geteuid() != 0 ? "you are an ordinary user"
             : own_user()   ? "a user of its own"
                            : "",
             "root may not become another user here"),
        wall("processes", "other processes", wrapped && bubblewrap().makes_processes ? by_wrapper : "", no_wrapper),
        wall("network", "network",
             wrapped       ? by_wrapper
             : bare        ? by_namespace
             : has_network ? "Landlock"
                           : "",
             no_wrapper),
        wall("shared_memory", "shared memory", wrapped ? by_wrapper : by_namespace, no_wrapper),
        wall("memory", "memory", has_groups() ? "a control group" : "",
             "no control group can be made here; the grader looks at the memory itself"),
    };
  }();
  return all;
}

void take_back(const fs::path& folder) {
  if (geteuid() == 0) give(folder, 0);
}

// ---------------------------------------------------------------------------------------------------------------------

bool ControlGroup::add(const fs::path& folder, const char* members) {
  if (mkdir(folder.c_str(), 0755) != 0) return false;
  folders_.push_back(folder);
  entries_.emplace_back(open((folder / members).c_str(), O_WRONLY | O_CLOEXEC));
  return entries_.back().get() >= 0;
}

std::optional<ControlGroup> ControlGroup::make(const Confinement& confinement) {
  const std::string name = new_group_name();
  const std::string memory = std::to_string(confinement.memory.value);
  const std::string tasks = std::to_string(confinement.tasks);
  const fs::path root = control_groups;
  ControlGroup group;
  if (is_there(root / "cgroup.controllers")) {
    const fs::path folder = root / own_group("") / name;
    if (!group.add(folder, "cgroup.procs")) return std::nullopt;
    // Missing where the controllers were not handed down to this process's group.
    if (!put(folder / "memory.max", memory) || !put(folder / "pids.max", tasks)) return std::nullopt;
    put(folder / "memory.swap.max", "0");
    return group;
  }
  // Of version 1 a child joins as a thread, the only one that it has: a process would wait about 10 ms until no other
  // one of the machine is being started.
  const fs::path of_memory = root / "memory" / own_group("memory") / name;
  const fs::path of_tasks = root / "pids" / own_group("pids") / name;
  const bool made = group.add(of_memory, "tasks") && put(of_memory / "memory.limit_in_bytes", memory) &&
                    group.add(of_tasks, "tasks") && put(of_tasks / "pids.max", tasks);
  return made ? std::optional(std::move(group)) : std::nullopt;
}

void ControlGroup::join() const {
  for (const Descriptor& entry : entries_) {
    [[maybe_unused]] const ssize_t written = write(entry.get(), "0", 1);
  }
}

void ControlGroup::kill() const {
  for (const fs::path& folder : folders_) {
    if (put(folder / "cgroup.kill", "1")) continue;
    std::ifstream members(folder / "cgroup.procs");
    for (pid_t member = 0; members >> member;) ::kill(member, SIGKILL);
  }
}

ControlGroup::Killed ControlGroup::killed() const {
  Killed result;
  if (folders_.empty()) return result;
  const fs::path& folder = folders_.front();
  if (is_there(folder / "memory.events")) {
    result.by_limit = number_after(folder / "memory.events", "oom");
    result.in_all = number_after(folder / "memory.events", "oom_kill");
  } else {
    std::ifstream(folder / "memory.failcnt") >> result.by_limit;
    result.in_all = number_after(folder / "memory.oom_control", "oom_kill");
  }
  return result;
}

namespace {

/// Killed processes leave their group when their namespaces have been taken down, tens of milliseconds later. Only the
/// end of this process waits for that.
class Leftovers {
 public:
  static Leftovers& all() {
    static Leftovers leftovers;
    return leftovers;
  }
  Leftovers() = default;
  Leftovers(const Leftovers&) = delete;
  Leftovers& operator=(const Leftovers&) = delete;
  ~Leftovers() {
    for (int i = 0; i < 1000 && !groups_.empty(); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      remove();
    }
    for (ControlGroup& group : groups_) group.forget();
  }

  void add(ControlGroup&& group) {
    const std::lock_guard lock(mutex_);
    remove();
    groups_.push_back(std::move(group));
  }

 private:
  void remove() {
    groups_.remove_if([](ControlGroup& group) { return group.remove(); });
  }

  std::mutex mutex_;
  std::list<ControlGroup> groups_;
};

}  // namespace

ControlGroup::~ControlGroup() {
  if (folders_.empty()) return;
  entries_.clear();
  if (!remove()) Leftovers::all().add(std::move(*this));
}

bool ControlGroup::remove() {
  kill();
  std::erase_if(folders_, [](const fs::path& folder) { return rmdir(folder.c_str()) == 0 || errno == ENOENT; });
  return folders_.empty();
}

// ---------------------------------------------------------------------------------------------------------------------

Entrance::Entrance(const Confinement& confinement, const fs::path& directory, std::vector<std::string>& command,
                   std::vector<std::string>& environment)
    : is_wrapped_(bubblewrap().works), group_(ControlGroup::make(confinement)) {
  const std::vector<fs::path> programs = files_of_program(command.front());
  std::vector<fs::path> all = confinement.readable;
  all.insert(all.end(), programs.begin(), programs.end());
  std::optional<uid_t> user = own_user();
  if (user && !can_be_read_by_others(all, /*on_the_way=*/!is_wrapped_)) user.reset();
  if (user) {
    for (const fs::path& folder : confinement.writable) give(folder, *user);
    tasks_ = confinement.tasks;
  }
  const bool has_own_tmp = is_wrapped_ && bubblewrap().has_size;
  if (!has_own_tmp && !confinement.writable.empty()) {
    set_variable(environment, "TMPDIR", confinement.writable.front().string());
  }
  if (is_wrapped_) {
    std::vector<std::string> words = bubblewrap_command(confinement, directory, bubblewrap(), user, programs);
    words.insert(words.end(), command.begin(), command.end());
    command = std::move(words);
    return;
  }
  user_ = user;
  namespaces_ = bare_namespaces();
  if (has_landlock()) landlock_ = ruleset_for(confinement, programs);
}

bool Entrance::enter() const {
  if (group_) group_->join();
  if (tasks_) {
    const rlimit tasks{static_cast<rlim_t>(*tasks_), static_cast<rlim_t>(*tasks_)};
    setrlimit(RLIMIT_NPROC, &tasks);
  }
  if (namespaces_ != 0) {
    const uid_t user = geteuid();
    if (unshare(namespaces_) != 0) return false;
    if ((namespaces_ & CLONE_NEWUSER) != 0) {
      std::array<char, 64> map{};
      std::snprintf(map.data(), map.size(), "%u %u 1", user, user);
      write_text("/proc/self/uid_map", map.data());
    }
  }
  if (user_ && !become(*user_)) return false;
  // Becoming another user takes back the wish to end with the parent.
  if (user_) prctl(PR_SET_PDEATHSIG, SIGKILL);
  return landlock_.get() < 0 || restrict_self(landlock_);
}

}  // namespace process
