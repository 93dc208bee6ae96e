import RollcallCrypto
import RollcallRules
import Storage

extension ProfileStore {
    /// The most users that a prefix finds.
    static let searchLimit = 100

    /// The first `searchLimit` users whose names begin with a prefix, after a given name, in the
    /// order of their names. Users who have blocked the viewer, or whom the viewer has blocked, are
    /// left out.
    func search(
        _ prefix: NamePrefix, after name: String, limit: Int, for user: UUIDv7
    ) async throws -> [StoredProfile] {
        try await all(Self.search, prefix.text, prefix.end, user, Self.searchLimit, name, limit)
    }

    /// From which name, before which, who searches, how many there are in all, behind which, and
    /// how many.
    static let search = Query<StoredProfile, String, String, UUIDv7, Int, String, Int>(
        """
        SELECT \(StoredProfile.columns)
        FROM (
            SELECT userID AS foundID, canonicalName AS foundName FROM profile
            WHERE canonicalName >= $1 AND canonicalName < $2
                AND isFindable AND createdAtMs IS NOT NULL
                AND \(isUnblocked(by: "$3"))
            ORDER BY canonicalName LIMIT $4) AS found
        JOIN profile ON profile.userID = foundID LEFT JOIN photo ON photo.id = photoID
        WHERE foundName > $5 ORDER BY foundName LIMIT $6
        """)
}

/// The begin of a display name: 3 to 30 allowed characters.
struct NamePrefix: Sendable, Equatable {
    /// In lower case.
    let text: String
    /// The first text after all texts with the prefix, in the order of bytes.
    let end: String

    /// - Returns: `nil` if no display name begins with it, or too many.
    init?(_ text: String) {
        guard (3...30).contains(text.utf8.count),
            DisplayNameRules.badCharacterPosition(in: text) == nil
        else { return nil }
        self.text = text.lowercased()
        // Sorts after all allowed characters.
        end = self.text + "\u{7f}"
    }
}
