import RollcallRPC
import Storage

/// Profile's tables, and the only place that speaks SQL about them. Each verb is one transaction.
///
/// What a caller can do something about is thrown as the `RPCError` of the contract.
package final class ProfileStore: Sendable {
    let database: Store<ProfileEvent>
    /// Who follows the changes.
    let feed: ChangeFeed
    /// Ends when changes of users who share a photo are still to be noted.
    let pauseOfSharedChanges: InterruptiblePause
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
        let pause = InterruptiblePause()
        pauseOfSharedChanges = pause
        if case .postgresql = location { isShared = true } else { isShared = false }
        var configuration = configuration
        configuration.erasesDeleted = true
        database = try Store(
            location, schema: Self.schema, configuration: configuration,
            delivery: { events in
                if !events.isEmpty { feed.publish() }
                if events.contains(.changesLeft) { pause.end() }
            }, onFailure: onFailure)
    }

    /// Why it cannot work at present; `nil` as far as that is known.
    package var trouble: StorageError? { database.trouble }

    /// Finishes what waits, and lets the database go. Blocks meanwhile.
    package func close() throws {
        try database.close()
    }

    func first<Output: Sendable, each Parameter: SQLValue>(
        _ query: Query<Output, repeat each Parameter>, _ parameters: repeat each Parameter
    ) async throws -> Output? {
        do {
            return try await database.first(query, repeat each parameters)
        } catch {
            throw RPCError.refusal(for: error)
        }
    }

    func all<Output: Sendable, each Parameter: SQLValue>(
        _ query: Query<Output, repeat each Parameter>, _ parameters: repeat each Parameter
    ) async throws -> [Output] {
        do {
            return try await database.all(query, repeat each parameters)
        } catch {
            throw RPCError.refusal(for: error)
        }
    }

    func read<T: Sendable>(
        _ body: @escaping @Sendable (Snapshot) throws -> T
    ) async throws -> T {
        do {
            return try await database.read(body)
        } catch {
            throw RPCError.refusal(for: error)
        }
    }

    func write<T: Sendable>(
        _ body: @escaping @Sendable (ProfileTransaction) throws -> T
    ) async throws -> T {
        do {
            return try await database.write(body)
        } catch {
            throw RPCError.refusal(for: error)
        }
    }
}
