import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// Answers the calls of `AccountService`, each in a file named for it.
package struct AccountHandler: AccountService {
    let store: AuthStore
    let callers: SignedInCallers
    let limits: Limits
    let challenges: Challenges
    let resetRequests: ResetRequests
    let verifier: PasswordVerifier
    let hasher: PasswordHasher
    let passwordRules: AccountPasswordRules
    let issuer: SessionIssuer
    let notices: Notices
    let ids: UUIDv7Generator
    let configuration: AuthConfiguration
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int64
    let random: RandomSource

    /// An account as its owner sees it, as it is now.
    func info(of id: UUIDv7) async throws -> AccountInfo {
        let now = clock()
        return try await store.read { snapshot in
            let account = try snapshot.account(id).orThrow(.sessionEnded)
            let pending = try [ChallengePurpose.addAddress, .changeAddressNew]
                .compactMap { try snapshot.challenge(.account(id, $0)) }
                .filter { $0.isOpen(at: now) && $0.protects(account) }
            return AccountInfo(
                userID: id.description,
                addresses: try snapshot.addresses(of: id).map(\.message),
                locale: account.locale,
                createdAtMs: account.createdAt,
                passwordChangedAtMs: account.password?.setAt ?? 0,
                pendingAddresses: pending.map {
                    PendingAddress(
                        email: $0.address, replacesPrimary: $0.purpose == .changeAddressNew)
                },
                isAnonymous: try snapshot.waysIn(of: id).isNone,
                hasFactor: try snapshot.hasFactor(id))
        }
    }

    /// Sends codes that were asked for in a session, as often as its account may ask.
    ///
    /// - Parameter mailbox: the one that nobody has proved to read, which has a limit of its own.
    func send(
        _ issues: [Challenges.Issue], toUnproved mailbox: EmailAddress? = nil,
        by session: AccountSession
    ) async throws {
        let own = try limits.mail(for: .session(session.id, of: session.accountID))
        let unproved = try mailbox.map { try limits.permit(.mailUnproved, of: .mailbox($0)) }
        try await limits.spend([own, unproved].compactMap(\.self))
        try await store.send(issues, by: session.id, at: callers.sessionClock)
    }

    /// The verified addresses of an account besides one, as their owner wrote them.
    func verified(of id: UUIDv7, besides text: String) async throws -> [String] {
        let email = try EmailAddress(text)
        return try await store.addresses(of: id)
            .filter { $0.isVerified && $0.canonical != email.canonical }.map(\.text)
    }
}
