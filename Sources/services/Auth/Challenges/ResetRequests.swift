import Logging
import RollcallCrypto
import Synchronization

/// Handles password-reset requests after the caller has been answered, so that neither the answer
/// nor its timing reveals whether an account exists. A request is on the disk before it is
/// answered, so that no restart loses it.
final class ResetRequests: Sendable {
    private let store: AuthStore
    private let challenges: Challenges
    private let limits: Limits
    private let clock: @Sendable () -> Int64
    private let logger: Logger
    private let loop = WakingLoop()
    /// The requests whose answers have not left yet.
    private let unanswered = Mutex<Set<UUIDv7>>([])

    /// From an answer to the work for it, so that the work does not delay the answer.
    private static let distance = Duration.milliseconds(10)
    /// Between two tries of work that failed, as on a full disk.
    private static let pause = Duration.seconds(5)

    init(
        store: AuthStore, challenges: Challenges, limits: Limits,
        clock: @escaping @Sendable () -> Int64, logger: Logger
    ) {
        self.store = store
        self.challenges = challenges
        self.limits = limits
        self.clock = clock
        self.logger = logger
    }

    /// Runs what answers a request. The request is handled afterwards.
    func answering(_ request: ResetRequest, _ body: () async throws -> Void) async rethrows {
        let id = request.challenge.id
        unanswered.withLock { _ = $0.insert(id) }
        defer {
            Task {
                try? await Task.sleep(for: Self.distance)
                unanswered.withLock { _ = $0.remove(id) }
                wake()
            }
        }
        try await body()
    }

    /// Says that there is something new.
    func wake() {
        loop.wake()
    }

    /// Looks at requests until it is cancelled. Called once.
    func run() async {
        await loop.run { _ in await lookAtAll() }
    }

    /// - Returns: how long to wait before it goes on; nil when nothing is left.
    func lookAtAll() async -> Duration? {
        do {
            while let request = try await next() {
                if let wait = try await look(at: request) { return wait }
            }
            return nil
        } catch is CancellationError {
            return nil
        } catch {
            logger.error("requests of resets wait", metadata: ["error": "\(error)"])
            return Self.pause
        }
    }

    private func next() async throws -> ResetRequest? {
        while true {
            let limit = unanswered.withLock(\.count) + 1
            let found = try await store.resetRequests(limit: limit)
            // By now: one that was stored before it was read is among them.
            let unanswered = unanswered.withLock(\.self)
            if let next = found.first(where: { !unanswered.contains($0.challenge.id) }) {
                return next
            }
            if found.count < limit { return nil }
        }
    }

    /// Sends no mail beyond the limit of the mailbox. Beyond the limit of all strangers the mail
    /// waits for its turn. A request without an account counts as well, so that neither the permits
    /// that are left nor the wait of others reveals that there is none.
    ///
    /// - Returns: how long to wait; nil when the request was handled.
    private func look(at request: ResetRequest) async throws -> Duration? {
        guard request.challenge.isOpen(at: clock()),
            let email = try? EmailAddress(request.challenge.address)
        else {
            try await store.settle(request, now: clock())
            return nil
        }
        // What a known device asks for was counted when it asked.
        guard !request.isFromKnownDevice else {
            try await answer(request, at: email, spending: [])
            return nil
        }
        let everyone = try limits.permit(.mailEveryone, of: .everyone)
        let recipient = try [.mailRecipient, .mailRecipientDay].map {
            try limits.permit($0, of: .mailbox(email))
        }
        var attempt = limits.attempt()
        if let wait = attempt.take([everyone]) { return wait }
        guard attempt.take(recipient) == nil else {
            try await store.settle(request, now: clock())
            return nil
        }
        try await answer(request, at: email, spending: attempt.permits)
        attempt.recorded()
        return nil
    }

    private func answer(
        _ request: ResetRequest, at email: EmailAddress, spending permits: [Permit]
    ) async throws {
        guard let account = try await store.account(email: email),
            let address = try await store.addresses(of: account.id)
                .first(where: { $0.canonical == email.canonical })
        else { return try await store.settle(request, spending: permits, now: clock()) }
        let issue = try challenges.draft(request.challenge)
            .issue(of: account, at: address.text, locale: request.locale)
        try await store.answer(request, by: issue, spending: permits, now: clock())
    }
}

/// A request for a new password of the account with an address, if there is one.
struct ResetRequest: Sendable {
    /// How long it waits for its turn, at most. The time of its code begins afterwards.
    static let deadline = Duration.seconds(3600)

    let challenge: Challenge
    /// To write in, if the account has none.
    let locale: String
    /// Whether it comes from a device that the account with the address knows.
    let isFromKnownDevice: Bool
}
