#!/bin/bash
# Installs what the tests need and is missing, builds everything and runs every test.
#
#   deploy/test.sh               all of it
#   deploy/test.sh --filter X    what `swift test --filter X` runs
set -euo pipefail
cd "$(dirname "$0")/.."
. deploy/lib/prerequisites.sh

require_packages "${TEST_PACKAGES[@]}"
require_swift
require_disk 6000

# A target imports only what the manifest says that it imports; warnings are errors.
swift build --build-tests --explicit-target-dependency-import-check error
# One test at a time: many of them wait for sockets and disks, and would wait for each other too.
swift test --skip-build --no-parallel "$@"

# The generator is a package of its own, so that nobody who uses Rollcall builds it.
if [ $# = 0 ]; then swift test --package-path proto/generator; fi
