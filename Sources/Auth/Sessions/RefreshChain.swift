import RollcallCrypto

/// The refresh tokens of a session, by their digests: the valid one, the one that it was made from, and
/// those before. A value that says what a presented token means.
///
/// A token has one successor at a time. A client that did not receive it asks again: within the retry
/// window it gets the same successor, later another one in its place. An owner and a thief who use the
/// tokens of one session therefore get different ones. The first token that comes back after it was
/// replaced shows the theft.
struct RefreshChain: Equatable, Sendable {
    /// For how long after an exchange its answer is given again as it was.
    static let retryWindow = Duration.seconds(60)
    /// How many unsealed tokens are still known as spent. An older one is refused like a forgery, and ends
    /// nothing. Sealed tokens are always known.
    static let spentLimit = 64
    /// Bytes that are kept of a spent token's digest: enough that a guess never hits one.
    static let spentByteCount = 8

    /// How the current token came from the one before.
    struct Rotation: Equatable, Sendable {
        let previous: SHA256Digest
        /// What `OpaqueToken.next(nonce:)` was given.
        let nonce: [UInt8]
    }

    enum Verdict: Equatable {
        /// The current token: `rotate`.
        case current
        /// The one before it, whose successor nobody has used. Most likely the reply was lost, and is
        /// given again, made from the same nonce.
        case repeated(nonce: [UInt8])
        /// The same, but later: `displace`.
        case late
        /// A token that was replaced: two callers hold the tokens of one session.
        case spent
        /// None of this session's.
        case unknown
    }

    private(set) var current: SHA256Digest
    private(set) var rotation: Rotation?
    /// The first bytes of the digests of used and displaced tokens without a seal, oldest first. If the
    /// previous token has no seal, only tokens that were displaced since stand behind it.
    private(set) var spent: [UInt8] = []

    /// - Parameters:
    ///   - isSealed: whether the token's seal shows that it was made for this session.
    ///   - age: how long ago the current token was given out; negative if the clock was set back since.
    func verdict(on token: SHA256Digest, isSealed: Bool, age: Duration) -> Verdict {
        if token == current { return .current }
        if let rotation, token == rotation.previous {
            let isRepeated = age < Self.retryWindow || !(isSealed || canDisplace)
            return isRepeated ? .repeated(nonce: rotation.nonce) : .late
        }
        return isSealed || spentIndex(of: token) != nil ? .spent : .unknown
    }

    /// The current token was used; `next` counts from now on.
    ///
    /// - Parameter isSealed: as in `verdict`.
    mutating func rotate(to next: SHA256Digest, nonce: [UInt8], isSealed: Bool) {
        rotation = Rotation(previous: current, nonce: nonce)
        if !isSealed { spend(current) }
        current = next
    }

    /// The previous token was used again; `next` counts from now on, and the current token is spent.
    ///
    /// - Parameter isSealed: as in `verdict`. The successor of a sealed token is sealed, too.
    mutating func displace(with next: SHA256Digest, nonce: [UInt8], isSealed: Bool) {
        guard let previous = rotation?.previous else { return }
        rotation = Rotation(previous: previous, nonce: nonce)
        if !isSealed { spend(current) }
        current = next
    }

    /// Whether another displaced token can be remembered without forgetting one, which may be the owner's.
    /// If not, no token is displaced until the successor is used.
    private var canDisplace: Bool {
        guard let previous = rotation?.previous, let index = spentIndex(of: previous) else {
            return true
        }
        return spent.count / Self.spentByteCount - index < Self.spentLimit
    }

    private func spentIndex(of token: SHA256Digest) -> Int? {
        let beginning = token.bytes.prefix(Self.spentByteCount)
        return (0..<spent.count / Self.spentByteCount).last { index in
            let start = index * Self.spentByteCount
            return spent[start..<start + Self.spentByteCount].elementsEqual(beginning)
        }
    }

    private mutating func spend(_ token: SHA256Digest) {
        spent += token.bytes.prefix(Self.spentByteCount)
        spent = Array(spent.suffix(Self.spentLimit * Self.spentByteCount))
    }
}
