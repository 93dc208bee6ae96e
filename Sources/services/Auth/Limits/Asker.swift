import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// Who asks for something that is limited. Each kind has limits of its own, so that no stranger
/// uses up what an owner needs.
enum Asker: Sendable {
    /// A caller without a session, and without a device that the account knows.
    case stranger(PeerIdentity)
    case device(KnownDevice)
    case session(UUIDv7, of: UUIDv7)

    /// - Parameter device: nil if the account does not know the caller's.
    init(_ device: KnownDevice?, _ context: CallContext) {
        self = device.map { .device($0) } ?? .stranger(context.peer)
    }

    /// The device that the account knows, if the caller has one.
    var device: KnownDevice? {
        if case .device(let device) = self { device } else { nil }
    }
}

extension Limits {
    /// A guess at a password, or at a secret that was mailed.
    func guess(by asker: Asker) throws -> Permit {
        switch asker {
        case .stranger(let peer): try permit(.address, of: .address(ClientNetwork(peer)))
        case .device(let device): try permit(.device, of: .device(device.id))
        case .session(let id, _): try permit(.session, of: .session(id))
        }
    }

    /// A guess at a code of the second factor, by somebody who has given a correct first proof and
    /// can do so again: a correct password clears the limit of a device or a session. So codes of
    /// an app have limits of their own. Recovery codes and passkeys cannot be guessed.
    func guess(at code: FactorCode?, of account: UUIDv7?, by asker: Asker) throws -> [Permit] {
        let own = try guess(by: asker)
        guard case .totp? = code, let account else { return [own] }
        return switch asker {
        case .stranger: [own, try permit(.factorAccount, of: .account(account))]
        case .device(let device): [own, try permit(.factorDevice, of: .device(device.id))]
        case .session(let id, _): [own, try permit(.factorSession, of: .session(id))]
        }
    }

    /// A mail that is asked for.
    func mail(for asker: Asker) throws -> Permit {
        switch asker {
        case .stranger(let peer): try permit(.mailAddress, of: .address(ClientNetwork(peer)))
        case .device(let device): try permit(.mailDevice, of: .device(device.id))
        case .session(_, let account): try permit(.mailAccount, of: .account(account))
        }
    }

    /// Runs what finds out whether a mailed secret is correct. A wrong one counts as a wrong
    /// password.
    ///
    /// - Throws: `RPCError` (TOO_MANY_ATTEMPTS); what `body` throws.
    func guessing<T>(by asker: Asker, _ body: () async throws -> T) async throws -> T {
        try await guessing(with: [guess(by: asker)], body)
    }

    /// The same with other permits.
    ///
    /// - Parameter refusal: noted if a code of the second factor is wrong.
    func guessing<T>(
        with permits: [Permit], noting refusal: SignInRefusalRecord? = nil,
        _ body: () async throws -> T
    ) async throws -> T {
        let attempt = try await attempt(permits)
        do {
            return try await body()
        } catch let error as RPCError where error.isOfWrongSecret {
            let isOfFactor = error.reasons.contains(.factorWrong)
            try await attempt.spend(noting: isOfFactor ? refusal : nil)
            throw error
        }
    }
}

extension RPCError {
    fileprivate var isOfWrongSecret: Bool {
        let wrong: [Reason] = [
            .codeWrong, .codeExpired, .linkInvalid, .factorWrong, .passkeyInvalid,
            .identityTokenInvalid,
        ]
        return reasons.contains { wrong.contains($0) }
    }
}
