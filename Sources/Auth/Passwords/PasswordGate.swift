import RollcallCrypto
import RollcallRPC

/// The only way to find out whether a password is correct. Every check counts against the same limits.
///
/// A check is counted before the hash, and no longer counts once the password was found correct: so of
/// many guesses at once no more are hashed than the limit allows. A wrong password is on the disk as
/// counted before it is answered, so that a restart forgets nothing.
///
/// Beyond the limit of an address, or of all strangers together, the caller is told so: that reveals
/// nothing about any account. Beyond the limit of a login every password is answered as wrong, the
/// correct one too, without a hash.
///
/// A device that the account knows has a limit of its own and no other, so that strangers cannot lock
/// it out; the caller is told when it is used up. Re-entering the password inside a session has a limit
/// per session: a guesser would need the password to open a second session. There is no limit over all
/// sessions of an account: by it, a thief of one session could lock the owner out of the others.
///
/// Correct passwords are limited as well: they cost the same hash, and each session beyond those that
/// an account may have ends another, of which all services are told. Sign-ins on devices that the
/// account does not know, or has known for less than a day, have a limit apart from that of devices
/// which it has known for longer, and cannot use that up.
///
/// Whatever makes a password wrong, the answer leaves at a multiple of `AnswerPacing`'s quantum, as does
/// an error once the account was looked for. A correct password is answered immediately. A worker that
/// is busy, or would answer after the caller's deadline, refuses all callers alike and immediately, as a
/// rule before anything is read of an account. Devices that were known for a day go before all others in
/// the queue, so that a flood of strangers who keep every limit does not keep them out.
struct PasswordGate: Sendable {
    let hasher: PasswordHasher
    let limiter: Limiter
    let store: AuthStore
    let pacing: AnswerPacing
    /// Milliseconds since 1970, as devices have it.
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
        /// - Parameters:
        ///   - device: the caller's, if the account knows it.
        ///   - charge: what it has taken of the limits of right ones, to be written down.
        case right(from: KnownDevice?, Charge?)

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

    /// Whether `password` is that of the account that a session is of.
    ///
    /// - Throws: `RPCError` (TOO_MANY_ATTEMPTS, OVERLOADED).
    func isRight(
        _ password: String, in session: UUIDv7, of account: Account, for call: CallContext
    ) async throws -> Bool {
        let verdict = try await paced(call) {
            let wrong = try limiter.unit(.session, of: .session(session))
            let right = try limiter.unit(.confirmAccount, of: .account(account.id))
            let charge = try await charge(
                right, if: password, is: account.passwordHash, else: wrong, call)
            return charge.map { .right(from: nil, $0) } ?? .wrong(.wrong)
        }
        guard case .right(_, let charge?) = verdict else { return false }
        try await store.keep(charge)
        return true
    }

    /// Asks whether a hash would be refused: before anything is done, or counted, for who needs one.
    ///
    /// - Throws: `RPCError` (OVERLOADED).
    func checkForRoom(_ call: CallContext) async throws {
        try await PasswordHasher.shedding { try hasher.checkForRoom(deadline: call.deadline) }
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
        var device: KnownDevice?
        if let token { device = try await store.device(token) }
        var hasLooked = false
        let isPreferred = device.map { !isOnTrial($0) } ?? false
        return try await paced(call, isPreferred: isPreferred, hasLooked: { hasLooked }) {
            try await verdict(on: password, from: device, call) {
                hasLooked = true
                return try await claim()
            }
        }
    }

    /// - Parameter hasLooked: whether the account was looked for, so that the time of an error could
    ///   tell something of it.
    private func paced(
        _ call: CallContext, isPreferred: Bool = false, hasLooked: () -> Bool = { false },
        _ body: () async throws -> Verdict
    ) async throws -> Verdict {
        let arrival = ContinuousClock.now
        return try await PasswordHasher.shedding {
            try hasher.checkForRoom(deadline: call.deadline, isPreferred: isPreferred)
            do {
                let verdict = try await body()
                if !verdict.isRight { try await pacing.wait(since: arrival) }
                return verdict
            } catch PasswordHasherError.overloaded(let pause) {
                throw PasswordHasherError.overloaded(retryAfter: pause)
            } catch let error where hasLooked() {
                try await pacing.wait(since: arrival)
                throw error
            }
        }
    }

    private func verdict(
        on password: String, from device: KnownDevice?, _ call: CallContext,
        _ claim: () async throws -> Claim
    ) async throws -> Verdict {
        guard let device else {
            return try await verdict(onStrangers: password, for: call, claim: claim)
        }
        let found = try await claim()
        guard found.accountID == device.accountID else {
            return try await verdict(onStrangers: password, for: call) { found }
        }
        let wrong = try limiter.unit(.device, of: .device(device.id))
        let right = try right(of: device)
        let charge = try await charge(
            right, if: password, is: found.hash, isPreferred: !isOnTrial(device), else: wrong, call)
        return charge.map { .right(from: device, $0) } ?? .wrong(found.refusal)
    }

    /// The limit that a correct password on a device counts against. A device known for less than a day
    /// shares the limit of unknown devices. Otherwise every sign-in would create a device with a fresh
    /// limit.
    private func right(of device: KnownDevice) throws -> Limiter.Unit {
        isOnTrial(device)
            ? try limiter.unit(.signInAccount, of: .account(device.accountID))
            : try limiter.unit(.signInDevice, of: .device(device.id))
    }

    private func isOnTrial(_ device: KnownDevice) -> Bool {
        .milliseconds(clock() - device.createdAt) < KnownDevice.trial
    }

    /// For callers that have limits of their own, and no other: without room in both nothing is hashed.
    ///
    /// - Returns: the charge of a right password; nil if it is wrong.
    private func charge(
        _ right: Limiter.Unit, if password: String, is hash: PasswordHash?,
        isPreferred: Bool = false, else wrong: Limiter.Unit, _ call: CallContext
    ) async throws -> Charge? {
        try limiter.charge([wrong, right])
        var isRight = false
        defer { if !isRight { limiter.giveBack([right]) } }
        isRight =
            try await settle(wrong, beside: []) {
                try await verify(password, hash, isCounted: true, isPreferred: isPreferred, call)
            } == .right
        return isRight ? Charge([right], of: limiter) : nil
    }

    /// For strangers: only a caller with the correct password is told that the account has been signed in
    /// to too often. A hash that was spent on such a refusal counts as a wrong password would. Otherwise a
    /// caller who knows the password could keep the hash workers busy.
    private func charge(
        right accountID: UUIDv7?, else shared: [Limiter.Unit]
    ) async throws -> Charge? {
        guard let accountID else { return nil }
        let right = try limiter.unit(.signInAccount, of: .account(accountID))
        do {
            return try limiter.charge([right])
        } catch {
            if limiter.take(shared) == nil { try await store.keep(Charge(shared, of: limiter)) }
            throw error
        }
    }

    private func verdict(
        onStrangers password: String, for call: CallContext, claim: () async throws -> Claim
    ) async throws -> Verdict {
        let everyone = try limiter.unit(.everyone, of: .everyone)
        let address = try limiter.unit(.address, of: .address(ClientNetwork(call.peer)))
        let shared = [address, everyone]
        try limiter.charge(shared)
        let found: Claim
        let own: Limiter.Unit
        do {
            found = try await claim()
            own = try limiter.unit(.account, of: .login(found.login))
        } catch {
            limiter.giveBack(shared)
            throw error
        }
        let isCounted = limiter.take([own]) == nil
        let finding = try await settle(isCounted ? own : nil, beside: shared) {
            try await verify(password, found.hash, isCounted: isCounted, call)
        }
        // Otherwise calls that cost no hash would use up the limit that all strangers share.
        if finding == .refused { limiter.giveBack([everyone]) }
        if finding == .right {
            return .right(from: nil, try await charge(right: found.accountID, else: shared))
        }
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
            try await store.keep(Charge(taken, of: limiter))
            return finding
        }
        limiter.giveBack(others)
        if limiter.clear(own) {
            try await store.keep(Charge([own], of: limiter))
        }
        return .right
    }

    private func verify(
        _ text: String, _ hash: PasswordHash?, isCounted: Bool, isPreferred: Bool = false,
        _ call: CallContext
    ) async throws -> Finding {
        guard let password = Password(text), password.length <= PasswordRules.lengths.upperBound
        else { return .refused }
        let (bytes, deadline) = (password.secret.bytes, call.deadline)
        guard isCounted else {
            try await hasher.pretend(deadline: deadline)
            return .refused
        }
        guard let hash else {
            try await hasher.verifyDummy(bytes, deadline: deadline, isPreferred: isPreferred)
            return .wrong
        }
        let isRight = try await hasher.verify(
            bytes, against: hash, deadline: deadline, isPreferred: isPreferred)
        return isRight ? .right : .wrong
    }
}

extension PasswordGate {
    /// Whether a password that is to replace an account's is the same as before. Only for callers who
    /// have met a challenge. No limit counts: the answer that it is another uses the challenge up.
    ///
    /// - Throws: `RPCError` (OVERLOADED).
    func isUnchanged(
        _ password: Password, of account: Account, for call: CallContext
    ) async throws -> Bool {
        guard let hash = account.passwordHash else { return false }
        return try await PasswordHasher.shedding {
            try await hasher.verify(
                password.secret.bytes, against: hash, deadline: call.deadline)
        }
    }
}
