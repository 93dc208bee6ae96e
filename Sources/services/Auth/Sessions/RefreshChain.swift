import RollcallCrypto

/// The refresh tokens of a session, by their digests: the valid one and the previous one. Earlier
/// ones are known by their seal. A value that decides what a presented token means.
///
/// A token has one successor at a time. A client that did not receive it asks again. Within the
/// retry window it gets the same successor, later another one in its place. So an owner and a thief
/// who use the tokens of one session get different ones. The first replaced token that comes back
/// reveals the theft.
struct RefreshChain: Equatable, Sendable {
    /// How long after an exchange the same answer is given again.
    static let retryWindow = Duration.seconds(60)

    /// How the current token came from the one before.
    struct Rotation: Equatable, Sendable {
        let previous: SHA256Digest
        /// The nonce from which the current token was made.
        let nonce: [UInt8]
    }

    enum Verdict: Equatable {
        /// The current token: `rotate`.
        case current
        /// The previous token, and its successor is unused. Most likely the reply was lost. The
        /// same successor is made again from the same nonce.
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

    /// - Parameters:
    ///   - isSealed: whether the token's seal shows that it was made for this session.
    ///   - age: the time since the current token was issued; negative if the clock was set back
    ///     since.
    func verdict(on token: SHA256Digest, isSealed: Bool, age: Duration) -> Verdict {
        if token == current { return .current }
        if let rotation, token == rotation.previous {
            return age < Self.retryWindow ? .repeated(nonce: rotation.nonce) : .late
        }
        return isSealed ? .spent : .unknown
    }

    /// The current token was used. `next` is valid from now on.
    mutating func rotate(to next: SHA256Digest, nonce: [UInt8]) {
        rotation = Rotation(previous: current, nonce: nonce)
        current = next
    }

    /// The previous token was used again. `next` is valid from now on, and the current token is
    /// spent.
    mutating func displace(with next: SHA256Digest, nonce: [UInt8]) {
        guard let previous = rotation?.previous else { return }
        rotation = Rotation(previous: previous, nonce: nonce)
        current = next
    }
}
