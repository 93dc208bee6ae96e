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
        let request = SignUpRequest(
            email: email, password: password, displayName: displayName, deviceLabel: device.label,
            locale: locale, platform: device.platform, appVersion: device.appVersion)
        return try await insist("SignUp", request, \.idempotencyKey, email, displayName)
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
        let request = SignUpAnonymouslyRequest(
            displayName: displayName, deviceLabel: device.label, locale: locale,
            platform: device.platform, appVersion: device.appVersion)
        return try await insist("SignUpAnonymously", request, \.idempotencyKey, "", displayName)
    }

    /// Goes on with an earlier attempt whose outcome is unknown, or begins another one.
    ///
    /// - Parameters:
    ///   - method: of `AuthService`. All that make accounts are answered alike.
    ///   - key: the field of the request that identifies the attempt.
    private func insist<Request: Message>(
        _ method: String, _ request: Request, _ key: WritableKeyPath<Request, String>,
        _ email: String, _ displayName: String
    ) async throws(RollcallError) -> User {
        let end = ContinuousClock.now + Self.signUpTime
        var request = request
        request[keyPath: key] = try await self.key(email, displayName)
        do {
            return try await insist(method, request, request[keyPath: key], until: end)
        } catch {
            // The earlier one had another password, or is too old: this one is new.
            guard error.reasons.contains(.idempotencyKeyReused) else { throw error }
            request[keyPath: key] = try await self.key(email, displayName)
            return try await insist(method, request, request[keyPath: key], until: end)
        }
    }

    /// Tries until the outcome is known, or the time is over.
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

    /// - Returns: the key of an earlier attempt whose outcome is unknown, or a new one.
    private func key(
        _ email: String, _ displayName: String
    ) async throws(RollcallError) -> String {
        try await keeper.change { state in
            if let earlier = state.signUp, earlier.email == email,
                earlier.displayName == displayName
            {
                return earlier.key
            }
            let new = SignUpAttempt(
                email: email, displayName: displayName, key: UUID().uuidString)
            state.signUp = new
            return new.key
        }
    }

    private func forget(_ key: String) async throws(RollcallError) {
        try await keeper.change { if $0.signUp?.key == key { $0.signUp = nil } }
    }
}
