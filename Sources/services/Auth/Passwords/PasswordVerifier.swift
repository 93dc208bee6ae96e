import RollcallCrypto
import RollcallRPC

/// The only way to find out whether a password is correct. Every check counts against the same limits.
///
/// Beyond the limit of an address, or of all strangers together, the caller is told so: that reveals
/// nothing about any account. Beyond the limit of a login every password is answered as wrong, the
/// correct one too, without a hash.
///
/// A known device has only its own limit, so that strangers cannot lock it out. The caller is told when
/// that limit is used up. Re-entering the password inside a session has a limit per session: a guesser
/// would need the password to open a second session. There is no limit over all sessions of an account.
/// With one, a thief of one session could lock the owner out of the others.
///
/// Correct passwords are limited as well: they cost the same hash. Each session beyond an account's
/// maximum also ends another one, and all services are told of that. Sign-ins on devices that are
/// unknown, or known for less than a day, share one limit. Devices known for longer have another, which
/// those cannot use up.
///
/// A wrong password is answered with `ResponsePadding`, whatever makes it wrong. An error is padded as
/// well once the account was looked up. A correct password is answered immediately. When the hash workers
/// are busy, or would answer too late, callers are refused immediately. Normally that is before the account
/// is read. In the queue each address, and each account of a session or known device, has a share. Devices
/// known for a day go first. So a flood of strangers who stay within every limit does not keep them out.
struct PasswordVerifier: Sendable {
    let hasher: PasswordHasher
    let limits: Limits
    let store: AuthStore
    let padding: ResponsePadding
    /// Milliseconds since 1970; the same clock as `KnownDevice.createdAt`.
    let clock: @Sendable () -> Int64

    /// The account that a password is claimed for.
    struct Claim: Sendable {
        /// The key of the strangers' limit: the same for all names of one account.
        let login: String
        /// Nil if the account does not exist.
        var accountID: UUIDv7?
        /// Nil if no password is correct.
        var hash: PasswordHash?

        fileprivate var refusal: Refusal {
            guard hash == nil else { return .wrong }
            return accountID == nil ? .unknown : .disabled
        }
    }

    enum Verdict<T> {
        case wrong(Refusal)
        case correct(T)
    }

    /// Why a password is wrong. For operators only: callers must not be able to tell.
    enum Refusal: String, CaseIterable, Sendable {
        /// The account does not exist.
        case unknown
        /// The account is disabled.
        case disabled
        case wrong
        /// Too many passwords were wrong before.
        case locked
    }

    /// Whether `password` is that of the session's account.
    ///
    /// - Throws: `RPCError` (TOO_MANY_ATTEMPTS, OVERLOADED).
    func isCorrect(
        _ password: String, in session: UUIDv7, of account: Account, for call: CallContext
    ) async throws -> Bool {
        let claim = Claim(
            login: account.email, accountID: account.id, hash: account.passwordHash)
        let caller = HashCaller(call, account.id)
        let answer = try await answering(call, caller) { isTelling in
            try await verdict(
                on: password, claim, of: account.id, by: .session(session, of: account.id), call,
                caller, &isTelling
            ) { _ in .spent(()) }
        }
        if case .correct = answer { return true }
        return false
    }

    /// Checks whether `password` is that of the claimed account, and if so runs `act`.
    ///
    /// - Parameters:
    ///   - token: of the caller's device, if it has shown one.
    ///   - claim: finds the account.
    ///   - act: runs once the password was found correct. It receives the caller's device, if the account
    ///     knows it, and the permit of a correct password, which it has to record.
    /// - Throws: `RPCError` (TOO_MANY_ATTEMPTS, OVERLOADED); what `claim` and `act` throw.
    func verdict<T>(
        on password: String, from token: OpaqueToken?, for call: CallContext,
        claim: () async throws -> Claim,
        act: (KnownDevice?, Permit) async throws -> AttemptEnd<T>
    ) async throws -> Verdict<T> {
        var device: KnownDevice?
        if let token { device = try await store.device(token) }
        let isPreferred = device.map { !isOnTrial($0) } ?? false
        let caller = HashCaller(call, device?.accountID, isPreferred: isPreferred)
        return try await answering(call, caller) { isTelling in
            var found: Claim?
            if let device {
                isTelling = true
                let claim = try await claim()
                if claim.accountID == device.accountID {
                    return try await verdict(
                        on: password, claim, of: device.accountID, by: .device(device), call,
                        caller, &isTelling
                    ) { try await act(device, $0) }
                }
                found = claim
            }
            return try await verdict(
                onStrangers: password, call, &isTelling, found: found, claim: claim
            ) { try await act(nil, $0) }
        }
    }

    /// Refuses early if a hash would be refused, before anything is done or counted for the caller.
    ///
    /// - Throws: `RPCError` (OVERLOADED).
    func checkForRoom(_ call: CallContext) async throws {
        try await PasswordHasher.shedding {
            try hasher.checkForRoom(deadline: call.deadline, by: HashCaller(call))
        }
    }

    /// - Parameter body: sets its flag while its duration could reveal something.
    private func answering<T>(
        _ call: CallContext, _ caller: HashCaller,
        _ body: (inout Bool) async throws -> Verdict<T>
    ) async throws -> Verdict<T> {
        try await PasswordHasher.shedding {
            try hasher.checkForRoom(deadline: call.deadline, by: caller)
            return try await padding.padding { isTelling in
                do {
                    return try await body(&isTelling)
                } catch PasswordHasherError.overloaded(let pause) {
                    isTelling = false
                    throw PasswordHasherError.overloaded(retryAfter: pause)
                }
            }
        }
    }

    /// For sessions and known devices, which have only their own limits. Without a permit of each limit
    /// nothing is hashed.
    private func verdict<T>(
        on password: String, _ claim: Claim, of account: UUIDv7, by asker: Asker,
        _ call: CallContext, _ caller: HashCaller, _ isTelling: inout Bool,
        act: (Permit) async throws -> AttemptEnd<T>
    ) async throws -> Verdict<T> {
        let guess = try limits.guess(by: asker)
        let correct = try correct(by: asker, of: account)
        return try await limits.attempt([guess, correct]) { _ in
            isTelling =
                try await check(password, claim.hash, isCounted: true, call, caller) != .correct
            guard !isTelling else { return .spent(.wrong(claim.refusal)).refunding(correct) }
            return try await act(correct).map(Verdict.correct).clearing(guess)
        }
    }

    /// The permit of a correct password. A device known for less than a day shares the limit of
    /// strangers. Otherwise every sign-in would create a device with a fresh limit.
    private func correct(by asker: Asker, of account: UUIDv7) throws -> Permit {
        switch asker {
        case .session: try limits.permit(.confirmAccount, of: .account(account))
        case .device(let device) where !isOnTrial(device):
            try limits.permit(.signInDevice, of: .device(device.id))
        case .device, .stranger: try limits.permit(.signInAccount, of: .account(account))
        }
    }

    private func isOnTrial(_ device: KnownDevice) -> Bool {
        .milliseconds(clock() - device.createdAt) < KnownDevice.trial
    }

    private func verdict<T>(
        onStrangers password: String, _ call: CallContext, _ isTelling: inout Bool, found: Claim?,
        claim: () async throws -> Claim, act: (Permit) async throws -> AttemptEnd<T>
    ) async throws -> Verdict<T> {
        let everyone = try limits.permit(.everyone, of: .everyone)
        let shared = [try limits.guess(by: .stranger(call.peer)), everyone]
        let (claim, refusal): (Claim, Refusal?) = try await limits.attempt(shared) { attempt in
            isTelling = true
            let claim =
                if let found {
                    found
                } else {
                    try await claim()
                }
            let own = try limits.permit(.account, of: .login(claim.login))
            let isCounted = attempt.take([own]) == nil
            switch try await check(
                password, claim.hash, isCounted: isCounted, call, HashCaller(call))
            {
            case .correct: return .refunded((claim, nil)).clearing(own)
            case .wrong: return .spent((claim, claim.refusal))
            // Otherwise calls that cost no hash would use up the limit that all strangers share.
            case .unhashed:
                return .spent((claim, isCounted ? claim.refusal : .locked)).refunding(everyone)
            }
        }
        guard refusal == nil, let accountID = claim.accountID else {
            return .wrong(refusal ?? claim.refusal)
        }
        let correct = try correct(by: .stranger(call.peer), of: accountID)
        return try await limits.attempt([correct]) { _ in
            isTelling = false
            return try await act(correct).map(Verdict.correct)
        } beyond: { wait in
            // Only a caller with the correct password is told, and the hash counts as that of a wrong
            // one. Otherwise a caller who knows the password could keep the hash workers busy.
            try await limits.attempt(shared) { _ in
                .spent(())
            } beyond: { _ in
            }
            throw RPCError.tooManyAttempts(wait)
        }
    }

    private enum Finding {
        case correct
        case wrong
        /// Wrong without a hash: no account can have such a password, or the limit is used up.
        case unhashed
    }

    private func check(
        _ text: String, _ hash: PasswordHash?, isCounted: Bool, _ call: CallContext,
        _ caller: HashCaller
    ) async throws -> Finding {
        guard let password = Password(text), password.length <= PasswordRules.lengths.upperBound
        else { return .unhashed }
        let (bytes, deadline) = (password.secret.bytes, call.deadline)
        guard isCounted else {
            try await hasher.pretend(deadline: deadline, by: caller)
            return .unhashed
        }
        guard let hash else {
            try await hasher.verifyDummy(bytes, deadline: deadline, by: caller)
            return .wrong
        }
        let isCorrect = try await hasher.verify(
            bytes, against: hash, deadline: deadline, by: caller)
        return isCorrect ? .correct : .wrong
    }
}

extension PasswordVerifier {
    /// Whether a new password is the same as the account's present one. Only for callers who have met a
    /// challenge. No limit counts: the answer that the password is a new one uses the challenge up.
    ///
    /// - Throws: `RPCError` (OVERLOADED).
    func isUnchanged(
        _ password: Password, of account: Account, for call: CallContext
    ) async throws -> Bool {
        guard let hash = account.passwordHash else { return false }
        return try await PasswordHasher.shedding {
            try await hasher.verify(
                password.secret.bytes, against: hash, deadline: call.deadline,
                by: HashCaller(call, account.id))
        }
    }
}
