import RollcallCrypto
import Storage

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

extension RefreshableSession {
    static let columns: SQL = """
        \(AccountSession.columns), tokenHash, previousTokenHash, rotationNonce
        """

    /// - Throws: `StorageError.corrupt`.
    init(_ columns: inout Columns) throws {
        session = try AccountSession(&columns)
        chain = try RefreshChain(&columns)
    }
}

extension RefreshChain {
    fileprivate init(_ columns: inout Columns) throws {
        let current = try columns.next(as: SHA256Digest.self)
        let previous = try columns.next(as: SHA256Digest?.self)
        let nonce = try columns.next(as: [UInt8]?.self)
        // Neither before the first rotation; both after it, as the table has it.
        let rotation = previous.map { Rotation(previous: $0, nonce: nonce ?? []) }
        self.init(current: current, rotation: rotation)
    }
}
