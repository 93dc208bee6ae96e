/// Why the service may not know of changes at the moment.
enum StaleReason: Hashable, Sendable {
    /// Leases were held when the service stopped, and their devices were not heard since.
    case restoredLeases
    /// The engine that instances share does not answer, refuses writes, or has lost data.
    case engine
}

/// Since when the service may not know of changes, for each reason that there is.
struct Staleness: Sendable {
    private var times: [StaleReason: Int64] = [:]
    /// Since when, in milliseconds since 1970-01-01 UTC; 0 while the service knows all.
    private(set) var since: Int64 = 0

    func has(_ reason: StaleReason) -> Bool { times[reason] != nil }

    /// - Parameter time: milliseconds since 1970-01-01 UTC; nil when the reason is gone.
    /// - Returns: whether `since` is another one now.
    mutating func set(_ reason: StaleReason, since time: Int64?) -> Bool {
        times[reason] = time
        let before = since
        since = times.values.min().map { max(1, $0) } ?? 0
        return since != before
    }
}
