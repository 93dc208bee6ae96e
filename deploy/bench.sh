#!/bin/bash
# Measures Rollcall and its peers on this machine: one JSON object a line, and a table in
# Tests/Performance/RESULTS.md. Installs and builds what is missing (the first time takes long).
#
#   deploy/bench.sh rpc            the RPC layer, in some seven minutes
#   deploy/bench.sh auth           accounts and sessions, in some ten minutes
#   deploy/bench.sh storage        reads and durable writes of the services, PostgreSQL and Redis
#                                  beside them, in some ten minutes
#   deploy/bench.sh profile        what apps ask of Profile, and photos, in some nine minutes
#   deploy/bench.sh presence       connections, watches and leases of Presence, Redis's and NATS's subscribers
#                                  beside them, in some eight minutes
#   deploy/bench.sh web            the door for apps and its pages, nginx and PocketBase beside it, in some four
#                                  minutes
#   deploy/bench.sh identity       sign-in by an identity, a code of an app or a passkey, and imports, in some
#                                  three minutes
#   deploy/bench.sh engines        several instances over PostgreSQL and Redis, and the engines alone, in some five
#                                  minutes
#   deploy/bench.sh scaling        what calls do in PostgreSQL and Redis, and what users take there, in some six
#                                  minutes; then `python3 Tests/Performance/capacity --write`
#   deploy/bench.sh app            the library for apps, in some two minutes
#   deploy/bench.sh attack         the daemons under attack from one address, in some twelve minutes;
#                                  fails when known callers are denied service
#   deploy/bench.sh … --quick      fewer and shorter rounds
#   deploy/bench.sh … --only N     only the figure or row N (several times: several), no table
#   deploy/bench.sh allocs         fails when a unary call, or a GetProfile, allocates more than it may
#
# Nothing else should run meanwhile.
set -euo pipefail
cd "$(dirname "$0")/.."
. deploy/lib/prerequisites.sh

suite=${1:-}
[ $# = 0 ] || shift
built=Tests/Performance/.build
# The manifest has rollcall-bench only then: nobody else builds it.
export ROLLCALL_PERFORMANCE=1

# build_rollcall PRODUCT…: and what every suite needs.
build_rollcall() {
    local product
    require_packages "${BUILD_PACKAGES[@]}" python3 gcc libc6-dev openssl
    require_swift
    require_disk 3000
    for product in "$@"; do
        swift build "${RELEASE_BUILD[@]}" --quiet --product "$product" >&2
    done
    ROLLCALL_BENCH=$(swift build "${RELEASE_BUILD[@]}" --show-bin-path)/rollcall-bench
    export ROLLCALL_BENCH
    mkdir -p "$built"
    cc -O2 -Wall -shared -fPIC -o "$built/malloc-count.so" Tests/Performance/driver/malloc-count.c
}

case $suite in
    rpc)
        build_rollcall rollcall-bench
        require_packages "${PEER_PACKAGES[@]}"
        Tests/Performance/Peers/build.sh grpc-cpp ttrpc grpc-swift >&2
        python3 Tests/Performance/driver rpc "$@"
        ;;
    auth)
        build_rollcall rollcall-bench rollcall-auth rollcall-profile rollcall-presence rollcall
        require_packages python3-venv
        # The seeds, one of a million users, and the copies of them.
        require_disk 9000
        Tests/Performance/Peers/build.sh django >&2
        python3 Tests/Performance/driver auth "$@"
        ;;
    identity)
        build_rollcall rollcall-bench rollcall-auth rollcall-profile rollcall-presence rollcall-web rollcall
        require_packages python3-cryptography
        require_disk 2000
        python3 Tests/Performance/driver identity "$@"
        ;;
    storage)
        build_rollcall rollcall-bench rollcall-auth rollcall-profile rollcall-presence
        require_packages postgresql-15 redis-server
        require_disk 6000
        python3 Tests/Performance/driver storage "$@"
        ;;
    engines)
        build_rollcall rollcall-bench rollcall-auth rollcall-profile rollcall-presence
        require_packages postgresql-15 redis-server
        require_disk 6000
        python3 Tests/Performance/driver engines "$@"
        ;;
    scaling)
        build_rollcall rollcall-bench rollcall-auth rollcall-profile rollcall-presence
        require_packages postgresql-15 redis-server
        require_disk 2000
        python3 Tests/Performance/driver scaling "$@"
        ;;
    profile)
        build_rollcall rollcall-bench rollcall-auth rollcall-profile rollcall-presence rollcall-photo
        require_packages nginx-light wrk libvips-tools libjpeg-turbo-progs curl
        cc -O2 -Wall -pthread -o "$built/photo-put" Tests/Performance/Peers/photos/put.c -lsqlite3
        require_disk 6000
        python3 Tests/Performance/driver profile "$@"
        ;;
    presence)
        build_rollcall rollcall-bench rollcall-auth rollcall-profile rollcall-presence
        require_packages redis-server libssl-dev
        [[ " $* " == *" --quick "* ]] || require_packages nats-server
        cc -O2 -Wall -o "$built/crowd" Tests/Performance/Peers/crowd/*.c -lssl -lcrypto
        python3 Tests/Performance/driver presence "$@"
        ;;
    web)
        build_rollcall rollcall-bench rollcall-auth rollcall-profile rollcall-presence rollcall-web
        require_packages nginx-light wrk python3-venv
        Tests/Performance/Peers/build.sh pocketbase >&2
        python3 Tests/Performance/driver web "$@"
        ;;
    app)
        require_swift
        require_disk 1000
        mkdir -p "$built"
        swift build -c release --quiet --package-path Tests/Performance/app-bench \
            --scratch-path "$built/app-bench" >&2
        python3 Tests/Performance/driver app "$@"
        ;;
    attack)
        build_rollcall rollcall-bench rollcall-auth rollcall-profile rollcall-presence rollcall-web
        python3 Tests/Performance/driver attack "$@"
        ;;
    allocs)
        build_rollcall rollcall-bench rollcall-auth rollcall-profile rollcall-presence
        python3 Tests/Performance/driver rpc --only allocs_server --only allocs_client --check
        python3 Tests/Performance/driver storage --only get_profile_allocations --check
        ;;
    *) fail "what is to be measured? Try \`deploy/bench.sh rpc\`, \`auth\`, \`storage\`, \`profile\`, \`presence\`, \`web\`, \`identity\`, \`engines\`, \`scaling\`, \`app\`, \`attack\` or \`allocs\`." ;;
esac
