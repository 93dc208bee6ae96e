import Logging
import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// Compares the accounts with the data of the other services, and repairs differences on request. It can be
/// stopped at any time and started again.
struct ConsistencyCheck: Sendable {
    /// The users of one request.
    static let pageSize = 500

    let store: AuthStore
    let names: DisplayNames
    let records: PresenceRecords
    let deletion: AccountDeletion
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int64
    let logger: Logger

    /// - Parameters:
    ///   - isMending: whether to repair what is found.
    ///   - tell: called with each finding, after its repair.
    /// - Throws: what `tell` throws; `RPCError` (`unavailable`) if a service does not answer.
    func run(
        mending isMending: Bool, _ tell: (Finding) async throws -> Void
    ) async throws -> ConsistencySummary {
        var summary = ConsistencySummary()
        func count(_ finding: Finding) async throws {
            summary.findings += 1
            if finding.outcome != .mended { summary.unmended += 1 }
            try await tell(finding)
        }
        var merge = UserMerge()
        while let list = merge.needs {
            try await readPage(of: list, into: &merge)
            let suspects = merge.takeUsers().filter(\.looksWrong).map(\.user)
            for start in stride(from: 0, to: suspects.count, by: Self.pageSize) {
                let part = Array(suspects[start...].prefix(Self.pageSize))
                try await settle(part, mending: isMending, count)
            }
        }
        summary.accounts = UInt64(merge.accounts.count)
        summary.profiles = UInt64(merge.profiles.count)
        summary.presences = UInt64(merge.presences.count)
        try await checkPhotos(mending: isMending, count)
        return summary
    }

    private func readPage(of list: UserMerge.List, into merge: inout UserMerge) async throws {
        let size = Self.pageSize
        do {
            switch list {
            case .accounts:
                let ids = try await store.accountIDs(after: merge.accounts.last, limit: size)
                try merge.accounts.add(ids.map { ($0, ()) }, isLast: ids.count < size)
            case .profiles:
                let page = try await names.profiles(after: merge.profiles.last, limit: size)
                try merge.profiles.add(page.entries, isLast: page.isLast) { $0.state != .erased }
            case .presences:
                let page = try await records.presences(after: merge.presences.last, limit: size)
                try merge.presences.add(page.entries, isLast: page.isLast) { !$0.isErased }
            }
        } catch is PagedList<ProfileTrace>.Disorder {
            throw RPCError(.internal, "the profile service has listed users out of order")
        } catch is PagedList<PresenceTrace>.Disorder {
            throw RPCError(.internal, "the presence service has listed users out of order")
        }
    }

    /// Checks suspicious users again, as users sign up and delete their accounts at any time. Then
    /// repairs the differences that remain, on request.
    private func settle(
        _ users: [UUIDv7], mending isMending: Bool, _ tell: (Finding) async throws -> Void
    ) async throws {
        // A change under way would match what Auth knew before or after it. A difference that matches
        // neither is real. No id is ever used twice.
        let before = try await store.standings(of: users)
        let profiles = try await names.profiles(of: users)
        let presences = try await records.presences(of: users)
        let after = try await store.standings(of: users)
        for user in users {
            guard let before = before[user], let after = after[user] else { continue }
            let traces = UserTraces(
                user: user, profile: profiles[user], presence: presences[user])
            let lasting = traces.findings(after)
            for kind in traces.findings(before) where lasting.contains(kind) {
                let outcome = isMending ? try await mend(kind, of: user, after) : .open
                try await tell(
                    Finding(
                        kind: kind, outcome: outcome, userID: user.description,
                        displayName: profiles[user]?.displayName ?? ""))
            }
        }
    }

    private func checkPhotos(
        mending isMending: Bool, _ tell: (Finding) async throws -> Void
    ) async throws {
        var last = ""
        repeat {
            let answer = try await names.checkPhotos(after: last, mending: isMending)
            for fault in answer.faults { try await tell(Finding(fault, isMended: isMending)) }
            guard answer.nextPhotoID.isEmpty || answer.nextPhotoID > last else {
                throw RPCError(.internal, "the profile service has listed photos out of order")
            }
            last = answer.nextPhotoID
        } while !last.isEmpty
    }
}

extension Finding {
    fileprivate init(_ fault: PhotoFault, isMended: Bool) {
        self.init(
            kind: fault.kind == .fileMissing ? .photoMissing : .strayPhoto,
            outcome: isMended ? .mended : .open, userID: fault.userID, photoID: fault.photoID)
    }
}
