import Foundation
import RollcallApp
import RollcallRules

extension RollcallFake {
    @discardableResult public func signUp(
        email: String, password: String, displayName: String, locale: String
    ) async throws(RollcallError) -> User {
        let (id, session) = try await call { server throws(RollcallError) in
            let name = displayName.spaceTrimmed
            let checked = server.check(email, password, of: [name])
            var broken = checked.broken
            if !displayName.isEmpty { broken += server.broken(name: displayName, for: nil) }
            guard broken.isEmpty, let address = checked.address else { throw .broken(broken) }
            var account = FakeAccount(email, password, name, now: server.now)
            account.codes[.verifyAddress] = server.mail(.verifyAddress, to: address)
            server.accounts[account.id] = account
            return (account.id, server.open(account.id))
        }
        return enter(id, session)
    }

    public func signIn(
        _ name: String, password: String
    ) async throws(RollcallError) -> SignInResult {
        let (id, session) = try await call { server throws(RollcallError) in
            let address = try? FakeAddress(name)
            let account =
                name.contains("@")
                ? address.flatMap { server.account(at: $0) } : server.account(named: name)
            guard let account, account.has(password) else {
                throw .refused(.unauthenticated, .wrongCredentials)
            }
            return (account.id, server.open(account.id))
        }
        return .signedIn(enter(id, session))
    }

    /// No sign-in waits for a code.
    public func continueSignIn(
        _ pending: PendingSignIn, by step: ContinueSignInRequest.Step
    ) async throws(RollcallError) -> SignInResult {
        throw .refused(.notFound, .codeExpired, "mailed_code")
    }

    /// The session before is signed out.
    func enter(_ id: String, _ session: String) -> User {
        world.change { server in
            let before = device.withLock { device in
                defer { device.sessionID = session }
                return device.sessionID
            }
            if let before { server.end(before, .signedOut) }
            return server.accounts[id]?.user ?? User(id: id)
        }
    }

    public func signOut() async throws(RollcallError) {
        guard let session = device.withLock({ $0.sessionID }) else { return }
        signOutHere(.signedOut)
        world.change { $0.end(session, .signedOut) }
    }

    public func requestPasswordReset(
        email: String, locale: String
    ) async throws(RollcallError) -> String {
        try await call { server throws(RollcallError) in
            try server.request(.resetPassword, of: email, mustBeVerified: false)
        }
    }

    public func resetPassword(
        _ proof: ResetPasswordRequest.Proof, to password: String
    ) async throws(RollcallError) {
        try await call { server throws(RollcallError) in
            try Self.check(password, of: [], server)
            let (owner, address) = try Self.met(by: proof, &server)
            guard var account = server.accounts[owner] else { return }
            try Self.check(password, of: account.identities, server)
            // The mail was read, so the address is verified.
            for index in account.addresses.indices
            where account.addresses[index].canonical == address?.canonical {
                account.addresses[index].info.verifiedAtMs = server.now
            }
            server.setPassword(password, of: &account)
            server.accounts[owner] = account
        }
    }

    /// - Returns: whose password it is, and where the mail went.
    private static func met(
        by proof: ResetPasswordRequest.Proof, _ server: inout FakeServer
    ) throws(RollcallError) -> (owner: String, FakeAddress?) {
        let found: FakeRequest?
        switch proof {
        case .mailedCode(let proof):
            try server.meet(.resetPassword, by: proof, "mailed_code.code")
            found = server.requests[proof.flow]
        case .linkToken(let text):
            let token = text.split(separator: "#").last.map(String.init)
            let mails = server.requests.values.filter { $0.code?.mail.kind == .resetPassword }
            found = mails.first { $0.code?.mail.linkToken == token }
        }
        guard let owner = found?.owner, let code = found?.code, code.expiresAt > server.now else {
            throw .refused(.notFound, .linkInvalid, "link_token")
        }
        return (owner, code.address)
    }

    private static func check(
        _ password: String, of identities: [String], _ server: FakeServer
    ) throws(RollcallError) {
        let broken = server.broken(password: password, of: identities, "new_password")
        guard broken.isEmpty else { throw .broken(broken) }
    }
}
