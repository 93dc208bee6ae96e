import RollcallAPI
import RollcallBasics
import RollcallCrypto

/// What a watch has told its viewer.
struct WatchPosition: Sendable {
    var change: ChangePosition
    /// The sum of the fingerprints of all that the viewer was told.
    var view: UInt64
}

/// Seals the positions of one viewer's watches of the same users and fields. A position counts the
/// changes of all users, so only instances with the same tables can read it.
struct WatchCursors: Sendable {
    private let key: SealingKey
    private let users: [UInt8]

    /// - Parameter masterKey: of `ProfileStore.unlock`.
    /// - Throws: `CryptoError`.
    init(masterKey: Secret, of users: WatchedUsers, by viewer: UUIDv7) throws {
        // A key for each viewer, as one key seals 2³² cursors at most.
        key = try SealingKey(
            derivedFrom: masterKey, purpose: "rollcall watches of \(viewer)", table: "watch")
        self.users = users.fingerprint.bigEndianBytes
    }

    /// - Throws: `CryptoError`.
    func cursor(at position: WatchPosition) throws -> ProfileWatchCursor {
        let content =
            position.change.position.bigEndianBytes + position.change.number.bigEndianBytes
            + position.view.bigEndianBytes
        return ProfileWatchCursor(sealed: try key.seal(Secret(content), of: users))
    }

    /// - Returns: nil for a cursor of other users or fields, of another viewer, or of other tables.
    /// - Throws: `CryptoError`.
    func position(of cursor: ProfileWatchCursor) throws -> WatchPosition? {
        guard let content = try key.open(cursor.sealed, of: users)?.bytes, content.count == 24
        else { return nil }
        return WatchPosition(
            change: ChangePosition(
                position: Int64(bigEndianBytes: content[..<8]),
                number: Int64(bigEndianBytes: content[8..<16])),
            view: UInt64(bigEndianBytes: content[16...]))
    }
}
