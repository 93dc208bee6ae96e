import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Storage

/// A service that is told of outcomes. Telling it again is no error.
protocol OutboxDestination: Sendable {
    /// For the log.
    static var name: String { get }
    /// What it is told of.
    static var kinds: [OutboxItem.Kind] { get }
    /// What it has yet to be told.
    static var work: WorkTable<OutboxItem> { get }
    /// The codes of its errors that concern the caller's own request.
    static var passedOn: Set<StatusCode> { get }

    /// - Returns: when the service has forgotten the user, in milliseconds since 1970, if that is
    ///   what it was told.
    /// - Throws: `RPCError`: `unavailable` when the service does not answer, others when it
    ///   refuses.
    func deliver(_ kind: OutboxItem.Kind, of user: UUIDv7) async throws -> Int64?
}

extension OutboxDestination {
    /// Calls the service, and passes on those of its errors that concern the caller's own request,
    /// and overload. The rest is between that service and Auth: the caller hears that it does not
    /// answer.
    static func calling<T>(_ body: () async throws -> T) async throws -> T {
        do {
            return try await body()
        } catch let error as RPCError where !error.isOverload && !passedOn.contains(error.code) {
            throw RPCError(
                .unavailable,
                "the \(name.lowercased()) service does not answer; try again later"
            ).pushedBack(by: .seconds(1))
        }
    }

    /// Calls the service for a check of the services: again if a call has failed for the moment.
    static func repairing<T>(_ body: () async throws -> T) async throws -> T {
        try await calling { try await RepeatedCalls.repeating(body) }
    }

    /// Tells the service at once what its outbox would.
    func repair(_ kind: OutboxItem.Kind, of user: UUIDv7) async throws {
        _ = try await Self.repairing { try await deliver(kind, of: user) }
    }
}
