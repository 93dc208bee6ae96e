import RollcallAPI
import RollcallCrypto
import RollcallRPC

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
                let user = try ImportCandidate(user, id: id, now: now)
                candidates.append((place, user))
            } catch {
                results[place] = ImportResult(outcome: .refused, problem: error.problem)
            }
        }
        let made = try await importing(candidates.map(\.user), request, context)
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
    }

    /// Claims the display names, and makes the accounts in one transaction. What a crash leaves in
    /// between is what it leaves of sign-ups, and is undone like that.
    private func importing(
        _ users: [ImportCandidate], _ request: ImportUsersRequest, _ context: CallContext
    ) async throws -> [ImportResult] {
        var users = users
        let keys = try Dictionary(users.compactMap(\.signerKey).map { ($0.id, $0) }) { $1 }
            .mapValues(hashes.sealed)
        for function in Set(users.compactMap(\.function)) {
            try await hashes.prepare(for: function)
        }
        let named = users.indices.filter { !users[$0].displayName.isEmpty }
        let ids = named.map { users[$0].foreignID }
        let known = try await store.read { try $0.imported(ids, from: request.source) }
        for place in named { users[place].claimsName = known[users[place].foreignID] == nil }
        let signUps = users.filter(\.claimsName).map(SignUpRecord.init(importing:))
        for signUp in signUps { _ = signUpsUnderWay.enter(signUp.idempotencyKey) }
        defer {
            for signUp in signUps { signUpsUnderWay.leave(signUp.idempotencyKey) }
            peers.profileOutbox.queue.wake()
        }
        do {
            if !request.isDryRun, !signUps.isEmpty {
                try await releaseNames()
                try await store.begin(
                    signUps, claim: signUpsUnderWay.newClaim(), now: clock())
            }
            for place in try await refusedNames(of: users, request, context) {
                users[place].displayName = ""
                users[place].problem =
                    "imported without the display name, which is taken or refused"
            }
            return try await store.importUsers(
                users, from: request.source, sealedKeys: keys, isDryRun: request.isDryRun,
                now: clock())
        } catch {
            // In a task of its own, as the caller's may be cancelled. What cannot be written is
            // left to the recovery.
            await Task { try? await store.abort(signUps.map(\.accountID)) }.value
            throw error
        }
    }

    /// Releases the names that an import which was killed has claimed: it is run again now.
    private func releaseNames() async throws {
        let items = try await store.outbox(kinds: [.releaseDisplayName], limit: Self.batchLimit)
        for item in items { try? await peers.profileOutbox.deliver(item) }
    }

    /// Has Profile hold the names.
    ///
    /// - Returns: the places of those whose name it refuses.
    private func refusedNames(
        of users: [ImportCandidate], _ request: ImportUsersRequest, _ context: CallContext
    ) async throws -> [Int] {
        try await withThrowingTaskGroup(of: Int?.self) { group in
            var refused: [Int?] = []
            let places = users.indices.filter { users[$0].claimsName }
            for (count, place) in places.enumerated() {
                if count >= Self.parallelNames { refused += [try await group.next() ?? nil] }
                group.addTask {
                    let isFree = try await isFree(users[place], request, context)
                    return isFree ? nil : place
                }
            }
            for try await place in group { refused.append(place) }
            return refused.compactMap(\.self)
        }
    }

    private func isFree(
        _ user: ImportCandidate, _ request: ImportUsersRequest, _ context: CallContext
    ) async throws -> Bool {
        guard !request.isDryRun else {
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
    fileprivate init(importing user: ImportCandidate) {
        self.init(
            idempotencyKey: "import-\(user.account.id)", accountID: user.account.id,
            state: .pending, canonicalEmail: user.account.primary?.canonical ?? "",
            displayName: user.displayName)
    }
}
