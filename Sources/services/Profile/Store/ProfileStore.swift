import RollcallAPI
import RollcallRPC
import Storage
import Tables

/// Profile's tables, and the only place that speaks SQL about them. Each verb is one transaction.
///
/// What a caller can do something about is thrown as the `RPCError` of the contract.
package final class ProfileStore: SealedTables {
    package let database: Store<ProfileEvent>
    /// Who follows the changes, which are in the tables.
    let followers: Feed<CallingService>
    static let followerLimitOfService = 16
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
        let followers = Feed<CallingService>(
            limit: 64, full: .overloaded, limitOfTopic: Self.followerLimitOfService,
            tooMany: .violation(
                .resourceExhausted, .tooMany,
                "this service follows the changes too often; end one stream first"))
        self.followers = followers
        isShared = location.isServer
        var configuration = configuration
        configuration.erasesDeleted = true
        database = try Store(
            location, schema: Self.schema, configuration: configuration,
            delivery: { if !$0.isEmpty { followers.wakeAll() } }, onFailure: onFailure)
    }
}
