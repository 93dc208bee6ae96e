import Glibc

/// What a clock of the system shows, such as `CLOCK_REALTIME`, in milliseconds.
package func readClock(_ clock: clockid_t) -> Int64 {
    var now = timespec()
    clock_gettime(clock, &now)
    return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
}
