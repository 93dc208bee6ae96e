#!/bin/bash
# Makes the Debian packages rollcall-server and rollcall-cli, and those of their symbols, in
# .build/packages/SYSTEM.
#
#   deploy/build-deb.sh --here                       for the system of this machine
#   deploy/build-deb.sh [bookworm] [trixie] [noble]  each in a root of its own (deploy/systems.sh), as root;
#                                                    all of them by default
#
# A commit gives the same packages, byte for byte, wherever and whenever they are made: every date is that of the
# commit, and the maintainer its author, unless DEBFULLNAME and DEBEMAIL name another.
#
# Of the commit with the tag v0.2.0 the version is 0.2.0. Before that tag it names the commit, and each is newer than
# the one before it and older than the release: 0.2.0~git20261231.235959.0123abcd.
set -euo pipefail
cd "$(dirname "$0")/.."
. deploy/lib/prerequisites.sh

# Every date in the packages, the maintainer, and their version. A root has no git to ask.
export SOURCE_DATE_EPOCH DEBFULLNAME DEBEMAIL ROLLCALL_VERSION
: "${SOURCE_DATE_EPOCH:=$(git log -1 --format=%ct)}"
: "${DEBFULLNAME:=$(git log -1 --format=%an)}" "${DEBEMAIL:=$(git log -1 --format=%ae)}"
if [ -z "${ROLLCALL_VERSION:-}" ]; then
    ROLLCALL_VERSION=$(sed -n 's/.*current = "\(.*\)"/\1/p' Sources/contract/API/ProgramVersion.swift)
    git describe --exact-match --tags --match "v$ROLLCALL_VERSION" >/dev/null 2>&1 \
        || ROLLCALL_VERSION+=$(TZ=UTC git log -1 --date=format-local:%Y%m%d.%H%M%S --format="~git%cd.%h" --abbrev=8)
    git diff --quiet HEAD || ROLLCALL_VERSION+=.changed
fi

if [ "${1:-}" != --here ]; then
    [ $# -gt 0 ] || set -- bookworm trixie noble
    ROLLCALL_SYSTEM_COMMAND="$(printf '%s=%q ' SOURCE_DATE_EPOCH "$SOURCE_DATE_EPOCH" DEBFULLNAME "$DEBFULLNAME" \
        DEBEMAIL "$DEBEMAIL" ROLLCALL_VERSION "$ROLLCALL_VERSION") deploy/build-deb.sh --here" deploy/systems.sh "$@"
    for system in "$@"; do
        rm -rf ".build/packages/$system"
        mkdir -p ".build/packages/$system"
        cp ".build/systems/$system/src/.build/packages/$system/"*deb ".build/packages/$system/"
    done
    exit
fi

require_packages "${BUILD_PACKAGES[@]}" "${PACKING_PACKAGES[@]}" python3
require_swift
require_disk 4000
. /etc/os-release
packages=$PWD/.build/packages/$VERSION_CODENAME
work=$packages/work
# In the order of the releases: deb12, deb13, ubuntu24.04.
version=$ROLLCALL_VERSION+${ID/debian/deb}$VERSION_ID

rm -rf "$packages"
mkdir -p "$work"/{bin,lib,man,completions/{bash,zsh,fish},licenses}

# Of Swift's libraries inside of the programs, ICU has most of the bytes. The daemons share one copy: clang then
# looks for libraries here first.
cp "$(swift_root)/usr/lib/swift/linux/lib_FoundationICU.so" "$work/lib/"
echo "Building (the first time takes some minutes) …"
for program in "${PROGRAMS[@]}"; do
    case $program in
        rollcall | rollcall-photo)
            swift build "${RELEASE_BUILD[@]}" --quiet --product "$program"
            ;;
        *)
            CCC_OVERRIDE_OPTIONS="#^-L$work/lib +-Wno-unused-command-line-argument" swift build "${RELEASE_BUILD[@]}" \
                -Xlinker -rpath=/usr/lib/rollcall-server --quiet --product "$program"
            ;;
    esac
    cp "$(swift build "${RELEASE_BUILD[@]}" --show-bin-path)/$program" "$work/bin/"
done
deploy/tested-versions.sh

generator=(swift build --package-path .build/checkouts/swift-argument-parser --scratch-path .build/packages/manual
    -c release --product generate-manual)
"${generator[@]}" --quiet
manual=$("${generator[@]}" --show-bin-path)/generate-manual
date=$(date --utc --date "@$SOURCE_DATE_EPOCH" +%F)
for program in "${PROGRAMS[@]}"; do
    # It is no command for people.
    [ "$program" != rollcall-photo ] || continue
    section=8
    [ "$program" != rollcall ] || section=1
    (
        export LD_LIBRARY_PATH=$work/lib
        "$manual" "$work/bin/$program" --section $section --date "$date" --output-directory "$work/man" >/dev/null
        # Without the first line, which names a shell: the file is read by one.
        "$work/bin/$program" --generate-completion-script bash | sed 1d >"$work/completions/bash/$program"
        "$work/bin/$program" --generate-completion-script zsh >"$work/completions/zsh/_$program"
        "$work/bin/$program" --generate-completion-script fish >"$work/completions/fish/$program.fish"
    )
done
# Its paragraphs are empty lines, of which man complains.
sed -i 's/^$/.Pp/' "$work"/man/*

# What is inside of the programs, and its terms.
while read -r name _; do
    for file in LICENSE NOTICE; do
        [ ! -e ".build/checkouts/$name/$file.txt" ] \
            || cp ".build/checkouts/$name/$file.txt" "$work/licenses/$name-$file.txt"
    done
done <deploy/tested-versions
cp "$(swift_root)/usr/share/swift/LICENSE.txt" "$work/licenses/swift-LICENSE.txt"
cp /usr/share/doc/libhiredis-dev/copyright "$work/licenses/hiredis"

mkdir "$work/deploy"
cp -r deploy/*.md deploy/{compose.yml,config,grafana,nginx,prometheus,systemd} "$work/deploy/"
cp -r deploy/debian "$work/"
awk '/^Maintainer: / { $0 = "Maintainer: " ENVIRON["DEBFULLNAME"] " <" ENVIRON["DEBEMAIL"] ">" } { print }' \
    deploy/debian/control >"$work/debian/control"
cp deploy/systemd/rollcall.sysusers "$work/debian/rollcall-server.sysusers"
for unit in deploy/systemd/*.{service,timer}; do
    package=rollcall-server
    # Of the program that it runs.
    [[ $unit != */rollcall-@(backup|standby).* ]] || package=rollcall-cli
    cp "$unit" "$work/debian/$package.$(basename "$unit")"
done
cat >"$work/debian/changelog" <<END
rollcall ($version) $VERSION_CODENAME; urgency=medium

  * What has changed: /usr/share/doc/rollcall/CHANGELOG.md

 -- $DEBFULLNAME <$DEBEMAIL>  $(date --utc --rfc-email --date "@$SOURCE_DATE_EPOCH")
END
(cd "$work" && dpkg-buildpackage --build=binary --no-sign)
lintian --allow-root --fail-on error "$packages"/*.changes
size=$(stat --format %s "$packages"/rollcall-server_*.deb)
[ "$size" -le 50000000 ] || fail "rollcall-server has $size bytes: more than 50 MB."
ls -l "$packages"/*deb
