import Storage
import Tables

/// Presence's tables, and the only place that speaks SQL about them. Each verb is one transaction.
package final class PresenceStore: ServiceTables {
    package let database: Store<Never>

    /// `RCPV`: Rollcall, Presence. Until the first release, tables that change get another mark:
    /// files from before are refused.
    package static let schema = Schema(
        applicationID: 0x5243_5058, versions: [Schema.Version(tables)])

    /// Opens the tables at `location`, or makes them.
    ///
    /// - Parameter onFailure: called once, when the store has stopped for good.
    /// - Throws: `StorageError`.
    package init(
        _ location: StoreLocation, configuration: StoreConfiguration = StoreConfiguration(),
        onFailure: @escaping @Sendable (StorageError) -> Void
    ) throws {
        var configuration = configuration
        configuration.erasesDeleted = true
        database = try Store(
            location, schema: Self.schema, configuration: configuration, onFailure: onFailure)
    }
}
