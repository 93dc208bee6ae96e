#ifndef ROLLCALL_CSPAWN_SHIM_H
#define ROLLCALL_CSPAWN_SHIM_H

// What Swift's module of glibc leaves out: functions of GNU's alone.
#include <spawn.h>

int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);
int pipe2(int ends[2], int flags);

#endif
