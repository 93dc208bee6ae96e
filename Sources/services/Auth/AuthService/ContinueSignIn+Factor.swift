import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension AuthHandler {
    /// Opens the session of a sign-in that waits for the second factor.
    ///
    /// - Parameters:
    ///   - code: nil for a text that cannot be one. That is no guess, and costs no try.
    ///   - field: the request's field with the code.
    func continueSignIn(
        _ token: String, by code: FactorCode?, of field: String, _ context: CallContext
    ) async throws -> ContinueSignInResponse {
        guard let code else { throw RPCError.factorWrong(field) }
        let expired = RPCError.codeExpired(field)
        let key = ChallengeKey(token, of: .factor)
        let (known, permits) = try await guess(at: code, of: key, context)
        return try await limits.guessing(with: permits) {
            // The try is stored before the code is compared.
            guard let key, let challenge = try await store.takeTry(at: key, now: clock()) else {
                throw expired
            }
            return try await withVerified {
                let account = try await account(of: challenge).orThrow(expired)
                let use = try await factors.use(of: code, by: account.id)
                return try await open(
                    account, on: known, by: use.orThrow(.factorWrong(field)), using: challenge,
                    context)
            }
        }
    }

    /// The same by a passkey of the account. Its device need not have verified its user, as the
    /// first proof was another.
    func continueSignIn(
        _ token: String, by assertion: PasskeyAssertion, _ context: CallContext
    ) async throws -> ContinueSignInResponse {
        let expired = RPCError.codeExpired("token")
        let key = try ChallengeKey(token, of: .factor).orThrow(expired)
        let (known, permits) = try await guess(at: nil, of: key, context)
        return try await limits.guessing(with: permits) {
            let challenge = try await store.takeTry(at: key, now: clock()).orThrow(expired)
            return try await withVerified {
                let account = try await account(of: challenge).orThrow(expired)
                guard let use = try await passkeys.use(by: assertion),
                    use.passkey.accountID == account.id
                else { throw RPCError.passkeyInvalid(.invalidArgument, "passkey") }
                return try await open(
                    account, on: known, by: .passkey(use), using: challenge, context)
            }
        }
    }

    /// The caller's device, if the account knows it, and the permits of a guess.
    private func guess(
        at code: FactorCode?, of key: ChallengeKey?, _ context: CallContext
    ) async throws -> (KnownDevice?, [Permit]) {
        var waiting: Challenge?
        if let key { waiting = try await store.read { try $0.challenge(key) } }
        var known: KnownDevice?
        if let id = waiting?.knownDevice { known = try await store.device(id) }
        let permits = try limits.guess(
            at: code, of: waiting?.bond?.accountID,
            by: known.map { .device($0) } ?? .stranger(context.peer))
        return (known, permits)
    }

    /// - Returns: nil if the account, the challenge or the factor is another by now.
    private func open(
        _ account: Account, on known: KnownDevice?, by use: FactorUse, using challenge: Challenge,
        _ context: CallContext
    ) async throws -> ContinueSignInResponse? {
        let notice = try await notice(of: use, by: account, on: challenge.device, context)
        guard
            let (session, tokens, newDevice) = try await open(
                account, on: challenge.device, known: known, using: challenge, meeting: use,
                isTold: true, telling: notice, spending: [], context)
        else { return nil }
        metrics.signIns.count(.ok)
        return ContinueSignInResponse(
            session: session, tokens: tokens, deviceToken: known == nil ? newDevice.text : "")
    }

    /// Says that a recovery code was used, and how many are left; nil for a code of an app.
    private func notice(
        of use: FactorUse, by account: Account, on device: SessionDevice, _ context: CallContext
    ) async throws -> Notice? {
        guard case .recovery = use else { return nil }
        let left = try await store.factor(of: account.id).codesLeft - 1
        return try notices.make(
            .recoveryCodeUsed, of: account,
            variables: [
                .codesLeft: "\(left)", .device: device.label, .network: context.peer.addressPrefix,
            ])
    }
}
