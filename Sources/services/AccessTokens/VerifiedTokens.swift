import RollcallCrypto
import Synchronization

/// Tokens that have been verified, by their digest, so that it is done once for each: bounded, and
/// shared by all calls. The tokens themselves are not kept.
final class VerifiedTokens: Sendable {
    /// Each has a lock of its own, so that cores do not wait for each other.
    private static let shardCount = 16

    private let shards: [Shard]

    private final class Shard: Sendable {
        let tokens: Mutex<TokenGenerations>

        init(capacity: Int) {
            tokens = Mutex(TokenGenerations(capacity: capacity))
        }
    }

    /// - Parameter capacity: tokens kept, at least two for each of 16 shards.
    init(capacity: Int) {
        shards = (0..<Self.shardCount).map { _ in
            Shard(capacity: capacity / Self.shardCount)
        }
    }

    /// A token that was verified before.
    subscript(digest: SHA256Digest) -> VerifiedToken? {
        shard(of: digest).tokens.withLock { $0.find(digest) }
    }

    func insert(_ token: VerifiedToken, for digest: SHA256Digest) {
        shard(of: digest).tokens.withLock { $0.insert(token, for: digest) }
    }

    var count: Int {
        shards.reduce(0) { sum, shard in sum + shard.tokens.withLock { $0.count } }
    }

    private func shard(of digest: SHA256Digest) -> Shard {
        shards[digest.lowBits & (Self.shardCount - 1)]
    }
}

/// A shard's tokens, as a value.
///
/// Two generations: when the younger is full, it becomes the older, and what the older held is
/// forgotten. A token that is in use moves to the younger.
struct TokenGenerations {
    private let limit: Int
    private var young: [SHA256Digest: VerifiedToken] = [:]
    private var old: [SHA256Digest: VerifiedToken] = [:]

    /// - Parameter capacity: tokens kept in both.
    init(capacity: Int) {
        limit = max(1, capacity / 2)
    }

    var count: Int { young.count + old.count }

    mutating func find(_ digest: SHA256Digest) -> VerifiedToken? {
        if let token = young[digest] { return token }
        guard let token = old.removeValue(forKey: digest) else { return nil }
        insert(token, for: digest)
        return token
    }

    mutating func insert(_ token: VerifiedToken, for digest: SHA256Digest) {
        if young.count >= limit {
            old = young
            young = [:]
        }
        young[digest] = token
    }
}
