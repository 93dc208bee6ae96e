#!/bin/bash
# Builds and runs the quickstart in a root of each system that is supported, as a stranger would on a fresh
# machine: for releases, as it takes some minutes for each. Run as root.
#
#   deploy/systems.sh [bookworm] [trixie] [noble]     all of them by default
#
# ROLLCALL_SYSTEM_COMMAND is what runs there, in place of the quickstart.
#
# The roots lie in .build/systems, and are made by debootstrap at the first run. Swift is this machine's:
# its directory is mounted there.
set -euo pipefail
cd "$(dirname "$0")/.."
. deploy/lib/prerequisites.sh

require_packages debootstrap
require_swift
require_disk 12000
[ "$(id -u)" = 0 ] || fail "run as root, which makes the systems and enters them."
roots=$PWD/.build/systems
export ROLLCALL_SYSTEM_COMMAND=${ROLLCALL_SYSTEM_COMMAND:-deploy/quickstart.sh --check}
[ $# -gt 0 ] || set -- bookworm trixie noble

# Directories of this machine that stand in for hosts of packages, where git is told of some.
mirrors() {
    git config --get-regexp '^url\..*\.insteadof$' | sed -nE 's|^url\.(/.*)\.insteadof .*|\1|p' | sort -u
}

# run NAME: the command, in a namespace of its own, so that nothing stays mounted.
run() {
    local root=$roots/$1
    mkdir -p "$root/src"
    [ ! -e /etc/gitconfig ] || cp /etc/gitconfig "$root/etc/"
    # The work tree, without what was built.
    git ls-files -z | tar --null -T - -c | tar -x -C "$root/src"
    # shellcheck disable=SC2016,SC2046
    unshare --mount --pid --fork bash -euc '
        root=$1
        mount --make-rprivate /
        mount -t proc proc "$root/proc"
        mount --rbind /dev "$root/dev"
        for directory in "${@:2}"; do
            mkdir -p "$root$directory"
            mount --bind "$directory" "$root$directory"
        done
        exec chroot "$root" /usr/bin/env -i HOME=/root TERM=dumb LANG=C.UTF-8 \
            PATH="$2/usr/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" \
            bash -euc "
                apt-get update -qq
                # What Swift itself needs.
                DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
                    ca-certificates g++ git libc6-dev libcurl4 libncurses6 libsqlite3-0 libxml2 procps tzdata >/dev/null
                cd /src
                $ROLLCALL_SYSTEM_COMMAND"
    ' systems.sh "$root" "$(swift_root)" $(mirrors)
}

for system in "$@"; do
    make_root "$system"
    printf '\n==> %s\n' "$system"
    run "$system" || fail "\`$ROLLCALL_SYSTEM_COMMAND\` failed on $system."
done
echo
echo "\`$ROLLCALL_SYSTEM_COMMAND\` works on $*."
