import Logging
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Synchronization

/// Handles requests for a code without a session, for a password reset or for signing in, after the
/// caller has been answered: neither the answer nor its timing reveals whether an account exists. A
/// request is on the disk before it is answered, so that no restart loses it.
final class ResetRequests: Sendable {
    private let store: AuthStore
    private let challenges: Challenges
    private let limits: Limits
    private let padding: ResponsePadding
    private let clock: @Sendable () -> Int64
    private let random: RandomSource
    private let logger: Logger
    private let loop = WakingLoop()
    /// The requests whose answers have not left yet.
    private let unanswered = Mutex<Set<UUIDv7>>([])

    /// From an answer to the work for it, so that the work does not delay the answer.
    private static let distance = Duration.milliseconds(10)
    /// Between two tries of work that failed, as on a full disk.
    private static let pause = Duration.seconds(5)

    init(
        store: AuthStore, challenges: Challenges, limits: Limits, padding: ResponsePadding,
        clock: @escaping @Sendable () -> Int64, random: RandomSource, logger: Logger
    ) {
        self.store = store
        self.challenges = challenges
        self.limits = limits
        self.padding = padding
        self.clock = clock
        self.random = random
        self.logger = logger
    }

    /// Writes one row and gives one answer for every address, whether an account has it or not.
    /// The answer leaves with `ResponsePadding`: otherwise the work for one request could show in
    /// the time of the next answer.
    ///
    /// - Parameters:
    ///   - locale: of the request.
    ///   - deviceToken: likewise; may be empty.
    /// - Returns: what has to come with the code, and when that expires.
    /// - Throws: `RPCError` (TOO_MANY_ATTEMPTS).
    func accept(
        _ purpose: ChallengePurpose, at email: EmailAddress, locale: String, deviceToken: String,
        _ context: CallContext
    ) async throws -> (flow: String, expiresAtMs: Int64) {
        let arrival = ContinuousClock.now
        let device = try await device(deviceToken, of: email)
        let mail = try limits.mail(for: Asker(device, context))
        try await limits.spend([mail])
        let flow = try challenges.newFlow(random)
        var challenge = challenges.request(purpose, at: email.canonical, flow: flow, by: mail.key)
        let waiting = ResetRequest(
            challenge: challenge, locale: LanguageTag(describing: locale)?.text ?? "",
            isFromKnownDevice: device != nil)
        try await answering(waiting) {
            try await store.add(waiting, now: clock())
            try await padding.wait(since: arrival)
        }
        challenge.begin(at: clock())
        return (flow.token.text, challenge.expiresAt)
    }

    /// The device that a token is of, if its account has the address. Nothing is looked up by the
    /// address, so that the time of the answer tells nothing of it.
    private func device(_ text: String, of email: EmailAddress) async throws -> KnownDevice? {
        guard let token = OpaqueToken(text, kind: .device),
            let device = try await store.device(token),
            try await store.addresses(of: device.accountID)
                .contains(where: { $0.canonical == email.canonical })
        else { return nil }
        return device
    }

    /// Runs what answers a request. The request is handled afterwards.
    private func answering(_ request: ResetRequest, _ body: () async throws -> Void) async rethrows
    {
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
        if let wait = await attempt.take([everyone]) { return wait }
        guard await attempt.take(recipient) == nil else {
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
        // A code for signing in proves no address: who has it may not be who chose the password.
        guard let account = try await store.account(email: email),
            let address = try await store.addresses(of: account.id)
                .first(where: { $0.canonical == email.canonical }),
            address.isVerified || request.challenge.purpose == .resetPassword
        else { return try await store.settle(request, spending: permits, now: clock()) }
        let issue = try challenges.draft(request.challenge)
            .issue(of: account, at: address.text, locale: request.locale)
        try await store.answer(request, by: issue, spending: permits, now: clock())
    }
}

/// A request for a code of the account with an address, if there is one.
struct ResetRequest: Sendable {
    /// How long it waits for its turn, at most. The time of its code begins afterwards.
    static let deadline = Duration.seconds(3600)

    let challenge: Challenge
    /// To write in, if the account has none.
    let locale: String
    /// Whether it comes from a device that the account with the address knows.
    let isFromKnownDevice: Bool
}
