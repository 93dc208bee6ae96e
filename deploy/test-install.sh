#!/bin/bash
# Installs the packages of deploy/build-deb.sh on a fresh system, in a container that boots, and tries what an
# operator relies on: the main job, a reboot, processes that are killed or hang, a full disk, an upgrade under load
# and the way back, the purge. As root; three minutes for each system.
#
#   deploy/test-install.sh [bookworm] [trixie] [noble]   this machine's release by default; makes the packages
#                                                        first, if there are none
#
# Where a release was tagged before this commit, its packages are made, too, and upgraded at the end.
#
# The container has no network of this machine, and lies in .build/packages/SYSTEM/container with its journal.
set -euo pipefail
cd "$(dirname "$0")/.."
. deploy/lib/prerequisites.sh
. deploy/lib/services.sh

[ "$(id -u)" = 0 ] || fail "run as root, which makes the system and boots it."
if [ $# -gt 1 ]; then
    for system in "$@"; do deploy/test-install.sh "$system"; done
    exit
fi
use_cgroup2 "$@"
require_packages "${BOOT_PACKAGES[@]}"
here=$(. /etc/os-release && echo "$VERSION_CODENAME")
system=${1:-$here}
packages=$PWD/.build/packages/$system
container=$packages/container
home=$container/home/ann
container_command=(systemd-nspawn --quiet --register=no --keep-unit --machine=rollcall --directory="$container")
units=(rollcall-auth rollcall-profile rollcall-presence)

step() { printf '\n==> %s\n' "$*"; }

# inside COMMAND…: in the container, as root.
inside() {
    nsenter --target "$leader" --mount --uts --ipc --net --pid --cgroup --root --wd \
        env -i HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@"
}

# as_ann COMMAND…: in the container, as somebody with no rights.
as_ann() { inside runuser -u ann -- env HOME=/home/ann "$@"; }

is_up() {
    leader=$(pgrep --parent "$nspawn") && inside systemctl is-system-running 2>/dev/null | grep -qx running
}

is_healthy() {
    inside rollcall status >/dev/null 2>&1 && [ "$(inside systemctl is-active "${units[@]}" | sort -u)" = active ]
}

boot() {
    "${container_command[@]}" --boot --private-network --console=pipe </dev/null >>"$packages/boot.log" 2>&1 &
    nspawn=$!
    wait_for "the system of the container" is_up
}

shut_down() {
    kill -TERM "$nspawn" 2>/dev/null || return 0
    wait "$nspawn" || true
}

main_pid() { inside systemctl show --property MainPID --value "$1"; }

# has_restarted UNIT PID: whether another process than that serves.
has_restarted() {
    local pid
    pid=$(main_pid "$1") && [ "$pid" != 0 ] && [ "$pid" != "$2" ] && is_healthy
}

# ann_joins: what later steps look for.
ann_joins() {
    as_ann rollcall sign-up --email ann@example.org --name ann --password-file /home/ann/password >/dev/null
    as_ann rollcall photo set /packages/quickstart-photo.jpg >/dev/null
    before=$(photo)
}

photo() { as_ann rollcall photo get ann - | sha256sum; }

ann_is_there() {
    expect_out "the session goes on" ann@example.org as_ann rollcall whoami
    [ "$(photo)" = "$before" ] || fail "the photo is another."
}

# expect_out WHAT TEXT COMMAND…: the command's output has the text.
expect_out() {
    local what=$1 text=$2 output
    shift 2
    output=$("$@" 2>&1) || fail "$what: \`$*\` failed: $output"
    grep -qF -- "$text" <<<"$output" || fail "$what: \`$*\` does not say \"$text\", but: $output"
    echo "$what"
}

step "A fresh system"
[ "$system" != "$here" ] || build=--here
ls "$packages"/rollcall-server_*.deb >/dev/null 2>&1 || deploy/build-deb.sh "${build:-$system}"
# Of 0.1 no upgrade is promised.
release=$(git describe --tags --abbrev=0 --match 'v*' --exclude 'v0.1.*' HEAD^ 2>/dev/null) || release=
if [ -n "$release" ] && [ ! -e "$packages-$release" ]; then
    rm -rf .build/last-release
    git clone -q --branch "$release" . .build/last-release
    .build/last-release/deploy/build-deb.sh "${build:-$system}"
    mv ".build/last-release/.build/packages/$system" "$packages-$release"
fi
# Builds (deploy/systems.sh) are made in another one: this one stays plain.
make_root "$system" "$system-plain"
rm -rf "$container" "$packages/boot.log"
cp -a ".build/systems/$system-plain" "$container"
install -d "$container/packages/release"
[ -z "$release" ] || cp "$packages-$release"/rollcall-{server,cli}_*.deb "$container/packages/release/"
cp "$packages"/rollcall-{server,cli}_*.deb deploy/quickstart-photo.jpg "$container/packages/"
# What a plain system has; and, as there is no network later, what the packages need, without installing it.
"${container_command[@]}" --resolv-conf=copy-host --as-pid2 --pipe bash -euc '
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends systemd-sysv dbus >/dev/null
    apt-get install -y -qq --no-install-recommends --download-only /packages/*.deb >/dev/null
    ! ls /packages/release/*.deb 2>/dev/null \
        || apt-get install -y -qq --no-install-recommends --download-only /packages/release/*.deb >/dev/null
    useradd --create-home ann' </dev/null >"$packages/boot.log" 2>&1 \
    || fail "apt-get failed: see $packages/boot.log."
nspawn=
trap shut_down EXIT
boot

step "Install"
started=$SECONDS
inside bash -c 'apt-get install -y -qq --no-install-recommends /packages/*.deb' >"$packages/install.log" 2>&1 \
    || fail "apt-get install failed: see $packages/install.log."
wait_for "rollcall status, without a trouble," is_healthy
echo "installed and healthy in $((SECONDS - started)) s:"
inside rollcall status
[ "$(inside systemctl is-enabled "${units[@]}" | sort -u)" = enabled ] || fail "a unit does not start at boot."
inside systemctl enable --quiet --now rollcall-web
units+=(rollcall-web)
expect_out "rollcall status shows the door" "web at unix:/run/rollcall-web/socket: answers calls" inside rollcall status
inside systemctl stop rollcall-web
expect_out "the doctor misses the door" "Web: could not connect" inside bash -c 'rollcall doctor || [ $? = 7 ]'
inside systemctl start rollcall-web
inside systemctl disable --quiet --now rollcall-presence
found=$(inside bash -c 'rollcall doctor || [ $? = 7 ]')
! grep "Presence: " <<<"$found" || fail "the doctor misses a service that is off."
inside systemctl enable --quiet --now rollcall-presence
expect_out "the door has pages" 'action="/sign-in"' inside bash -c '
    exec 3<>/dev/tcp/127.0.0.1/4713
    printf "GET /sign-in HTTP/1.0\r\nHost: 127.0.0.1:4713\r\n\r\n" >&3
    cat <&3'
for file in man/man1/rollcall.1.gz man/man8/rollcall-auth.8.gz bash-completion/completions/rollcall \
    zsh/vendor-completions/_rollcall fish/vendor_completions.d/rollcall.fish doc/rollcall/README.md; do
    [ -s "$container/usr/share/$file" ] || fail "/usr/share/$file is missing."
done

step "The main job"
head -c 18 /dev/urandom | base64 >"$home/password"
chmod 644 "$home/password"
ann_joins
expect_out "ann is signed in" ann@example.org as_ann rollcall whoami
expect_out "root is the operator" ann@example.org inside rollcall admin user show ann
expect_out "her name is taken" "These are free: " \
    as_ann env XDG_STATE_HOME=/home/ann/nobody bash -c 'rollcall name check ann 2>&1 || [ $? = 5 ]'
# What phones make, as libheif may have its decoders apart. The first byte of the sample is the fuzzers'.
tail --bytes +2 Tests/Fuzz/Corpus/decoders/turned-1-heic | inside rollcall-photo prepare >"$packages/photo.jpg" \
    || fail "photos in HEIC cannot be read."
echo "photos in HEIC are read"

step "The configuration"
conf=$container/etc/rollcall/auth.conf
sed -i 's/^#log-level = .*/log-level = debug/' "$conf"
inside systemctl reload rollcall-auth
has_taken_up() { inside journalctl --unit rollcall-auth --output cat | grep -qF "taken.up=$1"; }
wait_for "the log of what is taken up" has_taken_up log-level
echo "a change is taken up"
lines=$(wc -l <"$conf")
echo "session-days = none" >>"$conf"
! inside systemctl reload rollcall-auth 2>/dev/null || fail "a mistake was taken up."
expect_out "a mistake is named with its line" "/etc/rollcall/auth.conf:$((lines + 1)): " \
    inside journalctl --unit rollcall-auth --output cat
sed -i '$d' "$conf"
expect_out "the doctor misses a backup" "there is no backup in /var/backups/rollcall" \
    inside bash -c 'rollcall doctor || [ $? = 7 ]'

# A key that is root's alone.
inside bash -euc '
    mkdir /etc/rollcall/tls /etc/systemd/system/rollcall-auth.service.d
    printf "[Service]\nLoadCredential=auth.key:/etc/rollcall/tls/auth.key\n" \
        >/etc/systemd/system/rollcall-auth.service.d/tls.conf
    systemctl daemon-reload'
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=auth \
    -addext subjectAltName=IP:127.0.0.1 -out "$container/etc/rollcall/tls/auth.pem" \
    -keyout "$container/etc/rollcall/tls/auth.key" 2>/dev/null
cp "$conf" "$conf.before"
cat >>"$conf" <<'END'
listen = tls:127.0.0.1:4720
tls-certificate = /etc/rollcall/tls/auth.pem
tls-key = ${CREDENTIALS_DIRECTORY}/auth.key
END
inside systemctl restart rollcall-auth
over_tls() { inside rollcall status auth --auth tls:127.0.0.1:4720 --tls-ca /etc/rollcall/tls/auth.pem; }
wait_for "Auth over TLS" over_tls >/dev/null
sed -i 's/^log-level = .*/log-level = info/' "$conf"
inside systemctl reload rollcall-auth
wait_for "a reload beside a credential" eval '[ "$(inside journalctl --unit rollcall-auth --output cat | grep -cF taken.up=log-level)" = 2 ]'
echo "a key by LoadCredential= serves TLS, and a reload works"
mv "$conf.before" "$conf"
rm -r "$container/etc/systemd/system/rollcall-auth.service.d" "$container/etc/rollcall/tls"
inside bash -c 'systemctl daemon-reload && systemctl restart rollcall-auth'
wait_for "rollcall status, without a trouble," is_healthy

step "A backup"
inside systemctl start rollcall-backup.service || fail "no backup was made: $(inside journalctl -u rollcall-backup)"
expect_out "the backup is sound" "is sound: Auth 1 users, Profile 1 users" inside rollcall backup verify /var/backups/rollcall
[ "$(inside systemctl is-enabled rollcall-backup.timer)" = disabled ] || fail "backups are made without being asked for."

step "A reboot"
inside systemctl reboot
# What nspawn ends with for a system that reboots.
status=0
wait "$nspawn" || status=$?
[ "$status" = 133 ] || fail "the container ended with $status in place of a reboot."
boot
wait_for "rollcall status, without a trouble," is_healthy
ann_is_there

step "Processes that are killed, and one that hangs"
for unit in "${units[@]}"; do
    pid=$(main_pid "$unit")
    inside kill -KILL "$pid"
    wait_for "$unit after kill -9" has_restarted "$unit" "$pid"
    echo "$unit was killed, and is back"
done
pid=$(main_pid rollcall-presence)
inside kill -STOP "$pid"
WAIT_SECONDS=120 wait_for "rollcall-presence after a hang" has_restarted rollcall-presence "$pid"
echo "rollcall-presence hung, and was started again"
expect_out "the session goes on" ann@example.org as_ann rollcall whoami

step "A full disk"
# A small one for Profile.
inside bash -euc '
    cd /var/lib
    systemctl stop rollcall-profile
    cp -a rollcall-profile /var/tmp/
    mount -t tmpfs -o size=32M tmpfs rollcall-profile
    cp -aT /var/tmp/rollcall-profile rollcall-profile
    systemctl start rollcall-profile'
wait_for "rollcall status, without a trouble," is_healthy
pid=$(main_pid rollcall-profile)
as_ann rollcall profile set --bio "full 0" >/dev/null
inside bash -c '! cat /dev/zero >/var/lib/rollcall-profile/fill 2>/dev/null'
# What the database has room for is still written.
written=0
while refusal=$(as_ann rollcall profile set --bio "full $((written + 1))" 2>&1); do
    written=$((written + 1))
    [ "$written" -lt 200 ] || fail "writes are acknowledged on a full disk."
    sleep 0.5
done
echo "after $written writes: $refusal"
wait_for "what rollcall status says of a full disk" eval '! is_healthy'
for command in status doctor; do
    expect_out "rollcall $command says why" "disk" inside bash -c "rollcall $command || [ \$? = 7 ]"
done
inside rm /var/lib/rollcall-profile/fill
wait_for "rollcall status, without a trouble," is_healthy
[ "$(main_pid rollcall-profile)" = "$pid" ] || fail "Profile was started again."
expect_out "with room it goes on, and has what it acknowledged" "\"bio\":\"full $written\"" \
    as_ann rollcall profile show ann --json
as_ann rollcall profile set --bio "room again" >/dev/null
inside bash -euc '
    cd /var/lib
    systemctl stop rollcall-profile
    cp -a rollcall-profile /var/tmp/
    umount rollcall-profile
    cp -aT /var/tmp/rollcall-profile rollcall-profile
    rm -r /var/tmp/rollcall-profile
    systemctl start rollcall-profile'
wait_for "rollcall status, without a trouble," is_healthy

step "An upgrade under load"
# The same programs with the next version's number, and another option in a file of the configuration, which an
# operator has changed, too.
rm -rf "$packages/next"
for package in server cli; do
    dpkg-deb -R "$packages"/rollcall-${package}_*.deb "$packages/next"
    version=$(sed -n 's/^Version: //p' "$packages/next/DEBIAN/control").1
    sed -i "s/^Version: .*/Version: $version/" "$packages/next/DEBIAN/control"
    [ $package = cli ] || echo "#new = 1" >>"$packages/next/usr/share/rollcall-server/auth.conf"
    dpkg-deb -Znone -b "$packages/next" "$container/packages/next-$package.deb" >/dev/null
    rm -rf "$packages/next"
done
sed -i 's/^#*log-level = .*/log-level = notice/' "$conf"
# Calls to each service, one after the other; one that fails is tried again twice, a second apart. The last
# write that was acknowledged is kept.
cat >"$home/load" <<'END'
call() {
    local try
    for try in 1 2 3; do
        if rollcall "$@" >/dev/null 2>>errors; then return; fi
        echo "$*" >>failed
        sleep 1
    done
    echo "$*" >>lost
    return 1
}
for ((n = 1; ; n++)); do
    [ ! -e stop ] || exit 0
    if call profile set --bio "$n"; then echo "$n" >acknowledged; fi
    call whoami
    call presence get ann
    # So that no limit is reached.
    sleep 0.5
done
END
as_ann bash -c 'cd && exec bash load' &
load=$!
has_written() { [ "0$(cat "$home/acknowledged" 2>/dev/null)" -gt "$1" ]; }
wait_for "the load" has_written 5
# As the page says.
rehearsal=$(sed -n '/^## Upgrade/,/^## Install from/ { /^   next=/,/^   rm/p }' deploy/install.md)
expect_out "the upgrade is rehearsed" "start this program uses them as they are. On a copy" \
    inside bash -ec "cd /packages; ${rehearsal/rollcall-server_\*/next-server}"
[ -z "$(ls "$container/opt")" ] || fail "the rehearsal leaves something in /opt."
declare -A pids
for unit in "${units[@]}"; do pids[$unit]=$(main_pid "$unit"); done
inside bash -c 'apt-get install -y -qq /packages/next-*.deb' >>"$packages/install.log" 2>&1 \
    || fail "the upgrade failed: see $packages/install.log."
grep -qx "log-level = notice" "$conf" || fail "the upgrade has changed a file of the configuration."
expect_out "the next version is installed" "$version" inside dpkg-query -W rollcall-server
for unit in "${units[@]}"; do
    wait_for "$unit after the upgrade" has_restarted "$unit" "${pids[$unit]}"
done
wait_for "the load after the upgrade" has_written "0$(cat "$home/acknowledged")"
touch "$home/stop"
wait "$load"
[ ! -e "$home/lost" ] || fail "calls failed for good: $(sort "$home/errors" | uniq -c)"
touch "$home/failed"
acknowledged=$(cat "$home/acknowledged")
expect_out "of $acknowledged writes the last acknowledged is there; $(wc -l <"$home/failed") calls were repeated" \
    "\"bio\":\"$acknowledged\"" as_ann rollcall profile show ann --json
ann_is_there

step "The way back"
inside bash -c 'apt-get install -y -qq --allow-downgrades /packages/rollcall-*.deb' >>"$packages/install.log" 2>&1 \
    || fail "the way back failed: see $packages/install.log."
expect_out "the version before is installed" "${version%.1}" inside dpkg-query -W rollcall-server
wait_for "rollcall status, without a trouble," is_healthy
ann_is_there
expect_out "the last acknowledged write is there" "\"bio\":\"$acknowledged\"" as_ann rollcall profile show ann --json

step "Purge"
inside apt-get purge -y -qq rollcall-server rollcall-cli >"$packages/purge.log" 2>&1 \
    || fail "the purge failed: see $packages/purge.log."
expect_out "it names what it leaves" "rm -r /var/lib/rollcall-auth /var/lib/rollcall-profile /var/lib/rollcall-presence /var/backups/rollcall" \
    cat "$packages/purge.log"
left=$(cd "$container" && find . -xdev \( -path ./proc -o -path ./sys -o -path ./packages -o -path ./home \
    -o -path ./var/log/journal -o -path ./var/cache/apt -o -path ./tmp \) -prune -o -name '*rollcall*' -prune -print | sort | xargs)
[ "$left" = "./var/backups/rollcall ./var/lib/rollcall-auth ./var/lib/rollcall-presence ./var/lib/rollcall-profile" ] \
    || fail "the purge leaves $left."
! inside pgrep -l rollcall || fail "processes are left."
[ -s "$container/var/lib/rollcall-auth/auth.sqlite" ] || fail "the purge has deleted accounts."
echo "nothing else is left"

if [ -n "$release" ]; then
    step "An upgrade from $release"
    unset 'units[3]' # the door
    # Of ann's home the session, which an earlier version need not read.
    inside bash -euc '
        rm -r /var/lib/rollcall-* /var/backups/rollcall /home/ann/.local
        apt-get install -y -qq --no-install-recommends /packages/release/*.deb' >>"$packages/install.log" 2>&1 \
        || fail "$release was not installed: see $packages/install.log."
    wait_for "rollcall status, without a trouble," is_healthy
    ann_joins
    # Between releases a commit's version is that of the last one, and older by its suffix.
    inside bash -c 'apt-get install -y -qq --no-install-recommends --allow-downgrades /packages/rollcall-*.deb' \
        >>"$packages/install.log" 2>&1 || fail "the upgrade failed: see $packages/install.log."
    wait_for "rollcall status, without a trouble," is_healthy
    ann_is_there
fi
printf '\nThe packages of %s do what they should.\n' "$system"
