import Admission
import Metrics
import RollcallCrypto
import RollcallRPC
import Storage
import Synchronization
import Tables

/// Auth's tables, and the only place that speaks SQL about them. Each verb is one transaction.
package final class AuthStore: SealedTables {
    /// For tests, which break it.
    package let database: Store<AuthEvent>
    /// Who hears of commits.
    private let audience: Audience
    /// The accounts of which a refused sign-in is being noted while nobody waits for it.
    let notedAccounts = Mutex(Slots<UUIDv7>(16, ofKey: 1))

    /// Opens the tables, or makes them.
    ///
    /// - Parameter onFailure: called once, when the store has stopped for good.
    /// - Throws: `StorageError`.
    package init(
        _ location: StoreLocation, configuration: StoreConfiguration = StoreConfiguration(),
        metrics: any MetricsFactory = MetricsSystem.factory,
        onFailure: @escaping @Sendable (StorageError) -> Void
    ) throws {
        let audience = Audience(
            metrics: SessionMetrics(factory: metrics), isShared: location.isServer)
        self.audience = audience
        var configuration = configuration
        configuration.erasesDeleted = true
        database = try Store(
            location, schema: Self.schema, configuration: configuration,
            delivery: audience.hear, onFailure: onFailure)
        if let signal = audience.feed.readSignal { database.onNotification(signal.signal) }
    }

    /// Which sessions have ended, for those who follow; started by `start`.
    var feed: RevocationFeed { audience.feed }
    /// Who watches which session, by the ids of the session and of its account.
    var sessionWatches: Feed<UUIDv7> { audience.sessionWatches }
    /// The services that follow the accounts.
    var accountFollowers: Feed<CallingService> { audience.accountFollowers }
    var metrics: SessionMetrics { audience.metrics }

    /// Calls `body` after each commit that has queued mail, with the number of mails: on the
    /// writer's thread, so it must not wait.
    func onMail(_ body: @escaping @Sendable (Int) -> Void) {
        audience.onMail(body)
    }
}
