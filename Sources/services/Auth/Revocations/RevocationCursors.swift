import RollcallAPI
import RollcallBasics
import RollcallCrypto

/// Makes the cursors of the stream of revocations, and ignores forged ones.
///
/// A cursor that is ahead of the database ends all sessions, as the database must then be an old
/// copy. Every cursor therefore carries a code: the first half of that of `SealedText` for epoch |
/// version, both 8 bytes, big-endian.
struct RevocationCursors: Sendable {
    static let codeByteCount = 16

    private let seal: SealedText

    /// - Parameter secret: of `AuthStore.unlock`. Cursors that another secret has signed are
    ///   ignored: the follower begins anew.
    init(secret: Secret) { seal = SealedText(key: secret) }

    /// - Throws: `CryptoError.openSSL`.
    func cursor(at position: RevocationPosition) throws -> RevocationCursor {
        try RevocationCursor(
            epoch: position.epoch, version: position.version, code: code(position))
    }

    /// - Returns: `nil` for a cursor that was not given out here.
    /// - Throws: `CryptoError.openSSL`.
    func position(_ cursor: RevocationCursor) throws -> RevocationPosition? {
        let position = RevocationPosition(epoch: cursor.epoch, version: cursor.version)
        return constantTimeEqual(try code(position), cursor.code) ? position : nil
    }

    private func code(_ position: RevocationPosition) throws -> [UInt8] {
        let content = position.epoch.bigEndianBytes + position.version.bigEndianBytes
        return Array(
            try seal.code(of: content, for: "revocation cursor").prefix(Self.codeByteCount))
    }
}
