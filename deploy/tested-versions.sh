#!/bin/bash
# Compares the versions of Swift packages that a build has resolved with those that were tested, which
# stand in deploy/tested-versions.
#
#   deploy/tested-versions.sh            names the differences, and succeeds all the same
#   deploy/tested-versions.sh --update   writes the versions of this build to the file: to be done, and
#                                        committed, once all tests have passed with them
#
# The manifest has ranges, and Package.resolved is not kept: the libraries are products, and a package
# that uses them resolves one version of each dependency for itself and for them. So a build may meet a
# newer release of a package at any time. That is no failure, since the tests say whether it works. But
# if they fail, a difference named here is the first suspect.
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C

resolved() {
    python3 - <<'END'
import json

with open("Package.resolved") as file:
    for pin in sorted(json.load(file)["pins"], key=lambda pin: pin["identity"]):
        print(pin["identity"], pin["state"].get("version") or pin["state"]["revision"])
END
}

tested=deploy/tested-versions
if [ "${1:-}" = --update ]; then
    resolved > "$tested.new"
    mv "$tested.new" "$tested"
    exit
fi

changes=$(join -a 1 -a 2 -e none -o 0,1.2,2.2 "$tested" <(resolved) | awk '$2 != $3')
[ -n "$changes" ] || exit 0
printf '\n==> NOTICE, other versions than those in %s:\n' "$tested"
while read -r package old new; do
    printf '    %s: %s was tested, %s was built\n' "$package" "$old" "$new"
done <<< "$changes"
