#!/bin/bash
# Builds those peers that are not up to date, under Tests/Performance/.build, which git ignores.
#
#   Tests/Performance/Peers/build.sh NAME…     of django, grpc-cpp, grpc-swift, pocketbase, ttrpc
set -euo pipefail
cd "$(dirname "$0")"
out=$(cd .. && pwd)/.build
schema=$out/schema
mkdir -p "$schema"
# The peers have no use for who may call.
if [ ! "$schema/bench.proto" -nt ../Schema/bench.proto ]; then
    sed '/options\.proto\|rollcall\.rpc\.v1\.access/d' ../Schema/bench.proto >"$schema/bench.proto"
fi

# install NAME: from PyPI.
install() {
    local environment=$out/$1
    [ ! "$environment/requirements.txt" -nt "$1/requirements.txt" ] || return 0
    python3 -m venv "$environment"
    "$environment/bin/pip" install --quiet --requirement "$1/requirements.txt"
    cp "$1/requirements.txt" "$environment/"
}

build_django() { install django; }

build_pocketbase() { install pocketbase; }

build_grpc_cpp() {
    make --silent -C grpc-cpp OUT="$out/grpc-cpp" SCHEMA="$schema"
}

# Its protoc plugins are products of the packages that it depends on anyway; protoc is Debian's.
build_grpc_swift() {
    local package=$out/grpc-swift generated=$out/grpc-swift/Sources/grpc-swift-peer/Generated bin
    local build=(swift build --package-path "$package" -c release)
    mkdir -p "$package" "$generated"
    cp -ru grpc-swift/. "$package/"
    if [ ! "$generated/bench.pb.swift" -nt "$schema/bench.proto" ]; then
        "${build[@]}" --product protoc-gen-swift
        "${build[@]}" --product protoc-gen-grpc-swift-2
        bin=$("${build[@]}" --show-bin-path)
        PATH="$bin:$PATH" protoc -I "$schema" --swift_out="$generated" \
            --grpc-swift-2_out="$generated" "$schema/bench.proto"
    fi
    "${build[@]}" --product grpc-swift-peer
}

# Debian's Go libraries lie in a GOPATH of their own.
build_ttrpc() {
    local workspace=$out/ttrpc/src/rollcall
    mkdir -p "$workspace/bench"
    protoc -I "$schema" \
        --gogofaster_out="$workspace/bench" "$schema/bench.proto"
    sed -i 's/^package .*/package bench/' "$workspace/bench/bench.pb.go"
    cp ttrpc/*.go "$workspace/"
    GO111MODULE=off GOPATH=$out/ttrpc:/usr/share/gocode GOCACHE=$out/ttrpc/cache \
        go build -o "$out/ttrpc/ttrpc-peer" rollcall
}

for peer in "$@"; do "build_${peer//-/_}"; done
