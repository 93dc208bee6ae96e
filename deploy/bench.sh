#!/bin/bash
# Measures Rollcall and its peers on this machine: one JSON object a line, and a table in
# Tests/Performance/RESULTS.md. Installs and builds what is missing (the first time takes long).
#
#   deploy/bench.sh rpc            the RPC layer, in some seven minutes
#   deploy/bench.sh rpc --quick    fewer and shorter rounds
#   deploy/bench.sh rpc --only N   only the figure N (several times: several), no table
#   deploy/bench.sh allocs         fails when a unary call allocates more than it may
#
# Nothing else should run meanwhile.
set -euo pipefail
cd "$(dirname "$0")/.."
. deploy/lib/prerequisites.sh

suite=${1:-}
[ $# = 0 ] || shift
built=Tests/Performance/.build

build_rollcall() {
    require_packages "${BUILD_PACKAGES[@]}" python3 gcc libc6-dev openssl
    require_swift
    require_disk 3000
    swift build "${RELEASE_BUILD[@]}" --quiet --product rollcall-bench >&2
    ROLLCALL_BENCH=$(swift build "${RELEASE_BUILD[@]}" --show-bin-path)/rollcall-bench
    export ROLLCALL_BENCH
    mkdir -p "$built"
    cc -O2 -Wall -shared -fPIC -o "$built/malloc-count.so" Tests/Performance/driver/malloc-count.c
}

build_peers() {
    require_packages "${PEER_PACKAGES[@]}"
    Tests/Performance/Peers/build.sh grpc-cpp ttrpc grpc-swift >&2
}

case $suite in
    rpc)
        build_rollcall
        build_peers
        python3 Tests/Performance/driver rpc "$@"
        ;;
    allocs)
        build_rollcall
        python3 Tests/Performance/driver rpc --only allocs_server --only allocs_client --check
        ;;
    *) fail "what is to be measured? Try \`deploy/bench.sh rpc\` or \`deploy/bench.sh allocs\`." ;;
esac
