import func TestSupport.elapse

/// What `body` returns once it no longer throws, within twenty seconds.
func eventually<Value>(_ body: () async throws -> Value) async throws -> Value {
    let end = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < end {
        do { return try await body() } catch { try await elapse(.milliseconds(20)) }
    }
    return try await body()
}

/// Whether something comes true in time.
func holds(
    within limit: Duration = .seconds(20), _ isTrue: () async throws -> Bool
) async throws -> Bool {
    let end = ContinuousClock.now + limit
    repeat {
        if try await isTrue() { return true }
        try await elapse(.milliseconds(10))
    } while ContinuousClock.now < end
    return false
}
