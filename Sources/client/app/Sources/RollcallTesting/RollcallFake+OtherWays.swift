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
            let (address, broken) = server.check(email, password, of: account.identities)
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
            try server.request(.signInCode, of: email, mustBeVerified: true)
        }
    }

    public func signIn(with code: MailedCode) async throws(RollcallError) -> SignInResult {
        let (id, session) = try await call { server throws(RollcallError) in
            try server.meet(.signInCode, by: code, "code")
            guard let owner = server.requests[code.flow]?.owner else {
                throw RollcallError.refused(.notFound, .codeExpired, "code")
            }
            server.requests[code.flow]?.owner = nil
            return (owner, server.open(owner))
        }
        return .signedIn(enter(id, session))
    }
}
