import Logging
import RollcallCrypto

/// Replaces hashes with old parameters, one at a time, after a sign-in with the correct password
/// was answered. What does not fit into the queue waits for the next sign-in.
final class RehashQueue: Sendable {
    /// The most waiting passwords.
    static let limit = 64

    private struct Item: Sendable {
        let account: Account
        let password: Password
    }

    private let store: AuthStore
    private let hasher: PasswordHasher
    private let logger: Logger
    private let items: AsyncStream<Item>
    private let incoming: AsyncStream<Item>.Continuation

    init(store: AuthStore, hasher: PasswordHasher, logger: Logger) {
        self.store = store
        self.hasher = hasher
        self.logger = logger
        (items, incoming) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.limit))
    }

    /// - Parameter password: the account's correct password.
    func addIfDue(_ account: Account, _ password: String) {
        guard account.password?.hash?.needsRehash(for: hasher.parameters) == true,
            let password = Password(password)
        else { return }
        incoming.yield(Item(account: account, password: password))
    }

    /// Works until it is cancelled.
    func run() async {
        for await item in items { await rehash(item) }
    }

    /// A failure does no harm: the old hash stays valid.
    private func rehash(_ item: Item) async {
        do {
            let hash = try await hasher.hash(item.password.secret.bytes, deadline: nil)
            try await store.rehash(item.account, to: hash)
        } catch {
            logger.debug(
                "a password was not hashed anew",
                metadata: ["user.id": "\(item.account.id)", "error": "\(error)"])
        }
    }
}
