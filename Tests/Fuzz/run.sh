#!/bin/bash
# Fuzzes with libFuzzer, which comes with Swift's toolchain on Linux.
#
#   Tests/Fuzz/run.sh                     every target, 10 minutes each
#   Tests/Fuzz/run.sh TARGET [SECONDS]    one of: frames connection codec meta
#                                         photo link door decoders
#
# New inputs go to .build/fuzz-corpus/TARGET, findings to .build/fuzz-findings. A finding gets a test
# of its own with its fix, or is kept as Tests/Fuzz/Corpus/TARGET/NAME, which `swift test` replays.
# SANITIZE=address adds AddressSanitizer. MERGE=1 takes what is new into Tests/Fuzz/Corpus instead.
set -euo pipefail
cd "$(dirname "$0")/../.."
. deploy/lib/prerequisites.sh
require_packages "${BUILD_PACKAGES[@]}" libprotobuf-dev protobuf-compiler
require_swift

targets=(frames connection codec meta photo link door decoders)
[ $# = 0 ] || targets=("$1")
seconds=${2-600}

toolchain=$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")
runtime=$(echo "$toolchain"/lib/clang/*/lib/linux/libclang_rt.fuzzer_no_main-"$(uname -m)".a)
[ -e "$runtime" ] || fail "this Swift has no libFuzzer at $runtime."

build=(
    swift build -c release --product rollcall-fuzz --scratch-path .build/fuzz
    ${SANITIZE:+--sanitize "$SANITIZE"}
    -Xlinker --whole-archive -Xlinker "$runtime" -Xlinker --no-whole-archive
    -Xlinker -lstdc++ -Xlinker -lm
)
ROLLCALL_FUZZ=1 "${build[@]}"
export ROLLCALL_FUZZ_SCHEMA=.build/fuzz/schema
protoc -I Tests/platform/WireTests/Schema -I proto --include_imports --descriptor_set_out="$ROLLCALL_FUZZ_SCHEMA" \
    everything.proto recursive.proto rollcall/rpc/v1/frames.proto
fuzz=$(ROLLCALL_FUZZ=1 "${build[@]}" --show-bin-path)/rollcall-fuzz

# The readers of rollcall-photo are C: for them there is a program of its own.
decoders=.build/fuzz/decoders
parts=()
for part in color exif heic_reader heif_boxes image jpeg_reader jpeg_writer memory png_reader profiles \
    resample thumbhash webp_reader; do
    parts+=("Sources/programs/rollcall-photo/$part.c")
done
"$toolchain/bin/clang" -std=gnu11 -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined \
    -fuse-ld=lld -ISources/programs/rollcall-photo Tests/Fuzz/Photo/photo_fuzz.c "${parts[@]}" \
    -ljpeg -lpng16 -lwebp -lwebpdemux -lheif -llcms2 -lm -o "$decoders"

for target in "${targets[@]}"; do
    kept=Tests/Fuzz/Corpus/$target found=.build/fuzz-corpus/$target
    mkdir -p "$kept" "$found" .build/fuzz-findings
    common=(
        -max_len=4096 -timeout=10 -rss_limit_mb=1024 -malloc_limit_mb=256 -use_value_profile=1
        -artifact_prefix=".build/fuzz-findings/$target-"
    )
    program=$fuzz
    if [ "$target" = decoders ]; then
        # A reader that gives up leaves its memory: a process goes on until that is full, and then another.
        program=$decoders
        [ -n "${MERGE-}" ] || common+=(-fork=1 -ignore_ooms=1)
        export ASAN_OPTIONS=detect_leaks=0
    fi
    if [ -n "${MERGE-}" ]; then
        ROLLCALL_FUZZ_TARGET=$target "$program" "${common[@]}" -use_value_profile=0 -merge=1 "$kept" "$found"
    else
        ROLLCALL_FUZZ_TARGET=$target "$program" "${common[@]}" -max_total_time="$seconds" \
            -print_final_stats=1 "$found" "$kept"
    fi
done
