#!/bin/sh
# Writes what is generated from games.proto. Needs protoc, protoc-c and swift, and Rollcall's sources.
#
#   generate.sh [DIRECTORY]    writes below DIRECTORY, or below this one
#
# ROLLCALL names the sources, if they are not five directories above.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$here}/Sources
contract=${ROLLCALL:-$here/../../../../..}/proto

swift build --package-path "$contract/generator" --product protoc-gen-rollcall >&2
plugin=$(swift build --package-path "$contract/generator" --show-bin-path)/protoc-gen-rollcall
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out/CGames/include" "$out/GamesAPI/Generated"

# C structs and descriptors, by which messages are read and written.
protoc -I "$here" -I "$contract" --include_imports --descriptor_set_out="$work/set" games.proto
"$plugin" --for-protobuf-c <"$work/set" >"$work/set-for-c"
protoc-c --descriptor_set_in="$work/set-for-c" --c_out="$out/CGames" games.proto
mv "$out/CGames/games.pb-c.h" "$out/CGames/include"
echo 'module CGames { header "games.pb-c.h" export * }' >"$out/CGames/include/module.modulemap"

# Messages, the protocol of the service, and its client.
protoc -I "$here" -I "$contract" --plugin="$plugin" \
    --rollcall_opt=visibility=package,c_module=CGames,wire_module=RollcallWire \
    --rollcall_out="$out/GamesAPI/Generated" games.proto
