import GRDB
import RollcallCrypto

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
        let outcome: RefreshOutcome = try await write(at: exchange.now) { db, notice in
            guard let (stored, role) = try db.sessionAndRole(id) else { return .unknown }
            var session = stored
            session.epoch = epoch
            let age = Duration.milliseconds(exchange.now - session.refreshedAt)
            let isSealed = try exchange.mint.hasSealed(exchange.token)
            let verdict = session.chain.verdict(
                on: exchange.token.hash, isSealed: isSealed, age: age)
            guard verdict != .unknown else { return .unknown }
            guard session.isLive(at: exchange.now, configuration) else { return .ended }
            switch verdict {
            case .current, .late:
                let next = try session.rotate(exchange, verdict, isSealed: isSealed)
                try db.update(session)
                let kind: SessionMetrics.Refresh = verdict == .late ? .displaced : .rotated
                return .refreshed(session, role, next, kind)
            case .repeated(let nonce):
                let next = try session.lastAnswer(to: exchange, nonce: nonce)
                return .refreshed(session, role, next, .repeated)
            case .spent, .unknown:
                try db.endSession(id, reason: .tokenReused, now: exchange.now)
                if let owner = try db.account(session.accountID) {
                    notice = try exchange.notices.make(
                        .sessionStolen, of: owner, variables: [.device: session.device.label])
                }
                return .reused(sessionID: id)
            }
        }
        metrics.count(outcome.kind)
        if case .refreshed = outcome { hub.changed(CollectionOfOne(id)) }
        return outcome
    }
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
