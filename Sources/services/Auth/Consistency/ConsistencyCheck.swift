import Logging
import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// Compares the accounts with the data of the other services, and repairs differences on request.
/// It can be stopped at any time and started again.
struct ConsistencyCheck: Sendable {
    /// The users of one request.
    static let pageSize = 500

    let store: AuthStore
    let peers: PeerServices
    let deletion: AccountDeletion
    let ids: UUIDv7Generator
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int64
    let logger: Logger

    /// - Parameters:
    ///   - isMending: whether to repair what is found.
    ///   - mayGoOn: called before each page of users; throws to end the check.
    ///   - tell: called with each finding, after its repair.
    /// - Throws: what `mayGoOn` and `tell` throw; `RPCError` (`unavailable`) if a service does not
    ///   answer.
    func run(
        mending isMending: Bool, mayGoOn: () async throws -> Void,
        _ tell: (Finding) async throws -> Void
    ) async throws -> ConsistencySummary {
        var summary = ConsistencySummary()
        // Who comes later is not looked at: they may come faster than they are compared.
        let end = try ids.next()
        for list in List.allCases {
            var (last, token): (UUIDv7?, String) = (nil, "")
            repeat {
                try await mayGoOn()
                let page = try await page(of: list, token, &summary)
                // Otherwise a service that lists a page again would be asked for ever.
                let order = [last].compactMap(\.self) + page.users
                guard zip(order, order.dropFirst()).allSatisfy({ $0 < $1 }),
                    token.isEmpty || page.next != token
                else { throw RPCError(.internal, "a service has listed users out of order") }
                let users = page.users.filter { $0 < end }
                try await settle(users, of: list, mending: isMending) { finding in
                    summary.findings += 1
                    if finding.outcome != .mended { summary.unmended += 1 }
                    try await tell(finding)
                }
                last = users.last ?? last
                token = users.count < page.users.count ? "" : page.next
            } while !token.isEmpty
        }
        return summary
    }

    /// Where users are listed. Each is compared in the first list that has the user.
    private enum List: CaseIterable { case accounts, profiles, presences }

    /// Reads a page of users, and counts those who were not erased.
    ///
    /// - Parameter token: the `next` of the previous page; empty for the first page.
    /// - Returns: with `next` empty, the last page.
    private func page(
        of list: List, _ token: String, _ summary: inout ConsistencySummary
    ) async throws -> (users: [UUIDv7], next: String) {
        let size = Self.pageSize
        switch list {
        case .accounts:
            let users = try await store.accountIDs(after: UUIDv7(token), limit: size)
            summary.accounts += UInt64(users.count)
            return (users, users.count < size ? "" : "\(users[size - 1])")
        case .profiles:
            let page = try await peers.names.list(
                ListProfilesRequest(pageSize: UInt32(size), pageToken: token))
            summary.profiles += UInt64(page.profiles.count { $0.state != .erased })
            return (try page.profiles.map { try Self.user($0.userID) }, page.nextPageToken)
        case .presences:
            let page = try await peers.records.list(
                ListPresencesRequest(pageSize: UInt32(size), pageToken: token))
            summary.presences += UInt64(page.presences.count { !$0.isErased })
            return (try page.presences.map { try Self.user($0.userID) }, page.nextPageToken)
        }
    }

    private static func user(_ id: String) throws -> UUIDv7 {
        try UUIDv7(id).orThrow(RPCError(.internal, "a service has listed what is no user"))
    }

    /// Repairs differences on request. Users sign up and delete their accounts at any time.
    private func settle(
        _ users: [UUIDv7], of list: List, mending isMending: Bool,
        _ tell: (Finding) async throws -> Void
    ) async throws {
        guard !users.isEmpty else { return }
        // A change under way would match what Auth knew before or after it. A difference that
        // matches neither is real. No id is ever used twice.
        let before = try await store.standings(of: users)
        let ids = users.map(\.description)
        let profiles = Dictionary(
            try await peers.names.list(ListProfilesRequest(userIDs: ids)).profiles
                .map { ($0.userID, $0) }
        ) { $1 }
        let presences = Dictionary(
            try await peers.records.list(ListPresencesRequest(userIDs: ids)).presences
                .map { ($0.userID, $0) }
        ) { $1 }
        var suspects: [(traces: UserTraces, findings: [FindingKind])] = []
        for (user, id) in zip(users, ids) {
            guard let standing = before[user] else { continue }
            switch list {
            case .accounts where standing.hasAccount: break
            case .profiles where !standing.hasAccount: break
            case .presences where !standing.hasAccount && profiles[id] == nil: break
            default: continue
            }
            let traces = UserTraces(user: user, profile: profiles[id], presence: presences[id])
            let findings = traces.findings(standing)
            if !findings.isEmpty { suspects.append((traces, findings)) }
        }
        let after = try await store.standings(of: suspects.map(\.traces.user))
        for (traces, findings) in suspects {
            guard let standing = after[traces.user] else { continue }
            let lasting = traces.findings(standing)
            for kind in findings where lasting.contains(kind) {
                let outcome =
                    isMending ? try await mend(kind, of: traces.user, standing) : .open
                try await tell(
                    Finding(
                        kind: kind, outcome: outcome, userID: traces.user.description,
                        displayName: traces.profile?.displayName ?? ""))
            }
        }
    }
}
