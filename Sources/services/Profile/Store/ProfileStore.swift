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
        if case .postgresql = location { isShared = true } else { isShared = false }
        var configuration = configuration
        configuration.erasesDeleted = true
        database = try Store(
            location, schema: Self.schema, configuration: configuration,
            delivery: { if !$0.isEmpty { feed.publish() } }, onFailure: onFailure)
    }
}
