import Logging
import RollcallCrypto

/// Brings hashes of old parameters up to today's after the sign-in that knew the password was
/// answered, one at a time. What does not fit is left to the next sign-in.
final class RehashQueue: Sendable {
    /// How many may wait.
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

    /// - Parameter password: the account's, as it was found right.
    func addIfDue(_ account: Account, _ password: String) {
        guard account.passwordHash?.needsRehash(for: hasher.parameters) == true,
            let password = Password(password)
        else { return }
        incoming.yield(Item(account: account, password: password))
    }

    /// Works until it is cancelled.
    func run() async {
        for await item in items { await rehash(item) }
    }

    /// That it could not be done is nobody's trouble: the old hash is as right as before.
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
