import RollcallCrypto
import RollcallRPC

/// The only way to find out whether a password is right. Whatever asks pays with the same limits.
///
/// A unit is taken before the hash and given back when the password was right, so that of many
/// guesses at once no more are hashed than the limit allows. What a wrong one has taken is on the
/// disk before it is answered, so that a restart forgets nothing.
///
/// Beyond the limit of an address, or of all together, the caller is told so: that says nothing of
/// any account. Beyond the limit of a login every password is wrong, the right one too, without a hash.
///
/// A device that the account knows takes of its own limit and of no other, so that strangers cannot
/// lock it out, and is told when that is used up. So does a session, in which the password is given
/// once more: nobody has another to guess in without the password. There is no limit of all sessions
/// of an account, by which a thief of one would lock its owner out of the others, too.
///
/// Whatever makes a password wrong, the answer leaves at a multiple of `AnswerPacing`'s quantum, and so
/// does an error once the account was looked for. Who is right is answered at once. A lane that is
/// full, or past the caller's deadline, refuses all alike, and at once: as a rule before anything is
/// read.
struct PasswordGate: Sendable {
    let hasher: PasswordHasher
    let limiter: Limiter
    let store: AuthStore
    let pacing: AnswerPacing
    /// `LimiterClock`'s.
    let clock: @Sendable () -> Int64

    /// Whose password it is said to be.
    struct Claim: Sendable {
        /// What the limit of strangers goes by: the same for all names of one account.
        let login: String
        /// Nil if there is no such account.
        var accountID: UUIDv7?
        /// Never right, if it is nil.
        var hash: PasswordHash?

        fileprivate var refusal: Refusal {
            guard hash == nil else { return .wrong }
            return accountID == nil ? .unknown : .disabled
        }
    }

    enum Verdict: Sendable {
        case wrong(Refusal)
        /// - Parameter device: the caller's, if the account knows it.
        case right(from: KnownDevice?)

        fileprivate var isRight: Bool {
            if case .right = self { true } else { false }
        }
    }

    /// Why a password is wrong. For operators: callers must not be able to tell.
    enum Refusal: String, CaseIterable, Sendable {
        /// There is no such account.
        case unknown
        /// Nobody may sign in to the account.
        case disabled
        case wrong
        /// Too many were wrong before.
        case locked
    }

    /// Whether `password` is the one that `hash` returns the hash of; never, if that is nil. For
    /// callers that show no device.
    ///
    /// - Parameters:
    ///   - password: as it was sent.
    ///   - login: whose it is said to be: the account's e-mail address.
    ///   - hash: finds the account, once the caller's address may ask.
    /// - Throws: `RPCError` (TOO_MANY_ATTEMPTS, OVERLOADED); what `hash` throws.
    func isRight(
        _ password: String, of login: String, for call: CallContext,
        against hash: () async throws -> PasswordHash?
    ) async throws -> Bool {
        let claim = { Claim(login: login, hash: try await hash()) }
        return try await verdict(on: password, from: nil, for: call, claim: claim).isRight
    }

    /// Whether `password` is that of the account that a session is of.
    ///
    /// - Throws: `RPCError` (TOO_MANY_ATTEMPTS, OVERLOADED).
    func isRight(
        _ password: String, in session: UUIDv7, against hash: PasswordHash, for call: CallContext
    ) async throws -> Bool {
        try await paced(call) {
            let own = try limiter.unit(.session, of: .session(session))
            let isRight = try await isRight(password, hash, by: own, call)
            return isRight ? .right(from: nil) : .wrong(.wrong)
        }.isRight
    }

    /// Whether `password` is that of the claim, and who gave it.
    ///
    /// - Parameters:
    ///   - token: of the caller's device, if it has shown one.
    ///   - claim: finds the account.
    /// - Throws: `RPCError` (TOO_MANY_ATTEMPTS, OVERLOADED); what `claim` throws.
    func verdict(
        on password: String, from token: OpaqueToken?, for call: CallContext,
        claim: () async throws -> Claim
    ) async throws -> Verdict {
        var hasLooked = false
        return try await paced(call, hasLooked: { hasLooked }) {
            try await verdict(on: password, from: token, call) {
                hasLooked = true
                return try await claim()
            }
        }
    }

    /// - Parameter hasLooked: whether the account was looked for, so that the time of an error could
    ///   tell something of it.
    private func paced(
        _ call: CallContext, hasLooked: () -> Bool = { false },
        _ body: () async throws -> Verdict
    ) async throws -> Verdict {
        let arrival = ContinuousClock.now
        try await PasswordHasher.shedding { try hasher.checkForRoom(deadline: call.deadline) }
        do {
            let verdict = try await body()
            if !verdict.isRight { try await pacing.wait(since: arrival) }
            return verdict
        } catch let error where hasLooked() && !error.isShed {
            try await pacing.wait(since: arrival)
            throw error
        }
    }

    private func verdict(
        on password: String, from token: OpaqueToken?, _ call: CallContext,
        _ claim: () async throws -> Claim
    ) async throws -> Verdict {
        guard let token, let device = try await store.device(token) else {
            return try await verdict(onStrangers: password, for: call, claim: claim)
        }
        let found = try await claim()
        guard found.accountID == device.accountID else {
            return try await verdict(onStrangers: password, for: call) { found }
        }
        let own = try limiter.unit(.device, of: .device(device.id))
        let isRight = try await isRight(password, found.hash, by: own, call)
        return isRight ? .right(from: device) : .wrong(found.refusal)
    }

    /// For whoever has a limit of his own, and no other.
    private func isRight(
        _ password: String, _ hash: PasswordHash?, by own: Limiter.Unit, _ call: CallContext
    ) async throws -> Bool {
        if let wait = limiter.take([own]) { throw RPCError.tooManyAttempts(wait) }
        return try await settle(own, beside: []) {
            try await verify(password, hash, isCounted: true, call)
        } == .right
    }

    private func verdict(
        onStrangers password: String, for call: CallContext, claim: () async throws -> Claim
    ) async throws -> Verdict {
        let address = try limiter.unit(.address, of: .address(ClientNetwork(call.peer)))
        let everyone = try limiter.unit(.everyone, of: .everyone)
        if let wait = limiter.take([address, everyone]) { throw RPCError.tooManyAttempts(wait) }
        var finding: Finding?
        // Else whoever is right, or has nothing hashed, would use up what all have together.
        defer { if finding != .wrong { limiter.giveBack([everyone]) } }
        let found: Claim
        let own: Limiter.Unit
        do {
            found = try await claim()
            own = try limiter.unit(.account, of: .login(found.login))
        } catch {
            limiter.giveBack([address])
            throw error
        }
        let isCounted = limiter.take([own]) == nil
        finding = try await settle(isCounted ? own : nil, beside: [address]) {
            try await verify(password, found.hash, isCounted: isCounted, call)
        }
        if finding == .right { return .right(from: nil) }
        return .wrong(isCounted ? found.refusal : .locked)
    }

    private enum Finding {
        case right
        case wrong
        /// Wrong without a hash: it can be nobody's, or nothing is right now.
        case refused
    }

    /// Keeps what was taken if the password is wrong, and gives it back if it is right.
    ///
    /// - Parameter own: a success clears all of its meter. Nil when there was none to be had, so that
    ///   nothing is right.
    private func settle(
        _ own: Limiter.Unit?, beside others: [Limiter.Unit], _ check: () async throws -> Finding
    ) async throws -> Finding {
        let taken = others + [own].compactMap(\.self)
        let finding: Finding
        do {
            finding = try await check()
        } catch {
            // Nothing was found out, so nothing is owed.
            limiter.giveBack(taken)
            throw error
        }
        guard finding == .right, let own else {
            try await store.keep(taken, of: limiter, now: clock())
            return finding
        }
        limiter.giveBack(others)
        if limiter.clear(own) {
            try await store.keep([own], of: limiter, now: clock())
        }
        return .right
    }

    private func verify(
        _ text: String, _ hash: PasswordHash?, isCounted: Bool, _ call: CallContext
    ) async throws -> Finding {
        guard let password = Password(text), password.length <= PasswordRules.lengths.upperBound
        else { return .refused }
        return try await PasswordHasher.shedding {
            let (bytes, deadline) = (password.secret.bytes, call.deadline)
            guard isCounted else {
                try await hasher.pretend(deadline: deadline)
                return .refused
            }
            guard let hash else {
                try await hasher.verifyDummy(bytes, deadline: deadline)
                return .wrong
            }
            let isRight = try await hasher.verify(bytes, against: hash, deadline: deadline)
            return isRight ? .right : .wrong
        }
    }
}

extension PasswordGate {
    /// Whether a password that is to replace an account's is the same. For who has met a challenge,
    /// and so could replace it by any other: no limit counts, as whoever hears that it is not has used
    /// the challenge up.
    ///
    /// - Throws: `RPCError` (OVERLOADED).
    func isUnchanged(
        _ password: Password, of account: Account, for call: CallContext
    ) async throws -> Bool {
        try await PasswordHasher.shedding {
            try await hasher.verify(
                password.secret.bytes, against: account.passwordHash, deadline: call.deadline)
        }
    }
}

extension Error {
    /// Whether there was no room for a hash.
    fileprivate var isShed: Bool {
        (self as? RPCError)?.reasons.contains(.overloaded) == true
    }
}
