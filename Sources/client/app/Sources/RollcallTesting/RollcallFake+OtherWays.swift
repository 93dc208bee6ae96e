import Foundation
import RollcallApp
import RollcallRules

/// Accounts without an address, and codes for signing in. There are no providers.
extension RollcallFake {
    public func signInOptions() async throws(RollcallError) -> SignInOptions {
        var options = SignInOptions()
        (options.mailsCodes, options.hasAnonymousAccounts) = (true, true)
        return options
    }

    @discardableResult public func signUpAnonymously(
        displayName: String, locale: String
    ) async throws(RollcallError) -> User {
        let (id, session) = try await call { server throws(RollcallError) in
            let name = displayName.spaceTrimmed
            let broken = name.isEmpty ? [] : server.broken(name: displayName, for: nil)
            guard broken.isEmpty else { throw .broken(broken) }
            let account = FakeAccount("", "", name, now: server.now)
            server.accounts[account.id] = account
            return (account.id, server.open(account.id))
        }
        return enter(id, session)
    }

    @discardableResult public func upgrade(
        email: String, password: String
    ) async throws(RollcallError) -> User {
        try await own { server, account, _ throws(RollcallError) in
            try require(account.isAnonymous, .failedPrecondition, .hasCredential)
            var broken: [Violation] = []
            do throws(RollcallError) { _ = try server.email(email) } catch {
                broken += error.violations
            }
            let address = try? FakeAddress(email)
            broken += server.broken(
                password: password, of: account.identities + [email, address?.text ?? ""],
                "password")
            if broken.isEmpty, let address, server.account(at: address) != nil {
                broken = [.of(.emailTaken, "email")]
            }
            guard broken.isEmpty, let address else { throw .broken(broken) }
            account.addresses = [address]
            account.password = FakeAccount.normal(password)
            account.passwordChangedAt = server.now
            account.codes[.verifyAddress] = server.mail(.verifyAddress, to: address)
            return account.user
        }
    }

    public func sendSignInCode(
        email: String, locale: String
    ) async throws(RollcallError) -> String {
        try await call { server throws(RollcallError) in
            let address = try server.email(email)
            let flow = UUID().uuidString
            let owner = server.account(at: address)
            let isVerified = owner?.addresses.contains {
                $0.canonical == address.canonical && $0.info.verifiedAtMs > 0
            }
            let code = server.mail(.signInCode, to: address, isSent: isVerified == true)
            server.signInCodes[flow] = FakeReset(
                owner: isVerified == true ? owner?.id : nil, code: code)
            return flow
        }
    }

    public func signIn(with code: MailedCode) async throws(RollcallError) -> SignInResult {
        let (id, session) = try await call { server throws(RollcallError) in
            let found = server.signInCodes[code.flow]
            var open = found?.code
            defer { if found != nil { server.signInCodes[code.flow]?.code = open } }
            try FakeCode.meet(
                &open, by: code.code, "code", now: server.now, isSpent: found?.owner == nil)
            guard let owner = found?.owner else {
                throw RollcallError.refused(.notFound, .codeExpired, "code")
            }
            server.signInCodes[code.flow]?.owner = nil
            return (owner, server.open(owner))
        }
        return .signedIn(enter(id, session))
    }
}
