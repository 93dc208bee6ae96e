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

    /// The account as its owner sees it, as it is now.
    func info(of id: UUIDv7) async throws -> AccountInfo {
        try await info(of: store.account(id: id).orThrow(.sessionEnded))
    }

    /// The verified addresses of an account besides one, as their owner wrote them.
    func verified(
        of account: Account, besides email: EmailAddress
    ) async throws -> [String] {
        try await store.addresses(of: account.id)
            .filter { $0.isVerified && $0.canonical != email.canonical }.map(\.text)
    }

    /// The account as its owner sees it.
    func info(of account: Account) async throws -> AccountInfo {
        let now = clock()
        let (addresses, pending) = try await store.read { snapshot in
            let pending = try [ChallengePurpose.addAddress, .changeAddressNew].compactMap {
                try snapshot.challenge(.account(account.id, $0))
            }
            return (try snapshot.addresses(of: account.id), pending)
        }
        return AccountInfo(
            userID: account.id.description,
            addresses: addresses.map(\.message),
            locale: account.locale,
            createdAtMs: account.createdAt,
            passwordChangedAtMs: account.password?.setAt ?? 0,
            pendingAddresses: pending.filter { $0.isOpen(at: now) }.map {
                PendingAddress(
                    email: $0.address, replacesPrimary: $0.purpose == .changeAddressNew)
            })
    }
}
