import RollcallCrypto
import Storage

/// A refresh token that somebody wants to exchange, and what that takes.
struct Exchange: Sendable {
    let token: OpaqueToken
    let mint: RefreshTokenMint
    /// 16 random bytes, for the next token.
    let nonce: [UInt8]
    /// Milliseconds since 1970.
    let now: Int64
    /// For the mail of a theft.
    let notices: Notices
}

extension AuthStore {
    enum RefreshOutcome {
        /// The session as it is now, its account's role, and the token that counts from now on.
        case refreshed(AccountSession, Account.Role, OpaqueToken, SessionMetrics.Refresh)
        /// No session's token.
        case unknown
        /// A token that does not count any more: the session has ended by this.
        case reused(sessionID: UUIDv7)
        case ended
    }

    /// Exchanges a refresh token, or gives the last exchange's answer again.
    func refresh(
        _ exchange: Exchange, _ configuration: AuthConfiguration
    ) async throws -> RefreshOutcome {
        guard let id = UUIDv7(bytes: exchange.token.id) else { return .unknown }
        let epoch = feed.epoch
        let attempt: RefreshAttempt = try await write { tx in
            guard let (stored, role) = try tx.sessionAndRole(id) else { return .over(.unknown) }
            var session = stored
            session.epoch = epoch
            switch try session.verdict(on: exchange, configuration) {
            case .rotates(let verdict, let isSealed):
                let next = try session.rotate(exchange, verdict, isSealed: isSealed)
                try tx.update(session)
                tx.tell(.sessionRefreshed(id))
                let kind: SessionMetrics.Refresh = verdict == .late ? .displaced : .rotated
                return .over(.refreshed(session, role, next, kind))
            case .repeats(let nonce):
                let next = try session.lastAnswer(to: exchange, nonce: nonce)
                return .over(.refreshed(session, role, next, .repeated))
            case .isTheft: return try .theft(of: tx.account(session.accountID), session.device)
            case .fails(let outcome): return .over(outcome)
            }
        }
        let outcome =
            switch attempt {
            case .over(let outcome): outcome
            case .theft(let owner, let device):
                try await endStolen(id, of: owner, on: device, exchange, configuration)
            }
        metrics.count(outcome.kind)
        return outcome
    }

    /// Ends a session of which two hold tokens, and tells its owner. In a transaction of its own, as
    /// what the mail takes of its limit is taken before.
    private func endStolen(
        _ id: UUIDv7, of owner: Account?, on device: SessionDevice, _ exchange: Exchange,
        _ configuration: AuthConfiguration
    ) async throws -> RefreshOutcome {
        let notice = try owner.flatMap {
            try exchange.notices.make(.sessionStolen, of: $0, variables: [.device: device.label])
        }
        let isReuse = { (outcome: RefreshOutcome) in
            if case .reused = outcome { true } else { false }
        }
        return try await write(spending: [notice?.charge], if: isReuse) { tx in
            // A token that is spent stays so; the session may have ended, or its row be gone.
            guard let session = try tx.session(id) else { return .unknown }
            guard session.isLive(at: exchange.now, configuration) else { return .ended }
            try tx.endSession(id, reason: .tokenReused, now: exchange.now)
            try tx.queue(notice, now: exchange.now)
            return .reused(sessionID: id)
        }
    }
}

/// What became of a refresh in its first transaction.
private enum RefreshAttempt: Sendable {
    case over(AuthStore.RefreshOutcome)
    /// The token had been spent: the session is to be ended.
    case theft(of: Account?, SessionDevice)
}

extension AuthStore.RefreshOutcome {
    fileprivate var kind: SessionMetrics.Refresh {
        switch self {
        case .refreshed(_, _, _, let kind): kind
        case .unknown: .unknown
        case .reused: .reused
        case .ended: .ended
        }
    }
}

extension AccountSession {
    /// What is to be done about an exchange.
    fileprivate enum Verdict {
        case rotates(RefreshChain.Verdict, isSealed: Bool)
        case repeats(nonce: [UInt8])
        case isTheft
        case fails(AuthStore.RefreshOutcome)
    }

    fileprivate func verdict(
        on exchange: Exchange, _ configuration: AuthConfiguration
    ) throws -> Verdict {
        let age = Duration.milliseconds(exchange.now - refreshedAt)
        let isSealed = try exchange.mint.hasSealed(exchange.token)
        let verdict = chain.verdict(on: exchange.token.hash, isSealed: isSealed, age: age)
        guard verdict != .unknown else { return .fails(.unknown) }
        guard isLive(at: exchange.now, configuration) else { return .fails(.ended) }
        switch verdict {
        case .current, .late: return .rotates(verdict, isSealed: isSealed)
        case .repeated(let nonce): return .repeats(nonce: nonce)
        case .spent, .unknown: return .isTheft
        }
    }

    /// - Returns: the token that counts from now on.
    fileprivate mutating func rotate(
        _ exchange: Exchange, _ verdict: RefreshChain.Verdict, isSealed: Bool
    ) throws -> OpaqueToken {
        let next = try exchange.mint.next(after: exchange.token, nonce: exchange.nonce)
        if verdict == .current {
            chain.rotate(to: next.hash, nonce: exchange.nonce, isSealed: isSealed)
        } else {
            chain.displace(with: next.hash, nonce: exchange.nonce, isSealed: isSealed)
        }
        refreshedAt = max(refreshedAt, exchange.now)
        return next
    }

    /// What the last exchange of the token was answered with: that may have been before tokens were
    /// sealed.
    fileprivate func lastAnswer(to exchange: Exchange, nonce: [UInt8]) throws -> OpaqueToken {
        let next = try exchange.mint.next(after: exchange.token, nonce: nonce)
        return next.hash == chain.current ? next : try exchange.token.next(nonce: nonce)
    }
}
