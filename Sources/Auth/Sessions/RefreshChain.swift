import RollcallCrypto

/// The refresh tokens of a session, by their digests: the valid one, the previous one, and earlier ones.
/// A value that decides what a presented token means.
///
/// A token has one successor at a time. A client that did not receive it asks again. Within the retry
/// window it gets the same successor, later another one in its place. So an owner and a thief who use the
/// tokens of one session get different ones. The first replaced token that comes back reveals the theft.
struct RefreshChain: Equatable, Sendable {
    /// How long after an exchange the same answer is given again.
    static let retryWindow = Duration.seconds(60)
    /// The most unsealed tokens that are remembered as spent. An older one is refused like a forgery, and
    /// ends no session. Sealed tokens are always recognised.
    static let spentLimit = 64
    /// The bytes that are kept of a spent token's digest: enough that no guess matches one.
    static let spentByteCount = 8

    /// How the current token came from the one before.
    struct Rotation: Equatable, Sendable {
        let previous: SHA256Digest
        /// The nonce from which the current token was made.
        let nonce: [UInt8]
    }

    enum Verdict: Equatable {
        /// The current token: `rotate`.
        case current
        /// The previous token, and its successor is unused. Most likely the reply was lost. The same
        /// successor is made again from the same nonce.
        case repeated(nonce: [UInt8])
        /// The previous token after the retry window: `displace`.
        case late
        /// A token that was replaced: two clients have tokens of this session.
        case spent
        /// No token of this session.
        case unknown
    }

    private(set) var current: SHA256Digest
    private(set) var rotation: Rotation?
    /// The first bytes of the digests of spent tokens without a seal, oldest first. If the previous token
    /// has no seal, only tokens that were displaced since come after it.
    private(set) var spent: [UInt8] = []

    /// - Parameters:
    ///   - isSealed: whether the token's seal shows that it was made for this session.
    ///   - age: the time since the current token was issued; negative if the clock was set back since.
    func verdict(on token: SHA256Digest, isSealed: Bool, age: Duration) -> Verdict {
        if token == current { return .current }
        if let rotation, token == rotation.previous {
            let isRepeated = age < Self.retryWindow || !(isSealed || canDisplace)
            return isRepeated ? .repeated(nonce: rotation.nonce) : .late
        }
        return isSealed || spentIndex(of: token) != nil ? .spent : .unknown
    }

    /// The current token was used. `next` is valid from now on.
    ///
    /// - Parameter isSealed: as in `verdict`.
    mutating func rotate(to next: SHA256Digest, nonce: [UInt8], isSealed: Bool) {
        rotation = Rotation(previous: current, nonce: nonce)
        if !isSealed { spend(current) }
        current = next
    }

    /// The previous token was used again. `next` is valid from now on, and the current token is spent.
    ///
    /// - Parameter isSealed: as in `verdict`. The successor of a sealed token is sealed, too.
    mutating func displace(with next: SHA256Digest, nonce: [UInt8], isSealed: Bool) {
        guard let previous = rotation?.previous else { return }
        rotation = Rotation(previous: previous, nonce: nonce)
        if !isSealed { spend(current) }
        current = next
    }

    /// Whether another displaced token fits without dropping one, which may be the owner's. If not, no
    /// token is displaced until the successor is used.
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
