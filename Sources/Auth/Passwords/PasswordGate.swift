import RollcallCrypto
import RollcallRPC

/// The only way to find out whether a password is right. Whatever asks pays with the same limits.
///
/// A unit is taken before the hash and given back when the password was right, so that of many
/// guesses at once no more are hashed than the limit allows. What a wrong one has taken is on the
/// disk before it is answered, so that a restart forgets nothing.
///
/// Beyond the limit of an address, or of all together, the caller is told so: that says nothing of
/// any account. Beyond the limit of a login every password is wrong, the right one too: there is no
/// hash, and the answer comes when that of a hash would have come.
///
/// What takes the same time: an account and none, with the hash of that account's parameters being
/// today's; a lane that is busy, full or past the caller's deadline, which refuses all alike. What does
/// not, beyond the last microseconds: a hash of other parameters than today's takes its own time, and
/// a login beyond its limit takes the time that hashes have taken of late, without their scatter, so
/// that many measurements can tell that the limit is reached; not whether there is such an account, as
/// logins without one have the same limit. A password longer than any may be is wrong without a hash,
/// for all logins.
struct PasswordGate: Sendable {
    let hasher: PasswordHasher
    let limiter: Limiter
    let store: AuthStore
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int64

    /// Whether `password` is the one that `hash` returns the hash of; never, if that is nil.
    ///
    /// - Parameters:
    ///   - password: as it was sent.
    ///   - login: whose it is said to be, as it was sent.
    ///   - hash: finds the account, once the caller's address may ask.
    /// - Throws: `RPCError` (TOO_MANY_ATTEMPTS, OVERLOADED); what `hash` throws.
    func isRight(
        _ password: String, of login: String, for call: CallContext,
        against hash: () async throws -> PasswordHash?
    ) async throws -> Bool {
        let address = try limiter.unit(.address, of: .address(AddressPrefix(call.peer)))
        let account = try limiter.unit(.account, of: .login(login))
        let everyone = try limiter.unit(.everyone, of: .everyone)
        if let wait = limiter.take([address, everyone]) { throw RPCError.tooManyAttempts(wait) }
        let hasUnit = limiter.take([account]) == nil
        let taken = hasUnit ? [address, account] : [address]
        let isRight: Bool
        do {
            isRight = try await verify(password, hash(), isCounted: hasUnit, call)
        } catch {
            // Nothing was found out, so nothing is owed.
            limiter.giveBack(taken)
            throw error
        }
        guard isRight else {
            try await keep(taken)
            return false
        }
        limiter.giveBack([address])
        if limiter.clear(account) { try await keep([account]) }
        return true
    }

    private func verify(
        _ text: String, _ hash: PasswordHash?, isCounted: Bool, _ call: CallContext
    ) async throws -> Bool {
        guard let password = Password(text), password.length <= PasswordRules.lengths.upperBound
        else { return false }
        return try await PasswordHasher.shedding {
            let (bytes, deadline) = (password.secret.bytes, call.deadline)
            guard isCounted else {
                try await hasher.pretend(deadline: deadline)
                return false
            }
            guard let hash else {
                try await hasher.verifyDummy(bytes, deadline: deadline)
                return false
            }
            return try await hasher.verify(bytes, against: hash, deadline: deadline)
        }
    }

    private func keep(_ units: [Limiter.Unit]) async throws {
        try await store.keep({ [limiter] in limiter.rows(of: units) }, now: clock())
    }
}
