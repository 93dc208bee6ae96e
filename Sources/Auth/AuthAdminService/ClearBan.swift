import RollcallAPI
import RollcallRPC

extension BanHandler {
    func clearBan(
        _ request: ClearBanRequest, _ context: CallContext
    ) async throws -> ClearBanResponse {
        let keys: [LimitKey]
        switch request.key {
        case .banID(let text): keys = [try bannedKey(text)]
        case .login(let login): keys = try await self.keys(ofLogin: login, context)
        case .address(let address): keys = try self.keys(ofAddress: address)
        case nil: throw RPCError.missing("key", "say whose use is to be forgotten")
        }
        try await store.keep(Charge(keys.map(limiter.forget), of: limiter))
        log.note(context, ["limit.keys": "\(keys.map(\.text))"])
        return ClearBanResponse()
    }

    private func bannedKey(_ text: String) throws -> LimitKey {
        guard let key = LimitKey(text: text) else {
            throw RPCError.malformed(
                "ban_id", "the ban id is not one of this service's; ListBans gives them")
        }
        guard key.overflowIndex == nil else {
            throw RPCError(
                .failedPrecondition,
                "too many were counted at once, so that strangers share this one; wait until it ends"
            )
        }
        guard try !limiter.bans(among: [key]).isEmpty else {
            throw RPCError.violation(
                .notFound, .banNotFound, field: "ban_id", "there is no such ban, or it has ended")
        }
        return key
    }

    /// The login's own and its mailbox's, its account's, those of the devices that the account knows,
    /// and of its sessions.
    private func keys(ofLogin login: String, _ context: CallContext) async throws -> [LimitKey] {
        let account = try await account(login, context)
        // By the e-mail address: all names of an account count together.
        let login = account?.email ?? login
        var keys = try keys([.account], of: .login(login))
        if let email = try? EmailAddress(login) {
            keys += try self.keys(
                [.mailRecipient, .mailRecipientDay, .mailUnproved], of: .mailbox(email))
        }
        guard let account else { return keys }
        keys += try self.keys(
            [.signInAccount, .confirmAccount, .mailAccount, .exportAccount],
            of: .account(account.id))
        for kind in MailKind.allCases {
            keys += try self.keys([.noticeAccount], of: .notice(account.id, kind))
        }
        for id in try await store.deviceIDs(of: account.id) {
            keys += try self.keys([.device, .signInDevice, .mailDevice], of: .device(id))
        }
        for id in try await store.sessionIDs(of: account.id) {
            keys += try self.keys([.session], of: .session(id))
        }
        return keys
    }

    private func keys(_ names: [LimitName], of subject: LimitSubject) throws -> [LimitKey] {
        try names.map { try limiter.key($0, of: subject) }
    }

    private func account(_ login: String, _ context: CallContext) async throws -> Account? {
        if let email = try? EmailAddress(login) { return try await store.account(email: email) }
        guard let id = try await names.owner(of: login, for: context) else { return nil }
        return try await store.account(id: id)
    }

    private func keys(ofAddress text: String) throws -> [LimitKey] {
        guard let network = IPAddress(text).map({ ClientNetwork($0) }) else {
            throw RPCError.malformed(
                "address", "the address is not an IP address, such as 203.0.113.7 or 2001:db8::1")
        }
        return try keys(
            [.address, .signUpAddress, .emailTakenAddress, .nameCheckAddress, .mailAddress],
            of: .address(network))
    }
}
