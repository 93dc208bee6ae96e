import RollcallAPI
import RollcallRPC

extension AuthAdminHandler {
    package func clearBan(
        _ request: ClearBanRequest, context: CallContext
    ) async throws -> ClearBanResponse {
        let keys: [LimitKey]
        switch request.key {
        case .banID(let text): keys = [try bannedKey(text)]
        case .login(let login): keys = try await self.keys(ofLogin: login, context)
        case .address(let address): keys = try self.keys(ofAddress: address)
        case nil: throw RPCError.fieldMissing("key", "say whose use is to be forgotten")
        }
        try await store.keep(keys.map(limiter.forget), of: limiter, now: auth.gate.clock())
        note(context, ["limit.keys": "\(keys.map(\.text))"])
        return ClearBanResponse()
    }

    private func bannedKey(_ text: String) throws -> LimitKey {
        guard let key = LimitKey(text: text) else { throw Self.malformed("ban_id") }
        guard try !limiter.bans(among: [key]).isEmpty else {
            throw RPCError.violation(
                .notFound, .banNotFound, field: "ban_id", "there is no such ban, or it has ended")
        }
        return key
    }

    /// The login's own, and those of the devices that its account knows and of its sessions.
    private func keys(ofLogin login: String, _ context: CallContext) async throws -> [LimitKey] {
        let account = try await account(login, context)
        // By the e-mail address: all names of an account count together.
        let own = try limiter.key(.account, of: .login(account?.email ?? login))
        guard let account else { return [own] }
        let devices = try await store.deviceIDs(of: account.id)
        let sessions = try await store.sessionIDs(of: account.id)
        return try [own] + devices.map { try limiter.key(.device, of: .device($0)) }
            + sessions.map { try limiter.key(.session, of: .session($0)) }
    }

    private func account(_ login: String, _ context: CallContext) async throws -> Account? {
        if let email = try? EmailAddress(login) { return try await store.account(email: email) }
        guard let id = try await auth.names.owner(of: login, for: context) else { return nil }
        return try await store.account(id: id)
    }

    private func keys(ofAddress text: String) throws -> [LimitKey] {
        let peer = PeerIdentity(address: "[\(text)]:0")
        guard let network = ClientNetwork(peer) else { throw Self.malformed("address") }
        return try [LimitName.address, .signUpAddress, .emailTakenAddress].map {
            try limiter.key($0, of: .address(network))
        }
    }

    private static func malformed(_ field: String) -> RPCError {
        .violation(.invalidArgument, .fieldMalformed, field: field, "\(field) is none")
    }
}
