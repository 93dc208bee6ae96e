import RollcallCrypto

/// Tokens that have been verified, so that it is done once for each: a value, bounded.
///
/// Two generations: when the younger is full, it becomes the older, and what the older held is
/// forgotten. A token that is in use comes back by being verified again.
struct VerifiedTokens {
    struct Entry: Equatable {
        let claims: AccessTokenClaims
        let keyID: String
    }

    private let capacity: Int
    private var young: [SHA256Digest: Entry] = [:]
    private var old: [SHA256Digest: Entry] = [:]

    /// - Parameter capacity: tokens kept, at least 2.
    init(capacity: Int) {
        self.capacity = capacity
    }

    var count: Int { young.count + old.count }

    subscript(token: SHA256Digest) -> Entry? { young[token] ?? old[token] }

    mutating func insert(_ entry: Entry, for token: SHA256Digest) {
        if young.count >= capacity / 2 {
            old = young
            young = [:]
        }
        young[token] = entry
    }
}
