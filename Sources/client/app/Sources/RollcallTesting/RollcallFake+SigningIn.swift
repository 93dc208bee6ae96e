import Foundation
import RollcallApp
import RollcallRules

extension RollcallFake {
    @discardableResult public func signUp(
        email: String, password: String, displayName: String, locale: String
    ) async throws(RollcallError) -> User {
        let (id, session) = try await call { server throws(RollcallError) in
            let (address, name) = (try? FakeAddress(email), displayName.spaceTrimmed)
            var broken: [Violation] = []
            do throws(RollcallError) { _ = try server.email(email) } catch {
                broken += error.violations
            }
            broken += server.broken(
                password: password, of: [email, address?.text ?? "", name], "password")
            let isFormBroken = !broken.isEmpty
            if !displayName.isEmpty { broken += server.broken(name: displayName, for: nil) }
            if !isFormBroken, let address, server.account(at: address) != nil {
                broken.insert(.of(.emailTaken, "email"), at: 0)
            }
            guard broken.isEmpty, let address else { throw .broken(broken) }
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
            let address = try server.email(email)
            let flow = UUID().uuidString
            let owner = server.account(at: address)?.id
            let code = server.mail(.resetPassword, to: address, isSent: owner != nil)
            server.resets[flow] = FakeReset(owner: owner, code: code)
            return flow
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
        var flow: String?
        switch proof {
        case .mailedCode(let proof):
            let reset = server.resets[proof.flow]
            flow = reset.map { _ in proof.flow }
            let (field, now) = ("mailed_code.code", server.now)
            var code = reset?.code
            defer { if reset != nil { server.resets[proof.flow]?.code = code } }
            try FakeCode.meet(
                &code, by: proof.code, field, now: now, isSpent: reset?.owner == nil)
        case .linkToken(let text):
            let token = text.split(separator: "#").last.map(String.init)
            flow = server.resets.first { $0.value.code?.mail.linkToken == token }?.key
        }
        guard let reset = flow.flatMap({ server.resets[$0] }), let owner = reset.owner,
            reset.code.map({ $0.expiresAt > server.now }) == true
        else { throw .refused(.notFound, .linkInvalid, "link_token") }
        return (owner, reset.code?.address)
    }

    private static func check(
        _ password: String, of identities: [String], _ server: FakeServer
    ) throws(RollcallError) {
        let broken = server.broken(password: password, of: identities, "new_password")
        guard broken.isEmpty else { throw .broken(broken) }
    }
}
