import Foundation

extension Rollcall {
    /// The time of a sign-up, over all attempts.
    static let signUpTime = Duration.seconds(30)

    /// Makes an account, and signs it in. The user who was signed in before is signed out.
    ///
    /// A sign-up whose outcome is unknown is tried again, for 30 seconds in all. It never makes two
    /// accounts, also if the app ends meanwhile: the same sign-up is known by a key in the store.
    ///
    /// - Parameters:
    ///   - displayName: empty for an account without one, if the deployment allows it.
    ///   - locale: the language of mails, such as `de-AT`; empty for the deployment's own.
    /// - Throws: `RollcallError` with all broken rules. If `isOutcomeUnknown`, the account may
    ///   exist: sign up again with the same address, password and name.
    @discardableResult
    public func signUp(
        email: String, password: String, displayName: String, locale: String
    ) async throws(RollcallError) -> User {
        var request = SignUpRequest(
            email: email, password: password, displayName: displayName, deviceLabel: device.label,
            locale: locale, platform: device.platform, appVersion: device.appVersion)
        let end = ContinuousClock.now + Self.signUpTime
        var isEarlier = false
        (request.idempotencyKey, isEarlier) = try await key(email, displayName)
        do {
            return try await insist("SignUp", request, request.idempotencyKey, until: end)
        } catch {
            // The earlier one had another password, so this one is new.
            guard isEarlier, error.reasons.contains(.idempotencyKeyReused) else { throw error }
            request.idempotencyKey = try await key(email, displayName).key
            return try await insist("SignUp", request, request.idempotencyKey, until: end)
        }
    }

    /// Makes an account without an address and a password, and signs it in. It lasts as long as
    /// this session, until `upgrade`, an identity or a passkey gives it a way to sign in.
    ///
    /// Like `signUp`, it is tried again while its outcome is unknown.
    ///
    /// - Throws: `RollcallError`; SIGN_IN_WAY_OFF in a deployment without such accounts.
    @discardableResult
    public func signUpAnonymously(
        displayName: String, locale: String
    ) async throws(RollcallError) -> User {
        var request = SignUpAnonymouslyRequest(
            displayName: displayName, deviceLabel: device.label, locale: locale,
            platform: device.platform, appVersion: device.appVersion)
        let end = ContinuousClock.now + Self.signUpTime
        request.idempotencyKey = try await key("", displayName).key
        do {
            return try await insist(
                "SignUpAnonymously", request, request.idempotencyKey, until: end)
        } catch {
            // The account of an earlier attempt is too old to be opened again.
            guard error.reasons.contains(.idempotencyKeyReused) else { throw error }
            request.idempotencyKey = try await key("", displayName).key
            return try await insist(
                "SignUpAnonymously", request, request.idempotencyKey, until: end)
        }
    }

    /// Tries until the outcome is known, or the time is over.
    ///
    /// - Parameter method: of `AuthService`. All that make accounts are answered alike.
    private func insist(
        _ method: String, _ request: some Message, _ key: String,
        until end: ContinuousClock.Instant
    ) async throws(RollcallError) -> User {
        var pauses = Pauses(longest: .seconds(2))
        var mayBeDone = false
        while true {
            do {
                let rest = max(.milliseconds(1), end - .now)
                let answer: SignUpResponse = try await keeper.connection.unary(
                    "rollcall.v1.AuthService/\(method)", request,
                    timeout: min(keeper.connection.timeout, rest))
                return try await keeper.open(answer.session, answer.tokens, answer.deviceToken)
            } catch {
                // A service that refuses a call without a look at it decides nothing.
                if error.origin == .service, !error.isOutcomeUnknown,
                    error.code != .resourceExhausted
                {
                    try? await forget(key)
                }
                mayBeDone = mayBeDone || error.isOutcomeUnknown
                let isWorthwhile =
                    error.isOutcomeUnknown || (mayBeDone && error.origin == .noRoute)
                guard isWorthwhile, error.code != .canceled, !error.reasons.contains(.overloaded),
                    ContinuousClock.now < end
                else { throw error }
            }
            await pauses.wait()
        }
    }

    /// - Returns: the key of the sign-up, and whether it is that of an earlier one, whose outcome
    ///   is unknown.
    private func key(
        _ email: String, _ displayName: String
    ) async throws(RollcallError) -> (key: String, isEarlier: Bool) {
        let new = UUID().uuidString
        let key = try await keeper.change { state -> String in
            if let earlier = state.signUp, earlier.email == email,
                earlier.displayName == displayName
            {
                return earlier.key
            }
            state.signUp = SignUpAttempt(email: email, displayName: displayName, key: new)
            return new
        }
        return (key, key != new)
    }

    private func forget(_ key: String) async throws(RollcallError) {
        try await keeper.change { if $0.signUp?.key == key { $0.signUp = nil } }
    }
}
