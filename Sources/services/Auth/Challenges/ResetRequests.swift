import RollcallCrypto
import RollcallRPC
import Storage

/// Handles requests for a code without a session, for a password reset or for signing in, after the
/// caller has been answered: neither the answer nor its timing reveals whether an account exists. A
/// request is on the disk before it is answered, so that no restart loses it.
struct ResetRequests: Sendable {
    let store: AuthStore
    let challenges: Challenges
    let limits: Limits
    let padding: ResponsePadding
    let queue: AuthQueue<ResetRequest>
    let clock: @Sendable () -> Int64
    let random: RandomSource

    /// From an answer to the work for it, so that the work does not delay the answer.
    private static let distance = Duration.milliseconds(10)

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
            try await store.add(waiting, claim: queue.newClaim(), now: clock())
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
        queue.enter(request.id)
        defer {
            Task { [queue] in
                try? await Task.sleep(for: Self.distance)
                await queue.release(request.id)
                // Those of known devices do not wait where strangers do.
                queue.resume()
            }
        }
        try await body()
    }

    /// Sends no mail beyond the limit of the mailbox. Beyond the limit of all strangers the mail
    /// waits for its turn. A request without an account counts as well, so that neither the permits
    /// that are left nor the wait of others reveals that there is none.
    @Sendable func look(
        at request: ResetRequest
    ) async throws -> AuthQueue<ResetRequest>.Outcome {
        guard request.challenge.isOpen(at: clock()),
            let email = try? EmailAddress(request.challenge.address)
        else {
            try await store.settle(request, now: clock())
            return .done
        }
        // What a known device asks for was counted when it asked.
        guard !request.isFromKnownDevice else {
            try await answer(request, at: email, spending: [])
            return .done
        }
        let everyone = try limits.permit(.mailEveryone, of: .everyone)
        let recipient = try [.mailRecipient, .mailRecipientDay].map {
            try limits.permit($0, of: .mailbox(email))
        }
        var attempt = limits.attempt()
        if let wait = await attempt.take([everyone]) { return .hold(wait) }
        guard await attempt.take(recipient) == nil else {
            try await store.settle(request, now: clock())
            return .done
        }
        try await answer(request, at: email, spending: attempt.permits)
        attempt.recorded()
        return .done
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
struct ResetRequest: WorkItem {
    static let table = WorkTable<ResetRequest>(
        "challenge", columns: columns, where: "waitingLocale IS NOT NULL",
        order: "isFromKnownDevice DESC, id")

    /// How long it waits for its turn, at most. The time of its code begins afterwards.
    static let deadline = Duration.seconds(3600)

    let challenge: Challenge
    /// To write in, if the account has none.
    let locale: String
    /// Whether it comes from a device that the account with the address knows.
    let isFromKnownDevice: Bool

    var id: UUIDv7 { challenge.id }
    /// It is tried again after the same pause each time.
    var attempts: Int { 0 }
}

extension ResetRequest {
    private static let columns: SQL = "\(Challenge.columns), waitingLocale, isFromKnownDevice"

    /// - Throws: `StorageError.corrupt`.
    init(_ columns: inout Columns) throws {
        try self.init(
            challenge: Challenge(&columns), locale: columns.next(),
            isFromKnownDevice: columns.next())
    }
}
