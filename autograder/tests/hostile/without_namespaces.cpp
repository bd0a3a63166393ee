// without-namespaces COMMAND…: runs a command that can make no namespaces and no mounts, as in most containers: the
// calls fail with EPERM.
#include <linux/sched.h>
#include <seccomp.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <initializer_list>

int main(int count, char** arguments) {
  const scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
  bool ok = count > 1 && filter != nullptr;
  for (const int call : {SCMP_SYS(unshare), SCMP_SYS(setns), SCMP_SYS(mount), SCMP_SYS(umount2), SCMP_SYS(pivot_root),
                         SCMP_SYS(chroot), SCMP_SYS(open_tree), SCMP_SYS(fsopen)}) {
    ok = ok && seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), call, 0) == 0;
  }
  for (const scmp_datum_t flag : {CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWIPC}) {
    ok = ok && seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1,
                                SCMP_A0(SCMP_CMP_MASKED_EQ, flag, flag)) == 0;
  }
  // Its flags are behind a pointer; the C library then uses clone.
  ok = ok && seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0) == 0;
  ok = ok && seccomp_load(filter) == 0;
  if (ok) execvp(arguments[1], arguments + 1);
  std::perror("without-namespaces");
  return 127;
}
