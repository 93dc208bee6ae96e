import Logging
import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// The parts of the service: the handlers of its calls, their authenticator, and its own tasks. It
/// listens nowhere itself.
package struct AuthServiceRuntime: Sendable {
    let handler: AuthHandler
    let account: AccountHandler
    private let accountData: AccountDataHandler
    private let admin: AuthAdminHandler
    let revocations: RevocationHandler
    /// For the server.
    package let authenticator: CurrentCallers
    let parts: AuthParts

    /// Makes the signing key if there is none, and completes work that a crash has interrupted. A server
    /// may start afterwards.
    ///
    /// - Parameters:
    ///   - profile: a client that reconnects after a restart of either side.
    ///   - presence: likewise.
    ///   - secret: of `AuthStore.unlock`.
    ///   - mail: the sender of mail. Without it mails wait.
    /// - Throws: the store's errors; `CryptoError`.
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
        authenticator = parts.authenticator()
        handler = parts.authHandler(authenticator)
        account = parts.accountHandler()
        accountData = parts.accountDataHandler()
        admin = parts.adminHandler()
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

    /// Sends pending messages to the other services, handles requests for password resets, and sends
    /// mail, until it is cancelled.
    package func run() async {
        await parts.runInBackground()
    }

    /// The number of mails that wait.
    @Sendable package func waitingMail() async throws -> Int {
        try await parts.store.waitingMail().count
    }

    /// Why no mail can be sent, for an operator; nil if mail can be sent.
    @Sendable package func mailTrouble() -> String? { parts.mail?.trouble }

    /// Ends the watches' streams, and accepts no more. To be called before the server drains, which waits
    /// for them.
    package func beginDrain() {
        parts.store.feed.beginDrain()
        parts.store.hub.beginDrain()
    }
}
