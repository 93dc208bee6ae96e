import RollcallAPI
import RollcallRPC

extension RollcallSession {
    /// How often a sign-up is tried while its outcome is unknown, or while it is still under way.
    private static let attempts = 4

    /// Makes an account and signs it in. The session that was kept before, if any, is signed out.
    ///
    /// A sign-up that got no answer, or none within 15 seconds, is tried again, four times in all, and
    /// never makes two accounts.
    ///
    /// - Parameters:
    ///   - email: at most 254 bytes.
    ///   - password: 8 to 256 characters.
    ///   - displayName: 3 to 30 ASCII letters, digits, `_` and `.`; empty for an account without one,
    ///     where the deployment allows it.
    ///   - deviceLabel: what the list of the user's sessions shows; at most 64 characters.
    ///   - platform: the device's system, such as `iOS 18`; at most 32 characters.
    ///   - appVersion: at most 32 characters.
    ///   - locale: the language of mails, a language tag (BCP 47) such as `de-AT`; empty for the
    ///     deployment's own.
    ///   - idempotencyKey: names this sign-up, so that a later one with the same key is the same:
    ///     16 to 64 characters of `[A-Za-z0-9_-]`. Made at random if it is nil.
    /// - Throws: `RPCError`; its `reasons` name each rule that was broken. After `unavailable` and
    ///   `deadlineExceeded` the account may have been made: the same key finds out.
    @discardableResult
    public func signUp(
        email: String, password: String, displayName: String = "", deviceLabel: String = "",
        platform: String = "", appVersion: String = "", locale: String = "",
        idempotencyKey: String? = nil
    ) async throws -> Session {
        let request = SignUpRequest(
            email: email, password: password, displayName: displayName,
            idempotencyKey: idempotencyKey ?? Self.idempotencyKey(), deviceLabel: deviceLabel,
            locale: locale, platform: platform, appVersion: appVersion)
        let response = try await insist { try await self.auth.signUp(request) }
        return try await keep(response.session, response.tokens, response.deviceToken)
    }

    /// Checks a sign-up before its password is asked for. It tells which rules are broken, and whether the
    /// display name is free, if Profile answers. It does not tell whether the e-mail address has an
    /// account.
    ///
    /// - Throws: `RPCError` (`invalidArgument`, `alreadyExists`) with a reason for each rule.
    public func checkSignUp(
        email: String, displayName: String = "", locale: String = ""
    ) async throws {
        // Without a password it is refused for its rules alone.
        let request = SignUpRequest(
            email: email, displayName: displayName, idempotencyKey: Self.idempotencyKey(),
            locale: locale)
        do {
            _ = try await auth.signUp(request)
        } catch let error as RPCError where error.reasons.contains(.passwordMissing) {
            let violations = error.detail(ErrorInfo.self)?.violations ?? []
            let broken = violations.filter { $0.field != "password" }
            guard !broken.isEmpty else { return }
            let isTaken = broken.allSatisfy { $0.reason == .displayNameTaken }
            throw RPCError.violations(isTaken ? .alreadyExists : .invalidArgument, broken)
        }
    }

    private func insist<Result>(_ call: () async throws -> Result) async throws -> Result {
        var attempt = 1
        while true {
            do {
                return try await call()
            } catch let error as RPCError
                where [.unavailable, .deadlineExceeded, .aborted].contains(error.code)
                && !error.reasons.contains(.overloaded) && attempt < Self.attempts
            {
                try await Task.sleep(for: .milliseconds(Int.random(in: 50...150) << attempt))
                attempt += 1
            }
        }
    }

    /// 128 random bits in 32 hexadecimal digits.
    private static func idempotencyKey() -> String {
        var random = SystemRandomNumberGenerator()
        return (0..<32).map { _ in
            String(Int.random(in: 0..<16, using: &random), radix: 16)
        }.joined()
    }
}
