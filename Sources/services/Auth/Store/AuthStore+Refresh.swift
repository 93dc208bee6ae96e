import RollcallCrypto

/// The exchange of a refresh token.
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
        /// The refreshed session, its account's role, and the new token.
        case refreshed(AccountSession, Account.Role, OpaqueToken, SessionMetrics.Refresh)
        /// The token belongs to no session.
        case unknown
        /// The token was spent. The session has ended because of it.
        case reused(sessionID: UUIDv7)
        case ended
    }

    /// Exchanges a refresh token, or repeats the answer of the last exchange.
    func refresh(
        _ exchange: Exchange, _ configuration: AuthConfiguration
    ) async throws -> RefreshOutcome {
        guard let id = UUIDv7(bytes: exchange.token.id) else { return .unknown }
        let epoch = feed.epoch
        let attempt: RefreshAttempt = try await write { tx in
            guard let (stored, role) = try tx.refreshableSession(id) else {
                return .over(.unknown)
            }
            var refreshed = stored
            refreshed.session.epoch = epoch
            let verdict = try refreshed.verdict(on: exchange)
            guard verdict != .unknown else { return .over(.unknown) }
            guard refreshed.session.isLive(at: exchange.now, configuration) else {
                return .over(.ended)
            }
            switch verdict {
            case .current, .late:
                let next = try refreshed.rotate(exchange, verdict)
                try tx.update(refreshed)
                tx.tell(.sessionRefreshed(id))
                let kind: SessionMetrics.Refresh = verdict == .late ? .displaced : .rotated
                return .over(.refreshed(refreshed.session, role, next, kind))
            case .repeated(let nonce):
                let next = try exchange.mint.next(after: exchange.token, nonce: nonce)
                return .over(.refreshed(refreshed.session, role, next, .repeated))
            case .spent, .unknown:
                let session = refreshed.session
                return try .theft(of: tx.account(session.accountID), session.device)
            }
        }
        let outcome =
            switch attempt {
            case .over(let outcome): outcome
            case .theft(let owner, let device):
                try await endStolen(id, of: owner, on: device, exchange, configuration)
            }
        metrics.refreshes.count(outcome.kind)
        return outcome
    }

    /// Ends a session whose tokens two callers have, and tells its owner. It uses a transaction of
    /// its own, as the permit of the mail is taken before it.
    private func endStolen(
        _ id: UUIDv7, of owner: Account?, on device: SessionDevice, _ exchange: Exchange,
        _ configuration: AuthConfiguration
    ) async throws -> RefreshOutcome {
        let notice = try owner.flatMap {
            try exchange.notices.make(.sessionStolen, of: $0, variables: [.device: device.label])
        }
        return try await write(sending: notice?.mails, by: notice?.permit) { tx, mails in
            // A spent token stays spent. The session may have ended, or its row may be deleted.
            guard let session = try tx.session(id) else { return .refunded(.unknown) }
            guard session.isLive(at: exchange.now, configuration) else { return .refunded(.ended) }
            try tx.endSession(id, reason: .tokenReused, now: exchange.now)
            try tx.note(
                .sessionStolen, of: session.accountID, isByStranger: true, now: exchange.now)
            try tx.queue(mails, now: exchange.now)
            return .spent(.reused(sessionID: id))
        }
    }
}

/// The outcome of a refresh in its first transaction.
private enum RefreshAttempt: Sendable {
    case over(AuthStore.RefreshOutcome)
    /// The token was spent. The session must be ended.
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
