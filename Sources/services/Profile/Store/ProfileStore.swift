import RollcallBasics
import RollcallRPC
import Storage
import Tables

/// Profile's tables, and the only place that speaks SQL about them. Each verb is one transaction.
///
/// What a caller can do something about is thrown as the `RPCError` of the contract.
package final class ProfileStore: SealedTables {
    package let database: Store<ProfileEvent>
    /// Who follows the changes.
    let feed: ChangeFeed
    /// Changes of users who share a photo are still to be noted.
    let changesLeft: AsyncSignal
    /// Whether other instances may write to the tables, too.
    let isShared: Bool

    /// Opens the tables at `location`, or makes them.
    ///
    /// - Parameter onFailure: called once, when the store has stopped for good.
    /// - Throws: `StorageError`.
    package init(
        _ location: StoreLocation, configuration: StoreConfiguration = .init(),
        onFailure: @escaping @Sendable (StorageError) -> Void
    ) throws {
        let feed = ChangeFeed()
        self.feed = feed
        let changesLeft = AsyncSignal()
        self.changesLeft = changesLeft
        if case .postgresql = location { isShared = true } else { isShared = false }
        var configuration = configuration
        configuration.erasesDeleted = true
        database = try Store(
            location, schema: Self.schema, configuration: configuration,
            delivery: { events in
                if !events.isEmpty { feed.publish() }
                if events.contains(.changesLeft) { changesLeft.signal() }
            }, onFailure: onFailure)
    }
}
