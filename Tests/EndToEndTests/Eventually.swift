/// What `body` returns once it no longer throws, within ten seconds.
func eventually<Value>(_ body: () async throws -> Value) async throws -> Value {
    for _ in 0..<500 {
        do { return try await body() } catch { try await Task.sleep(for: .milliseconds(20)) }
    }
    return try await body()
}

/// Whether something comes true in time.
func holds(
    within limit: Duration = .seconds(10), _ isTrue: () async throws -> Bool
) async throws -> Bool {
    let end = ContinuousClock.now + limit
    repeat {
        if try await isTrue() { return true }
        try await Task.sleep(for: .milliseconds(10))
    } while ContinuousClock.now < end
    return false
}
