import Logging
import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// The service, put together: what answers its calls, what authenticates them, and what it does
/// on its own. It serves nothing by itself.
package struct AuthServiceRuntime: Sendable {
    let handler: AuthHandler
    let account: AccountHandler
    private let accountData: AccountDataHandler
    private let admin: AuthAdminHandler
    let revocations: RevocationHandler
    /// For the server.
    package let authenticator: CurrentCallers
    let parts: AuthParts

    /// Makes the signing key if there is none, and ends what a crash left half done. A server may
    /// start afterwards.
    ///
    /// - Parameters:
    ///   - profile: a client that finds Profile again after either has been restarted.
    ///   - presence: likewise.
    ///   - secret: of `AuthStore.unlock`.
    ///   - mail: how mail leaves; without it mails wait.
    /// - Throws: what the store says; `CryptoError`.
    package init(
        store: AuthStore, profile: ProfileServiceClient, presence: PresenceServiceClient,
        hasher: PasswordHasher, secret: Secret, mail: MailDelivery? = nil,
        configuration: AuthConfiguration = AuthConfiguration(), environment: AuthEnvironment
    ) async throws {
        if let (reason, endedCount) = try await store.start(now: environment.clock()) {
            environment.logger.warning(
                "a new epoch has begun: \(reason.rawValue)",
                metadata: ["sessions.ended": "\(endedCount)"])
        }
        parts = try await AuthParts(
            store: store, profile: profile, presence: presence, hasher: hasher, secret: secret,
            mail: mail, configuration: configuration, environment: environment)
        handler = parts.authHandler()
        account = parts.accountHandler()
        accountData = parts.accountDataHandler()
        admin = parts.adminHandler()
        authenticator = parts.authenticator()
        revocations = parts.revocationHandler(authenticator)
        try await parts.signUpRecovery().recover()
    }

    /// Has a server answer all calls of Auth.
    package func add(to router: inout Router) {
        handler.add(to: &router)
        account.add(to: &router)
        router.add(revocations)
        router.add(accountData)
        admin.add(to: &router)
    }

    /// Tells the other services what they have yet to hear, looks at who wants a password reset, and
    /// sends mail, until it is cancelled.
    package func run() async {
        await parts.runInBackground()
    }

    /// How many mails wait to be sent.
    @Sendable package func waitingMail() async throws -> Int {
        try await parts.store.countPendingMail()
    }

    /// Ends the streams of those who watch, and takes no more of them. To be called before the
    /// server is drained, which waits for them.
    package func beginDrain() {
        parts.store.feed.beginDrain()
        parts.store.hub.beginDrain()
    }
}
