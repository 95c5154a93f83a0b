/* Loaded before the C library (LD_PRELOAD): lets syncs fail as a broken disk does. $FAIL_SYNC is a folder; a file `once`
   in it makes the next sync fail, a file `always` every sync. What was written stays where it was written. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static int fails(void) {
  const char *folder = getenv("FAIL_SYNC");
  char once[4096], always[4096];
  if (!folder) return 0;
  snprintf(once, sizeof once, "%s/once", folder);
  snprintf(always, sizeof always, "%s/always", folder);
  if (access(always, F_OK) != 0 && unlink(once) != 0) return 0;
  errno = EIO;
  return 1;
}

int fsync(int file) { return fails() ? -1 : (int)syscall(SYS_fsync, file); }
int fdatasync(int file) { return fails() ? -1 : (int)syscall(SYS_fdatasync, file); }
