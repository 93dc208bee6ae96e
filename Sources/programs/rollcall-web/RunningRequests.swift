import Admission
import RollcallRPC
import Synchronization

/// The requests that run for each client. Behind a proxy all clients share its connections, so
/// those of one client cannot be counted.
final class RunningRequests: Sendable {
    private let slots: Mutex<Slots<ClientNetwork>>

    /// - Parameter limit: of those of a client.
    init(ofClient limit: Int) { slots = Mutex(Slots(ofKey: limit)) }

    /// - Parameter client: nil for one that does not count.
    /// - Returns: whether there was room, and the request counts until `leave`.
    func enter(_ client: ClientNetwork?) -> Bool {
        guard let client else { return true }
        return slots.withLock { $0.take(for: client) }
    }

    func leave(_ client: ClientNetwork?) {
        if let client { slots.withLock { $0.release(for: client) } }
    }
}
