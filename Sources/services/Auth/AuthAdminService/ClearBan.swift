import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension AuthAdminHandler {
    package func clearBan(
        _ request: ClearBanRequest, context: CallContext
    ) async throws -> ClearBanResponse {
        let keys: [LimitKey]
        var (account, noted): (UUIDv7?, [String]) = (nil, [])
        switch request.key {
        case .banID(let text): keys = [try await bannedKey(text)]
        case .login(let login):
            account = try await self.account(login, context)?.id
            keys = try await self.keys(ofLogin: login, account)
        case .address(let text):
            let network = try self.network(ofAddress: text)
            keys = try limits.keys(of: .address(network))
            noted.append(network.prefix)
        case nil: throw RPCError.missing("key", "say whose use is to be forgotten")
        }
        let refusing = try await limits.bans(among: keys).map(\.key.name)
        try await limits.forget(keys)
        let cleared = LimitName.allCases.filter(refusing.contains).map(\.rawValue)
        try await store.note(
            .banCleared, of: account, after: (noted + cleared).joined(separator: " "), now: clock())
        log.note(context, ["limit.keys": "\(keys.map(\.text))"])
        return ClearBanResponse(limits: cleared)
    }

    private func bannedKey(_ text: String) async throws -> LimitKey {
        let key = try LimitKey(text: text).orThrow(
            .malformed("ban_id", "the ban id is not one of this service's; ListBans gives them"))
        guard key.overflowIndex == nil else {
            throw RPCError(
                .failedPrecondition,
                "too many were counted at once, so that strangers share this one; wait until it ends"
            )
        }
        guard try await !limits.bans(among: [key]).isEmpty else {
            throw RPCError.violation(
                .notFound, .banNotFound, field: "ban_id", "the ban does not exist or has ended")
        }
        return key
    }

    /// The login's own and its mailbox's; its account's, with those of all its mailboxes, of the
    /// devices that it knows, and of its sessions.
    private func keys(ofLogin login: String, _ account: UUIDv7?) async throws -> [LimitKey] {
        var subjects = [LimitSubject.login(login)]
        if let email = try? EmailAddress(login) { subjects.append(.mailbox(email)) }
        if let account { subjects += try await limitSubjects(of: account) }
        return try subjects.flatMap(limits.keys)
    }

    /// The subjects of limits that belong to an account: its logins, its mailboxes, the devices
    /// that it knows, its sessions.
    func limitSubjects(of id: UUIDv7) async throws -> [LimitSubject] {
        var subjects: [LimitSubject] = [.login(id), .account(id)]
        subjects += try await store.addresses(of: id).map { try .mailbox(EmailAddress($0.text)) }
        subjects += MailKind.allCases.map { .notice(id, $0) }
        subjects += try await store.deviceIDs(of: id).map { .device($0) }
        subjects += try await store.read { try $0.openSessions(of: id) }.map { .session($0.id) }
        return subjects
    }

    private func account(_ login: String, _ context: CallContext) async throws -> Account? {
        let isEmail = (try? EmailAddress(login)) != nil
        let key: UserKey.Key = isEmail ? .email(login) : .displayName(login)
        guard let id = try await userID(of: key, context) else { return nil }
        return try await store.account(id: id)
    }

    private func network(ofAddress text: String) throws -> ClientNetwork {
        try IPAddress(text).map { ClientNetwork($0) }.orThrow(
            .malformed(
                "address", "the address is not an IP address, such as 203.0.113.7 or 2001:db8::1"))
    }
}
