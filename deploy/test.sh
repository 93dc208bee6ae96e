#!/bin/bash
# Installs what the tests need and is missing, builds everything and runs every test.
#
#   deploy/test.sh               all of it
#   deploy/test.sh --filter X    what `swift test --filter X` runs
#
# With ROLLCALL_WEB=1 photos are read through nginx, too, which is installed then, and every page is
# looked at in more ways. ROLLCALL_TEST_BUILD has more arguments for `swift build`.
set -euo pipefail
cd "$(dirname "$0")/.."
. deploy/lib/prerequisites.sh
. deploy/lib/tests.sh

require_packages "${TEST_PACKAGES[@]}"
[ -z "${ROLLCALL_WEB:-}" ] || require_packages "${WEB_PACKAGES[@]}"
require_swift
require_disk 6000
require_python_peers
require_connect
require_browser
require_object_store
require_valkey
require_camera_photos
require_prometheus

# A target imports only what the manifest says that it imports; warnings are errors.
read -ra flags <<<"${ROLLCALL_TEST_BUILD:-}"
swift build --build-tests --explicit-target-dependency-import-check error "${flags[@]}"
deploy/tested-versions.sh
if ! run_tests "$@"; then
    # Once more, where it is read.
    deploy/tested-versions.sh
    exit 1
fi

# The generator is a package of its own, so that nobody who uses Rollcall builds it.
if [ $# = 0 ]; then swift test --package-path proto/generator; fi
