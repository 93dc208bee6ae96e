import Logging
import RollcallRPC
import Storage

/// Delivers decisions of Auth to one other service: immediately when there is a new one, and
/// repeatedly while the service does not answer. Nothing is ever given up. Each service has its own
/// outbox, so that none waits for another.
struct Outbox: Sendable {
    let queue: AuthQueue<OutboxItem>
    let store: AuthStore
    let destination: any OutboxDestination
    let logger: Logger

    /// Delivers until it is cancelled. Called once.
    func run() async {
        await queue.run(attempt)
    }

    /// Whether the service receives items of this kind.
    func takes(_ item: OutboxItem) -> Bool { type(of: destination).kinds.contains(item.kind) }

    /// Delivers one item, now.
    func deliver(_ item: OutboxItem) async throws {
        let erasedAt = try await destination.deliver(item.kind, of: item.accountID)
        // The receipt must cover Auth's own file, too, once a service has erased.
        if erasedAt != nil { try await store.database.emptyJournal() }
        try await store.complete(item, erasedAt: erasedAt)
        queue.answered()
    }

    /// The codes that mean that the service does not answer, so that the next item would fail, too.
    /// Any other error concerns only the item that was tried.
    private static let silence: Set<StatusCode> = [.unavailable, .deadlineExceeded]

    @Sendable private func attempt(
        _ item: OutboxItem
    ) async throws -> AuthQueue<OutboxItem>.Outcome {
        var metadata: Logger.Metadata = [
            "user.id": "\(item.accountID)", "outbox.kind": "\(item.kind)",
        ]
        do {
            try await deliver(item)
            return .done
        } catch let error as RPCError where Self.silence.contains(error.code) {
            logger.debug("a service does not answer", metadata: metadata)
            return .silence
        } catch  where Task.isCancelled {
            return .later()
        } catch {
            metadata["error"] = "\(error)"
            logger.error("an outcome was not delivered", metadata: metadata)
            return .later()
        }
    }
}
