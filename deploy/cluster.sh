#!/bin/bash
# Tries a deployment of two hosts by breaking it, on this machine: see deploy/several-machines.md.
#
#   deploy/cluster.sh --check              the quickstart's job, and each trial once (under eight minutes)
#   deploy/cluster.sh --rounds N [--seed S]   N trials in a random order
#   deploy/cluster.sh --trial NAME         one; may be given several times
#   deploy/cluster.sh --leave-running      a shell in the cluster; it ends with the shell
#   deploy/cluster.sh --replay FILE        the checker alone, on the history of a trial
#   deploy/cluster.sh --checker            tries the checker itself
#
# With --if-possible it is no failure that this machine allows no namespaces: root alone can make them. With
# --keep the records and logs of trials that have passed are kept, too: .build/cluster.
# Hosts are network namespaces, and everything ends with this process: the machine's own network, clock and
# files are not touched. It needs the programs of deploy/quickstart.sh, which it builds if they are missing.
set -euo pipefail
cd "$(dirname "$0")/.."
. deploy/lib/prerequisites.sh

is_needed=true
arguments=()
for argument in "$@"; do
    if [ "$argument" = --if-possible ]; then is_needed=false; else arguments+=("$argument"); fi
done
[ ${#arguments[@]} -gt 0 ] || fail "say what to do: --check, or see the top of deploy/cluster.sh."
case ${arguments[0]} in
    --replay | --checker) exec python3 Tests/Cluster "${arguments[@]}" ;;
esac

namespaces=(unshare --net --mount --pid --fork --kill-child --mount-proc)
if ! "${namespaces[@]}" true 2>/dev/null || [ ! -c /dev/net/tun ]; then
    sentence="this machine allows no namespaces or TAP devices: run it as root, where /dev/net/tun is."
    if $is_needed; then fail "$sentence"; fi
    printf 'cluster.sh: %s The cluster was NOT tried.\n' "$sentence"
    exec python3 Tests/Cluster --checker
fi

require_packages "${CLUSTER_PACKAGES[@]}"
require_swift
require_valkey
require_object_store
for program in "${PROGRAMS[@]}"; do
    swift build "${RELEASE_BUILD[@]}" --quiet --product "$program"
done
bin=$(swift build "${RELEASE_BUILD[@]}" --show-bin-path)

# shellcheck disable=SC2016
exec "${namespaces[@]}" bash -c '
    mount -t tmpfs -o mode=755 tmpfs /run
    mkdir /run/netns
    exec python3 Tests/Cluster --programs "$@"' cluster "$bin" "${arguments[@]}"
