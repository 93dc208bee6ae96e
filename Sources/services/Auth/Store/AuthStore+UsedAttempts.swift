import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Storage

/// Attempts that their callers keep, such as a sign-in with a passkey: only those that have
/// succeeded are here, so that none succeeds twice.
extension Snapshot {
    func isUnused(_ digest: SHA256Digest) throws -> Bool { try !exists(Statements.find, digest) }
}

extension AuthTransaction {
    /// Uses an attempt up.
    ///
    /// - Parameter expiresAt: after which nobody accepts the attempt: milliseconds since 1970.
    /// - Returns: `false` if it was used before.
    func useAttempt(_ digest: SHA256Digest, until expiresAt: Int64) throws -> Bool {
        try run(Statements.use, digest, expiresAt) == 1
    }
}

extension RPCError {
    /// - Parameter field: the request's field with the attempt.
    static func attemptExpired(_ field: String) -> RPCError {
        .violation(
            .notFound, .attemptExpired, field: field,
            "the attempt was used, is too old, or was never begun; start again")
    }
}

private enum Statements {
    static let use = Command<SHA256Digest, Int64>(
        """
        INSERT INTO usedAttempt (digest, expiresAtMs) VALUES ($1, $2)
        ON CONFLICT (digest) DO NOTHING
        """)

    static let find = Query<SHA256Digest, SHA256Digest>(
        "SELECT digest FROM usedAttempt WHERE digest = $1")
}
