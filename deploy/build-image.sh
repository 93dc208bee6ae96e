#!/bin/bash
# Makes a container image of the packages of deploy/build-deb.sh, as root, in a minute: rollcall-image.tar beside
# them, for `podman load` and `docker load`.
#
#   deploy/build-image.sh [SYSTEM]    bookworm, trixie or noble; this machine's release by default
#
# The same packages, and the same ones of Debian's, give the same image.
set -euo pipefail
cd "$(dirname "$0")/.."
. deploy/lib/prerequisites.sh
. deploy/lib/services.sh

[ "$(id -u)" = 0 ] || fail "run as root, which makes the system and enters it."
use_cgroup2 "$@"
require_packages "${IMAGE_PACKAGES[@]}"
system=${1:-$(. /etc/os-release && echo "$VERSION_CODENAME")}
packages=.build/packages/$system
ls "$packages"/rollcall-server_*.deb >/dev/null 2>&1 || fail "run deploy/build-deb.sh first: there are no packages of $system."

make_root "$system" "$system-plain"
rm -f "$packages/rollcall-image.tar"
tar -C ".build/systems/$system-plain" -c . | "${PODMAN[@]}" import --quiet - rollcall-base >/dev/null
version=$(dpkg-deb --field "$packages"/rollcall-server_*.deb Version | tr -c '[:alnum:].\n' -)
"${PODMAN[@]}" build --quiet --isolation chroot --layers=false --timestamp "$(git log -1 --format=%ct)" \
    --build-arg BASE=rollcall-base --tag "rollcall:$version" --tag rollcall:latest --file deploy/Containerfile \
    "$packages" >/dev/null
"${PODMAN[@]}" save --quiet --format docker-archive --output "$packages/rollcall-image.tar" \
    "rollcall:$version" rollcall:latest
"${PODMAN[@]}" rmi --force --all >/dev/null
ls -l "$packages/rollcall-image.tar"
