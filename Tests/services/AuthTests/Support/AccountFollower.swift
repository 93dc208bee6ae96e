import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

/// A service that follows the accounts, and keeps a copy of them.
struct AccountFollower {
    var cursor: AccountChangeCursor?
    private(set) var accounts: [String: AccountState] = [:]
    /// The accounts that it has not been told of since a listing began; nil when none is under way.
    private var unlisted: Set<String>?

    /// What has changed since the last call: the cursor leads a new stream to it.
    mutating func read(from auth: RunningAuth, _ world: AuthServer) async throws -> [AccountChange]
    {
        let stream = try await world.followAccounts(from: cursor, at: auth)
        defer { stream.cancel() }
        return try await read(stream)
    }

    mutating func kinds(_ world: AuthServer) async throws -> [AccountChangeKind] {
        try await read(from: world.auth, world).map(\.kind)
    }

    /// Reads a stream until all changes were sent.
    mutating func read(
        _ stream: ResponseStream<WatchAccountChangesResponse>
    ) async throws -> [AccountChange] {
        var changes: [AccountChange] = []
        while let part = try await stream.next() {
            apply(part)
            changes += part.changes
            if part.isCurrent { break }
        }
        return changes
    }

    mutating func apply(_ part: WatchAccountChangesResponse) {
        if part.replaces { unlisted = Set(accounts.keys) }
        for change in part.changes {
            unlisted?.remove(change.userID)
            accounts[change.userID] = change.account
        }
        cursor = part.cursor
        if part.isCurrent {
            for user in unlisted ?? [] { accounts[user] = nil }
            unlisted = nil
        }
    }
}

extension AuthServer {
    func followAccounts(
        from cursor: AccountChangeCursor? = nil, at auth: RunningAuth? = nil
    ) async throws -> ResponseStream<WatchAccountChangesResponse> {
        try await (auth ?? self.auth).accountChanges.watchAccountChanges(
            WatchAccountChangesRequest(cursor: cursor), options: serviceOptions())
    }
}
