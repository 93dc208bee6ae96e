# How the tests are run. Sourced, not executed.
# shellcheck shell=bash

# What the parts of the last run printed, one file a part.
TEST_LOGS=.build/test-logs

# Into how many parts a target's tests are divided, where that is more than one. A part is a process
# of its own, so that a fault in one takes no other along.
declare -A TEST_PARTS=([EndToEndTests]=12 [AuthTests]=5 [ProfileTests]=5 [PresenceTests]=4
    [RPCTests]=4 [StorageTests]=2)

# Targets of values: their tests wait for no socket, no process and no disk, and run in parallel in
# one process. The tests of a part of any other target run one after the other.
VALUE_TARGETS=" AdmissionTests BasicsTests JPEGTests MessageJSONTests WireTests "

# Parts that run side by side: most of them wait most of the time.
TEST_WORKERS=${ROLLCALL_TEST_WORKERS:-$(($(nproc) * 2))}

# in_memory COMMAND...: runs it with a /tmp of its own in memory, for root on a machine with enough of that. Tests make
# and delete a quarter of a million directories, for which an ext4 takes as long as all else takes. What the tests of
# disks need, they mount.
in_memory() {
    local available
    available=$(awk '$1 == "MemAvailable:" { print int($2 / 1024) }' /proc/meminfo)
    if [[ $PWD/ != /tmp/* ]] && [ "$(id -u)" = 0 ] && [ "$available" -ge 12000 ] && unshare --mount mount -t tmpfs tests /tmp 2>/dev/null; then
        TMPDIR=/tmp unshare --mount bash -c 'mount -t tmpfs -o size=6g,mode=1777 tests /tmp && exec "$@"' in_memory "$@"
    else
        "$@"
    fi
}

# Runs the tests that were built. Without arguments: all of them, in parts side by side, and says at
# the end what failed, and whether every test that there is has run.
#
#   run_tests [ARGUMENT...]    of `swift test`, which then runs them one at a time
run_tests() {
    if [ $# -gt 0 ]; then
        swift test --skip-build --no-parallel "$@"
        return
    fi
    local bundle listed run started=$SECONDS
    bundle=$(swift build --show-bin-path)/rollcallPackageTests.xctest
    rm -rf "$TEST_LOGS"
    mkdir -p "$TEST_LOGS"
    "$bundle" list --testing-library swift-testing > "$TEST_LOGS/list"
    divide_tests < "$TEST_LOGS/list" > "$TEST_LOGS/parts"
    export -f run_part
    export TEST_LOGS VALUE_TARGETS
    in_memory xargs -P "$TEST_WORKERS" -L 1 bash -c 'run_part "$@"' "$bundle" < "$TEST_LOGS/parts" || true

    listed=$(wc -l < "$TEST_LOGS/list")
    run=$(awk '{ sum += $1 } END { print sum }' "$TEST_LOGS"/*.count)
    grep -hE '^✘|Fatal error:' "$TEST_LOGS"/*.log | head -100 > "$TEST_LOGS/failures" || true
    if [ -s "$TEST_LOGS/failures" ]; then
        printf '\n==> what failed; the whole is in %s\n' "$TEST_LOGS"
        cat "$TEST_LOGS/failures"
    fi
    printf '\n==> %s of %s tests ran, in %s parts and %s s\n' \
        "$run" "$listed" "$(wc -l < "$TEST_LOGS/parts")" "$((SECONDS - started))"
    [ "$run" = "$listed" ] && ! ls "$TEST_LOGS"/*.failed >/dev/null 2>&1
}

# Divides tests by their suites: from the names of all tests, a line for each part, with its name, its
# number of tests and a regular expression that finds them. The parts that take longest come first.
divide_tests() {
    local counts
    counts=$(for target in "${!TEST_PARTS[@]}"; do echo "$target ${TEST_PARTS[$target]}"; done)
    sed -E 's/^([^.]+)\.([^/(]+).*/\1 \2/' | sort | uniq -c | awk -v counts="$counts" '
        BEGIN {
            lines = split(counts, line, "\n")
            for (i = 1; i <= lines; i++) { split(line[i], pair, " "); parts[pair[1]] = pair[2] }
        }
        # Each suite goes to the part of its target that has the fewest tests.
        {
            target = $2; of = target in parts ? parts[target] : 1; least = 1
            for (i = 2; i <= of; i++) if (tests[target, i] < tests[target, least]) least = i
            tests[target, least] += $1
            suites[target, least] = suites[target, least] (suites[target, least] ? "|" : "") $3
            targets[target] = of
        }
        END {
            for (target in targets) for (i = 1; i <= targets[target]; i++)
                if (tests[target, i])
                    print targets[target], target "-" i, tests[target, i], \
                        "^" target "\\\\.(" suites[target, i] ")[/(]"
        }' | sort -k1,1nr -k2,2V | cut -d ' ' -f 2-
}

# Runs one part, and says in one line how it went.
#
#   run_part NAME TESTS REGULAR_EXPRESSION    with the bundle of the tests as $0
run_part() {
    local name=$1 log=$TEST_LOGS/$1.log order=--no-parallel started=$SECONDS outcome=passed count
    [[ $VALUE_TARGETS != *" ${name%-*} "* ]] || order=
    NO_COLOR=1 "$0" $order --filter "$3" --testing-library swift-testing > "$log" 2>&1 || outcome=FAILED
    count=$(sed -nE 's/.*Test run with ([0-9]+) tests?.*/\1/p' "$log")
    echo "${count:-0}" > "$TEST_LOGS/$name.count"
    [ "$outcome" = passed ] && [ "$count" = "$2" ] || touch "$TEST_LOGS/$name.failed"
    printf '%-24s %4s of %4s tests %s in %s s\n' "$name" "${count:-0}" "$2" "$outcome" \
        "$((SECONDS - started))"
}
