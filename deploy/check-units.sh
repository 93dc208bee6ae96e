#!/bin/bash
# Has systemd judge the units as they would be installed, with programs at /usr/bin and, for reload,
# the kill of procps.
set -euo pipefail
cd "$(dirname "$0")/systemd"
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir -p "$root/bin" "$root/usr/bin" "$root/usr/lib/systemd" "$root/etc/systemd/system"
cp -r /usr/lib/systemd/system "$root/usr/lib/systemd/"
cp /bin/true "$root/bin/kill"
cp *.service *.timer "$root/etc/systemd/system/"
for program in rollcall rollcall-{auth,profile,presence,web} env rsync; do cp /bin/true "$root/usr/bin/$program"; done
complaints=$(systemd-analyze verify --man=no --root="$root" *.service *.timer 2>&1) || true
[ -z "$complaints" ] || { echo "$complaints" >&2; exit 1; }
# Whatever is mended after an hour, such as a full disk: systemd has not given up by then.
for unit in *.service; do
    grep -qx 'StartLimitIntervalSec=0' "$unit" || { echo "systemd gives up on $unit" >&2; exit 1; }
done
# 0 is the safest, 10 the least safe; systemctl's own scale counts tenths.
for unit in *.service; do
    # The others are root's, as they read the files of three users; the last one is a client of ssh, too.
    case $unit in
        rollcall-backup.service) limit=12 ;;
        rollcall-standby.service) limit=22 ;;
        *) limit=10 ;;
    esac
    systemd-analyze security --offline=true --threshold=$limit "$unit" | tail -n 1
done
