import RollcallCrypto

/// A session with its refresh tokens: what an exchange judges and changes.
struct RefreshableSession: Sendable {
    var session: AccountSession
    var chain: RefreshChain
}

extension RefreshableSession {
    /// What the token of an exchange is to this session.
    func verdict(on exchange: Exchange) throws -> RefreshChain.Verdict {
        let age = Duration.milliseconds(exchange.now - session.refreshedAt)
        let isSealed = try exchange.mint.hasSealed(exchange.token)
        return chain.verdict(on: exchange.token.hash, isSealed: isSealed, age: age)
    }

    /// - Returns: the token that counts from now on.
    mutating func rotate(
        _ exchange: Exchange, _ verdict: RefreshChain.Verdict
    ) throws -> OpaqueToken {
        let next = try exchange.mint.next(after: exchange.token, nonce: exchange.nonce)
        if verdict == .current {
            chain.rotate(to: next.hash, nonce: exchange.nonce)
        } else {
            chain.displace(with: next.hash, nonce: exchange.nonce)
        }
        session.refreshedAt = max(session.refreshedAt, exchange.now)
        return next
    }
}
