import Logging
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import RollcallRules

/// The only way to find out whether a password is correct. Every check counts against the same
/// limits.
///
/// Beyond the limit of an address, or of all strangers together, the caller is told so: that
/// reveals nothing about any account. Beyond the limit of an account every password is answered as
/// wrong, the correct one too, without a hash. A login that no account has is limited alike.
///
/// A known device has only its own limit, so that strangers cannot lock it out. The caller is told
/// when that limit is used up. Re-entering the password inside a session has a limit per session: a
/// guesser would need the password to open a second session. There is no limit over all sessions of
/// an account. With one, a thief of one session could lock the owner out of the others.
///
/// Correct passwords are limited as well: they cost the same hash. Each session beyond an account's
/// maximum also ends another one, and all services are told of that. Sign-ins on devices that are
/// unknown, or known for less than a day, share one limit. Devices known for longer have another,
/// which those cannot use up.
///
/// A wrong password is answered with `ResponsePadding`, whatever makes it wrong. An error is padded
/// as well once the account was looked up. A correct password is answered immediately. When the
/// hash workers are busy, or would answer too late, callers are refused immediately. Normally that
/// is before the account is read. In the queue each address, and each account of a session or known
/// device, has a share. Devices known for a day go first. So a flood of strangers who stay within
/// every limit does not keep them out.
struct PasswordVerifier: Sendable {
    let hasher: PasswordHasher
    let hashes: ImportedHashes
    let limits: Limits
    let store: AuthStore
    let names: DisplayNames
    /// Milliseconds since 1970; the same clock as `KnownDevice.createdAt`.
    let clock: @Sendable () -> Int64
    let logger: Logger

    var padding: ResponsePadding { hashes.padding }

    enum Verdict: ~Copyable, Sendable {
        /// The account; the caller's device, if the account knows it; and what holds the permit of
        /// a correct password, which is spent if the caller gets what the password was given for.
        case correct(Account, KnownDevice?, Attempt)
        case wrong(Refusal)
    }

    /// Why a password is wrong. For operators only: callers must not be able to tell.
    enum Refusal: String, CaseIterable, Sendable {
        /// The account does not exist.
        case unknown
        /// The account is disabled, or its hash is damaged.
        case disabled
        /// The account has no password.
        case withoutPassword = "without_password"
        case wrong
        /// Too many passwords were wrong before.
        case locked

        /// As administrators see it at the account; nil without one.
        fileprivate var shown: SignInRefusal? {
            switch self {
            case .unknown: nil
            case .disabled: .disabled
            case .withoutPassword: .noPassword
            case .wrong: .wrongPassword
            case .locked: .locked
            }
        }
    }

    /// Whether `password` is that of the session's account.
    ///
    /// - Throws: `RPCError` (TOO_MANY_ATTEMPTS, OVERLOADED).
    func isCorrect(
        _ password: String, in session: UUIDv7, of account: Account, for call: CallContext
    ) async throws -> Bool {
        let caller = HashCaller(call, account.id)
        let verdict = try await answering(call, caller) { isTelling in
            try await checkKnown(
                password,
                Claim(subject: .login(account.id), account: account, hash: account.password?.hash),
                of: account,
                by: .session(session, of: account.id), call, caller, &isTelling)
        }
        switch consume verdict {
        case .correct(_, _, let attempt):
            try await attempt.spend()
            return true
        case .wrong: return false
        }
    }

    /// Whether `password` is that of the account with a login.
    ///
    /// - Parameter token: of the caller's device, if it has shown one.
    /// - Throws: `RPCError` (TOO_MANY_ATTEMPTS, OVERLOADED); what the lookup of the account throws.
    func check(
        _ password: String, of login: Login, from token: OpaqueToken?, for call: CallContext
    ) async throws -> Verdict {
        var device: KnownDevice?
        if let token { device = try await store.device(token) }
        let isPreferred = device.map { !isOnTrial($0) } ?? false
        let caller = HashCaller(call, device?.accountID, isPreferred: isPreferred)
        return try await answering(call, caller) { isTelling in
            guard let device else {
                return try await checkStranger(password, of: login, nil, call, &isTelling)
            }
            isTelling = true
            let claim = try await claim(of: login, call)
            guard let account = claim.account, account.id == device.accountID else {
                return try await checkStranger(password, of: login, claim, call, &isTelling)
            }
            return try await checkKnown(
                password, claim, of: account, by: .device(device), call, caller, &isTelling)
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
    private func answering(
        _ call: CallContext, _ caller: HashCaller,
        _ body: (inout Bool) async throws -> Verdict
    ) async throws -> Verdict {
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

    /// For sessions and known devices, which have only their own limits. Without a permit of each
    /// limit nothing is hashed.
    private func checkKnown(
        _ password: String, _ claim: Claim, of account: Account, by asker: Asker,
        _ call: CallContext, _ caller: HashCaller, _ isTelling: inout Bool
    ) async throws -> Verdict {
        let guess = try limits.guess(by: asker)
        let correct = try correct(by: asker, of: account.id)
        var attempt = try await limits.attempt([guess, correct])
        isTelling =
            try await compare(password, claim.hash, isCounted: true, call, caller) != .correct
        guard !isTelling else {
            attempt.refund(correct)
            // In a session the password is only given once more.
            let isSignIn = asker.device != nil
            try await attempt.spend(noting: isSignIn ? note(claim.refusal, of: claim, call) : nil)
            return .wrong(claim.refusal)
        }
        await attempt.clear(guess)
        return .correct(account, asker.device, attempt)
    }

    /// - Parameter found: what is known of the account already.
    private func checkStranger(
        _ password: String, of login: Login, _ found: Claim?, _ call: CallContext,
        _ isTelling: inout Bool
    ) async throws -> Verdict {
        let asker = Asker.stranger(call.peer)
        let shared = [try limits.guess(by: asker), try limits.permit(.everyone, of: .everyone)]
        var attempt = try await limits.attempt(shared)
        isTelling = true
        let claim = if let found { found } else { try await claim(of: login, call) }
        let own = try limits.permit(.account, of: claim.subject)
        let isCounted = await attempt.take([own]) == nil
        let finding = try await compare(
            password, claim.hash, isCounted: isCounted, call, HashCaller(call))
        guard finding == .correct, let account = claim.account else {
            // Otherwise calls that cost no hash would use up the limit that all strangers share.
            if finding == .unhashed { attempt.refund(shared[1]) }
            let refusal = isCounted ? claim.refusal : .locked
            try await attempt.spend(noting: note(refusal, of: claim, call))
            return .wrong(refusal)
        }
        await attempt.clear(own)
        if let wait = try await attempt.take([correct(by: asker, of: account.id)]) {
            // Only a caller with the correct password is told, and the hash counts as that of a
            // wrong one. Otherwise a caller who knows the password could keep the hash workers
            // busy.
            try await attempt.spend()
            throw RPCError.tooManyAttempts(wait)
        }
        for permit in shared { attempt.refund(permit) }
        isTelling = false
        return .correct(account, nil, attempt)
    }

    /// The permit of a correct password, or of a passkey. A device known for less than a day shares
    /// the limit of strangers. Otherwise every sign-in would create a device with a fresh limit.
    func correct(by asker: Asker, of account: UUIDv7) throws -> Permit {
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

    /// Nil if there is no account to note it for.
    private func note(
        _ refusal: Refusal, of claim: Claim, _ call: CallContext
    ) -> SignInRefusalRecord? {
        guard let account = claim.account, let reason = refusal.shown else { return nil }
        return SignInRefusalRecord(reason, of: account.id, at: clock(), call)
    }

    private enum Finding {
        case correct
        case wrong
        /// Wrong without a hash: no account can have such a password, or the limit is used up.
        case unhashed
    }

    private func compare(
        _ text: String, _ hash: PasswordHash?, isCounted: Bool, _ call: CallContext,
        _ caller: HashCaller
    ) async throws -> Finding {
        guard let password = Password(text), password.length <= NormalPassword.lengths.upperBound
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
        try await hashes.prepare(for: hash.function)
        let isCorrect = try await hasher.verify(
            bytes, against: hash, deadline: deadline, by: caller)
        return isCorrect ? .correct : .wrong
    }
}

extension PasswordVerifier {
    /// Whether a new password is the same as the account's present one. Only for callers who have
    /// met a challenge. No limit counts: the answer that the password is a new one uses the
    /// challenge up.
    ///
    /// - Throws: `RPCError` (OVERLOADED).
    func isUnchanged(
        _ password: Password, of account: Account, for call: CallContext
    ) async throws -> Bool {
        guard let hash = account.password?.hash else { return false }
        try await hashes.prepare(for: hash.function)
        return try await PasswordHasher.shedding {
            try await hasher.verify(
                password.secret.bytes, against: hash, deadline: call.deadline,
                by: HashCaller(call, account.id))
        }
    }
}

// MARK: Logins

/// The account that a password is said to be of.
enum Login: Sendable {
    case email(String)
    case displayName(String)
    case account(Account)
}

/// The account with a login.
private struct Claim {
    /// What strangers' guesses count for: all addresses and names of an account together.
    let subject: LimitSubject
    /// Nil if it does not exist.
    let account: Account?
    /// Nil if no password is correct.
    let hash: PasswordHash?

    var refusal: PasswordVerifier.Refusal {
        guard hash == nil else { return .wrong }
        guard let account else { return .unknown }
        return account.password == nil ? .withoutPassword : .disabled
    }
}

extension PasswordVerifier {
    private func claim(of login: Login, _ call: CallContext) async throws -> Claim {
        guard let account = try await account(of: login, call) else {
            return Claim(subject: login.subject, account: nil, hash: nil)
        }
        if let password = account.password, password.hash == nil {
            logger.error(
                "a password hash cannot be used; its owner can reset the password",
                metadata: ["user.id": "\(account.id)"])
        }
        // A disabled account looks in bytes, time and cost like one that does not exist.
        let hash = account.isDisabled(at: clock()) ? nil : account.password?.hash
        return Claim(subject: .login(account.id), account: account, hash: hash)
    }

    private func account(of login: Login, _ call: CallContext) async throws -> Account? {
        switch login {
        case .account(let account): return account
        case .email(let text): return try await store.account(email: text)
        case .displayName(let name):
            guard let owner = try await names.owner(of: name, for: call) else { return nil }
            return try await store.account(id: owner)
        }
    }
}

extension Login {
    /// What guesses count for if there is no account. No e-mail address has a colon before its `@`,
    /// so a display name cannot share the limit of an address.
    fileprivate var subject: LimitSubject {
        switch self {
        case .email(let text): .login(text)
        case .displayName(let name): .login("name:\(name.spaceTrimmed)")
        case .account(let account): .login(account.id)
        }
    }
}
