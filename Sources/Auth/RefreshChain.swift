import RollcallCrypto

/// The refresh tokens of a session, by their digests: the one that counts, the one before it, and
/// those before that. A value that says what a token which comes in means.
struct RefreshChain: Equatable, Sendable {
    /// How many tokens before the previous one are still known as spent. What is older is refused
    /// like a forgery, and ends nothing.
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
        /// The current token: it is replaced.
        case current
        /// The one before it, while nobody has used its successor: the reply was lost, and is
        /// given again, made from the same nonce.
        case previous(nonce: [UInt8])
        /// An older one. Its successor was used, so two hold the tokens of one session.
        case spent
        /// None of this session's.
        case unknown
    }

    private(set) var current: SHA256Digest
    private(set) var rotation: Rotation?
    /// The beginnings of the digests of spent tokens, oldest first.
    private(set) var spent: [UInt8]

    init(current: SHA256Digest, rotation: Rotation? = nil, spent: [UInt8] = []) {
        self.current = current
        self.rotation = rotation
        self.spent = spent
    }

    func verdict(on token: SHA256Digest) -> Verdict {
        if token == current { return .current }
        if let rotation, token == rotation.previous { return .previous(nonce: rotation.nonce) }
        let beginning = token.bytes.prefix(Self.spentByteCount)
        let isSpent = stride(from: 0, to: spent.count, by: Self.spentByteCount).contains {
            spent[$0..<min($0 + Self.spentByteCount, spent.count)].elementsEqual(beginning)
        }
        return isSpent ? .spent : .unknown
    }

    /// The current token was used; `next` counts from now on.
    mutating func rotate(to next: SHA256Digest, nonce: [UInt8]) {
        if let rotation { spent += rotation.previous.bytes.prefix(Self.spentByteCount) }
        spent = Array(spent.suffix(Self.spentLimit * Self.spentByteCount))
        rotation = Rotation(previous: current, nonce: nonce)
        current = next
    }
}
