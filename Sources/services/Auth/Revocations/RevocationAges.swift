/// Which revocations are old, by a clock that nobody sets: a value that is told now and then how
/// far the stream has come. What the system's clock said when they were written down, or says now,
/// has no part in it. Those from before the start count from there.
struct RevocationAges {
    private var marks: [(position: RevocationPosition, at: Int64)] = []

    /// - Parameters:
    ///   - position: where the stream stands.
    ///   - now: milliseconds since some instant.
    ///   - age: in milliseconds.
    /// - Returns: up to where they are older than `age`, as far as is known; `nil` if none is.
    mutating func note(
        _ position: RevocationPosition, at now: Int64, olderThan age: Int64
    ) -> RevocationPosition? {
        marks.removeAll { $0.position.epoch != position.epoch }
        marks.append((position, now))
        guard let last = marks.lastIndex(where: { now - $0.at > age }) else { return nil }
        defer { marks.removeFirst(last) }
        return marks[last].position
    }
}
