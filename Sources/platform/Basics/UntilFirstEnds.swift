/// Runs several things at once, until the first of them ends or fails. The others are cancelled,
/// and waited for.
///
/// - Throws: what the first one throws.
package func untilFirstEnds(_ parts: [@Sendable () async throws -> Void]) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        defer { group.cancelAll() }
        for part in parts { group.addTask { try await part() } }
        try await group.next()
    }
}
