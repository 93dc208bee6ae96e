import RollcallAPI
import RollcallRPC

extension RollcallSession {
    /// The attempts of a sign-up while its outcome is unknown, or while it is in progress.
    private static let attempts = 4

    /// Creates an account and signs in. An earlier session in the store is signed out.
    ///
    /// A sign-up without an answer within 15 seconds is tried again, four times in all. It never
    /// creates two accounts.
    ///
    /// - Parameters:
    ///   - email: at most 254 bytes.
    ///   - password: 8 to 256 characters.
    ///   - displayName: 3 to 30 ASCII letters, digits, `_` and `.`; empty for an account without
    ///     one, if the deployment allows it.
    ///   - deviceLabel: the device's name in the list of sessions; cut after 64 characters.
    ///   - platform: the device's system, such as `iOS 18`; at most 32 characters.
    ///   - appVersion: at most 32 characters.
    ///   - locale: the language of mails, a language tag (BCP 47) such as `de-AT`; empty for the
    ///     deployment's own.
    ///   - idempotencyKey: identifies this sign-up, so that a later one with the same key is the
    ///     same one: 16 to 64 characters of `[A-Za-z0-9_-]`. It is random if nil.
    /// - Throws: `RPCError`; its `reasons` name each violated rule. After `unavailable` and
    ///   `deadlineExceeded` the account may exist: a call with the same key finds out.
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

    /// Checks a sign-up before its password is known. Reports violated rules, and whether the
    /// display name is free, if Profile answers. Does not reveal whether the e-mail address has an
    /// account.
    ///
    /// - Throws: `RPCError` (`invalidArgument`, `alreadyExists`) with a reason for each rule.
    public func checkSignUp(
        email: String, displayName: String = "", locale: String = ""
    ) async throws {
        // Without a password, only its violations are reported.
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
        (0..<32).map { _ in String(Int.random(in: 0..<16), radix: 16) }.joined()
    }
}
