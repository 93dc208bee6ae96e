# How the tests are run. Sourced, not executed.

# The output of a run of the tests, and what of it is worth reading again at its end.
tests_log=$(mktemp)
trap 'rm -f "$tests_log"' EXIT

# Runs the tests that were built, one at a time: many of them wait for sockets and disks, and would
# wait for each other too. After a failure its lines stand at the end, where they are found.
#
#   run_tests [ARGUMENT...]    of `swift test`
run_tests() {
    if swift test --skip-build --no-parallel "$@" 2>&1 | tee "$tests_log"; then return; fi
    printf '\n==> what failed\n'
    grep -E '^✘|error:|Fatal error' "$tests_log" | head -100 || true
    return 1
}

# Runs the tests that failed in `run_tests` once more, by themselves. For a machine that others use
# too: one that stood still for a second looks like a fault. Whatever fails again has failed. What does
# not is named, since a test that fails now and then has a fault of its own. A run that crashed, or
# that had more than a few failures, is not repeated.
run_failed_tests_again() {
    local failed names again
    failed=$(grep -E '^✘ Test .* failed after' "$tests_log" | grep -vE '^✘ Test (run|case) ') || return 1
    names=$(sed -nE 's/^✘ Test ([A-Za-z0-9_]+)\(.*/\1/p' <<< "$failed")
    again=$(wc -l <<< "$names")
    [ "$again" = "$(wc -l <<< "$failed")" ] && [ "$again" -le 3 ] || return 1
    grep -qE '^✘ Test run with .* failed' "$tests_log" || return 1
    printf '\n==> once more: %s\n' "$(paste -sd ' ' <<< "$names")"
    run_tests --filter "/($(paste -sd '|' <<< "$names"))\(" || return 1
    # None was left out: a filter that finds nothing fails nothing.
    [ "$(sed -nE 's/.*Test run with ([0-9]+) test.*/\1/p' "$tests_log")" -ge "$again" ] || return 1
    printf '\n==> UNSTEADY, failed once and passed alone: %s\n' "$(paste -sd ' ' <<< "$names")"
}
