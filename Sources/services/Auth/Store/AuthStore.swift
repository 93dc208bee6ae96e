import RollcallRPC
import Storage
import Tables

/// Auth's tables, and the only place that speaks SQL about them. Each verb is one transaction.
package final class AuthStore: SealedTables {
    /// For tests, which break it.
    package let database: Store<AuthEvent>
    let mark: EpochMark
    /// Who hears of commits.
    private let audience: Audience

    /// Opens the file at `path`, or makes it, and the mark beside it.
    ///
    /// - Parameter onFailure: called once, when the store has stopped for good.
    /// - Throws: `StorageError`.
    package convenience init(
        path: String, onFailure: @escaping @Sendable (StorageError) -> Void
    ) throws {
        try self.init(nil, path: path, onFailure: onFailure)
    }

    /// - Parameters:
    ///   - location: where the tables are, if not in the file at `path`.
    ///   - path: the file beside which the mark lies.
    init(
        _ location: StoreLocation? = nil, path: String, metrics: SessionMetrics = SessionMetrics(),
        onFailure: @escaping @Sendable (StorageError) -> Void
    ) throws {
        let mark = EpochMark(path: path + ".mark")
        let audience = Audience(mark: mark, metrics: metrics)
        (self.mark, self.audience) = (mark, audience)
        var configuration = StoreConfiguration()
        configuration.erasesDeleted = true
        database = try Store(
            location ?? .file(path), schema: Self.schema, configuration: configuration,
            delivery: audience.hear, onFailure: onFailure)
    }

    /// Which sessions have ended, for those who follow; started by `start`.
    var feed: RevocationFeed { audience.feed }
    /// Who watches which session.
    var hub: SessionHub { audience.hub }
    var metrics: SessionMetrics { audience.metrics }

    /// Calls `body` after each commit that has queued mail, with the number of mails: on the writer's
    /// thread, so it must not wait.
    func onMail(_ body: @escaping @Sendable (Int) -> Void) {
        audience.onMail(body)
    }
}
