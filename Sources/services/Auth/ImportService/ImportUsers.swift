import RollcallAPI
import RollcallCrypto
import RollcallRPC
import RollcallRules

extension ImportHandler {
    /// The most users of one request.
    static let batchLimit = 1000
    /// Names that Profile is asked for at once.
    private static let parallelNames = 32

    package func importUsers(
        _ request: ImportUsersRequest, context: CallContext
    ) async throws -> ImportUsersResponse {
        guard context.caller == .operator else {
            throw RPCError.violation(
                .permissionDenied, .notAllowed, "accounts are imported by the operator alone")
        }
        try check(request)
        let now = clock()
        var results = [ImportResult](repeating: ImportResult(), count: request.users.count)
        var candidates: [(place: Int, user: ImportCandidate)] = []
        for (place, user) in request.users.enumerated() {
            let id = try ids.next()
            do throws(ImportCandidate.Refusal) {
                let user = try ImportCandidate(user, request.firebase, id: id, now: now)
                candidates.append((place, user))
            } catch {
                results[place] = ImportResult(outcome: .refused, problem: error.problem)
            }
        }
        let made = try await importing(
            candidates.map(\.user), from: request.source, isDryRun: request.isDryRun, context)
        for (candidate, result) in zip(candidates, made) { results[candidate.place] = result }
        if !request.isDryRun {
            let count = made.count { $0.outcome == .imported }
            log.note(context, ["import.source": "\(request.source)", "import.count": "\(count)"])
        }
        return ImportUsersResponse(results: results)
    }

    private func check(_ request: ImportUsersRequest) throws {
        guard request.users.count <= Self.batchLimit else {
            throw RPCError.violation(
                .invalidArgument, .tooMany, field: "users",
                "a request has at most \(Self.batchLimit) users")
        }
        // By the same rule as the names of services.
        guard ServiceName(request.source) != nil else {
            throw RPCError.malformed("source", "the source is 1 to 32 characters of a-z, 0-9 and -")
        }
        if let key = request.firebase?.signerKey, SignerKey(key) == nil {
            throw RPCError.malformed("firebase.signer_key", "the signer key has 32 to 64 bytes")
        }
    }

    /// Claims the display names, and makes the accounts in one transaction. What a crash leaves in
    /// between is what it leaves of sign-ups, and is undone like that.
    private func importing(
        _ users: [ImportCandidate], from source: String, isDryRun: Bool, _ context: CallContext
    ) async throws -> [ImportResult] {
        var users = users
        let keys = try Dictionary(users.compactMap(\.signerKey).map { ($0.id, $0) }) { $1 }
            .mapValues(hashes.sealed)
        for function in Set(users.compactMap(\.function)) {
            try await hashes.prepare(for: function)
        }
        let known = try await store.imported(users.map(\.foreignID), from: source)
        let named = users.indices.filter {
            !users[$0].displayName.isEmpty && !known.contains(users[$0].foreignID)
        }
        for place in named { users[place].isNameClaimed = true }
        let signUps = try named.map { try SignUpRecord(importing: users[$0]) }
        for signUp in signUps { _ = signUpsUnderWay.enter(signUp.idempotencyKey) }
        defer {
            for signUp in signUps { signUpsUnderWay.leave(signUp.idempotencyKey) }
            if !signUps.isEmpty || !users.isEmpty { peers.profileOutbox.wake() }
        }
        do {
            if !isDryRun, !signUps.isEmpty { try await store.begin(signUps, now: clock()) }
            try await claimNames(of: named, in: &users, isDryRun: isDryRun, context)
            return try await store.importUsers(
                users, from: source, sealedKeys: keys, isDryRun: isDryRun, now: clock())
        } catch {
            // In a task of its own, as the caller's may be cancelled. What cannot be written is
            // left to the recovery.
            await Task { try? await store.abort(signUps.map(\.accountID)) }.value
            throw error
        }
    }

    /// Has Profile hold the names, and leaves out those that it refuses.
    private func claimNames(
        of named: [Int], in users: inout [ImportCandidate], isDryRun: Bool, _ context: CallContext
    ) async throws {
        let candidates = users
        var refused = try await refusedNames(named, of: candidates, isDryRun: isDryRun, context)
        // What an import that was killed has claimed is released first.
        if !refused.isEmpty, !isDryRun, try await releaseNames() {
            refused = try await refusedNames(refused, of: candidates, isDryRun: false, context)
        }
        for place in refused {
            users[place].displayName = ""
            users[place].problem = "imported without the display name, which is taken or refused"
        }
    }

    /// - Returns: the places of those whose name is refused.
    private func refusedNames(
        _ places: [Int], of users: [ImportCandidate], isDryRun: Bool, _ context: CallContext
    ) async throws -> [Int] {
        var refused: [Int] = []
        try await withThrowingTaskGroup(of: Int?.self) { group in
            for (count, place) in places.enumerated() {
                if count >= Self.parallelNames, let place = try await group.next() ?? nil {
                    refused.append(place)
                }
                group.addTask {
                    try await isFree(users[place], isDryRun: isDryRun, context) ? nil : place
                }
            }
            for try await place in group { if let place { refused.append(place) } }
        }
        return refused
    }

    /// - Returns: whether there were any to release.
    private func releaseNames() async throws -> Bool {
        let items = try await store.outbox(kinds: [.releaseDisplayName], limit: Self.batchLimit)
        for item in items { try await peers.profileOutbox.deliver(item) }
        return !items.isEmpty
    }

    private func isFree(
        _ user: ImportCandidate, isDryRun: Bool, _ context: CallContext
    ) async throws -> Bool {
        guard !isDryRun else {
            return try await peers.names.violations(of: user.displayName, for: context).isEmpty
        }
        do {
            try await peers.names.hold(user.displayName, for: user.account.id, call: context)
            return true
        } catch let error as RPCError where error.isRefusalOfForm {
            return false
        }
    }
}

extension SignUpRecord {
    /// Of a user that is imported with a display name.
    fileprivate init(importing user: ImportCandidate) throws {
        self.init(
            idempotencyKey: "import-\(user.account.id)", accountID: user.account.id,
            state: .pending, canonicalEmail: user.account.primary?.canonical ?? "",
            displayName: user.displayName)
    }
}
