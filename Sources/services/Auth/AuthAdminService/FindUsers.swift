import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension AuthAdminHandler {
    /// How many accounts are looked at in one read of the store.
    private static let batch = 2000

    package func findUsers(
        _ request: FindUsersRequest, responses: ResponseWriter<FindUsersResponse>,
        context: CallContext
    ) async throws {
        let criteria = try UserCriteria(request)
        log.note(
            context,
            [
                "users.act": "\(request.act)", "users.networks": "\(criteria.networks)",
                "users.times": "\(criteria.times)", "names.freed": "\(request.freeNames)",
            ])
        var progress = FindUsersProgress()
        var last: UUIDv7?
        while true {
            let ids = try await store.accountIDs(after: last, limit: Self.batch)
            guard let end = ids.last else { break }
            let users = try await store.users(meeting: criteria, after: last, upTo: end)
            for (id, user) in users {
                var found = user
                found.outcome = try await act(request, on: id, context)
                progress.found += 1
                if [.disabled, .deleted].contains(found.outcome) { progress.changed += 1 }
                try await responses.send(FindUsersResponse(part: .user(found)))
            }
            progress.examined += UInt64(ids.count)
            try await responses.send(FindUsersResponse(part: .progress(progress)))
            last = end
        }
        if last == nil { try await responses.send(FindUsersResponse(part: .progress(progress))) }
    }

    private func act(
        _ request: FindUsersRequest, on id: UUIDv7, _ context: CallContext
    ) async throws -> FoundUserOutcome {
        guard request.act != .unspecified else { return .found }
        // The caller may lose the session or the role meanwhile.
        try await authenticator.checkStillKnown(context)
        // As it is now: it may have changed since it was found.
        guard let account = try await store.account(id: id), account.role != .admin,
            request.act == .delete || account.disabledUntil != .max
        else { return .left }
        let isDone: Bool
        switch request.act {
        case .disable:
            isDone =
                try await store.change(
                    id, by: .disable(until: .max), mayRemoveLastAdmin: false, at: sessionClock)
                != nil
        default:
            let outcome = try await deletion.delete(
                id, freesName: request.freeNames, by: .ofAdministrator(now: clock()))
            if case .done = outcome { isDone = true } else { isDone = false }
        }
        guard isDone else { return .left }
        log.note(context, ["user.id": "\(id)"])
        return request.act == .disable ? .disabled : .deleted
    }
}

extension UserCriteria {
    /// - Throws: `RPCError` (FIELD_MISSING) without a criterion, (FIELD_MALFORMED) for an act or a
    ///   network that is none.
    fileprivate init(_ request: FindUsersRequest) throws {
        guard
            !request.networks.isEmpty || request.createdAfterMs > 0 || request.createdBeforeMs > 0
                || !request.emailPrefix.isEmpty || !request.namePrefix.isEmpty
        else { throw RPCError.missing("networks", "say what the accounts have in common") }
        guard [.unspecified, .disable, .delete].contains(request.act) else {
            throw RPCError.malformed("act", "the act is not one that this version knows")
        }
        guard !request.freeNames || request.act == .delete else {
            throw RPCError.malformed("free_names", "only a deletion frees names")
        }
        let end = request.createdBeforeMs > 0 ? request.createdBeforeMs : .max
        self.init(
            networks: try request.networks.map(Self.network),
            times: request.createdAfterMs..<max(end, request.createdAfterMs),
            emailPrefix: request.emailPrefix.lowercased(), namePrefix: request.namePrefix)
    }

    /// The network that an address is in, as the store has it.
    private static func network(_ text: String) throws -> String {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        let prefix = IPAddress(String(parts[0])).map { ClientNetwork($0).prefix }
        let size = prefix?.split(separator: "/").last
        guard let prefix, parts.count == 1 || parts.count == 2 && parts[1] == size else {
            throw RPCError.malformed(
                "networks",
                "give an IP address, or a network of the size that is kept: 203.0.113.0/24 or "
                    + "2001:db8:7::/48")
        }
        return prefix
    }
}
