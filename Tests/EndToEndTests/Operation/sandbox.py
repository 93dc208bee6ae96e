"""sandbox.py UNIT UID PROGRAM ARGUMENT...: runs a program as a user, with the system calls and the
priority that a systemd unit leaves to its service."""

import ctypes
import errno
import os
import resource
import subprocess
import sys


def settings(unit, key):
    with open(unit) as lines:
        return [line.split("=", 1)[1].strip() for line in lines if line.startswith(key + "=")]


def members(name):
    """The system calls of a group, or the one that is named (systemd.exec(5))."""
    if not name.startswith("@"):
        return {name}
    listed = subprocess.run(
        ["systemd-analyze", "syscall-filter", name], check=True, capture_output=True, text=True)
    names = [line.strip() for line in listed.stdout.splitlines()[1:]]
    return set().union(*(members(each) for each in names if each and not each.startswith("#")))


def allowed(unit):
    calls = members("@default")
    for line in settings(unit, "SystemCallFilter"):
        named = set().union(*(members(each) for each in line.lstrip("~").split()))
        calls = calls - named if line.startswith("~") else calls | named
    return calls


def confine(calls):
    seccomp = ctypes.CDLL("libseccomp.so.2")
    seccomp.seccomp_init.restype = ctypes.c_void_p
    refuse, allow = 0x00050000 | errno.EPERM, 0x7FFF0000
    context = ctypes.c_void_p(seccomp.seccomp_init(refuse))
    for call in calls:
        number = seccomp.seccomp_syscall_resolve_name(call.encode())
        if number >= 0:
            seccomp.seccomp_rule_add(context, allow, number, 0)
    if seccomp.seccomp_load(context) != 0:
        sys.exit("the filter cannot be loaded")


def let_be_nice(user, least):
    """Becomes the user, who may lower the nice value of a thread as far as that."""
    limit = 20 - least
    try:
        resource.setrlimit(resource.RLIMIT_NICE, (limit, limit))
        return become(user)
    except ValueError:
        pass  # A container's root may not: the capability has to stand for the limit.
    libc, sys_nice = ctypes.CDLL(None, use_errno=True), 23
    libc.prctl(8, 1, 0, 0, 0)  # PR_SET_KEEPCAPS
    become(user)
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    sets = (ctypes.c_uint32 * 6)(*([1 << sys_nice] * 3 + [0] * 3))
    ambient = libc.capset(header, sets) == 0 and libc.prctl(47, 2, sys_nice, 0, 0) == 0
    if not ambient:
        sys.exit("neither the limit nor the capability can be had")


def become(user):
    os.setgroups([])
    os.setgid(user)
    os.setuid(user)


unit, user, command = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
calls = allowed(unit)
nice = settings(unit, "LimitNICE")
if nice:
    let_be_nice(user, int(nice[-1]))
else:
    become(user)
confine(calls)
os.execv(command[0], command)
