/// Lets real time pass: up to an instant at which something is killed or cancelled, or for a timer
/// of the real clock. What a test can wait for, it waits for by `eventually`.
package func elapse(_ duration: Duration) async throws {
    try await Task.sleep(for: duration)
}

/// Lets real time pass up to an instant that is another one in each run.
package func elapse(upTo longest: Duration) async throws {
    try await elapse(longest * Double.random(in: 0...1))
}

/// Goes on until the task is cancelled: for what hangs.
///
/// - Throws: `CancellationError`, always.
package func untilCancelled() async throws {
    while true { try await elapse(.seconds(3600)) }
}

/// Whether something holds now and for a while: for what must not happen. A slow machine makes a
/// test miss a fault, and never report one.
package func remains(
    for duration: Duration, _ isTrue: () async throws -> Bool
) async throws -> Bool {
    let end = ContinuousClock.now + duration
    while ContinuousClock.now < end {
        guard try await isTrue() else { return false }
        try await elapse(.milliseconds(2))
    }
    return try await isTrue()
}
