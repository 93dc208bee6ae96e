import Admission
import NIOCore
import RollcallRPC
import Synchronization

/// What all connections of a `PhotoServer` share.
final class PhotoServerLimits: Sendable {
    /// They may have any number of connections, as many clients are behind them.
    private let proxies: TrustedProxies
    /// So that one stranger does not hold all connections.
    private let connections: Mutex<Slots<ClientNetwork>>
    /// The photos that are being read or sent, so that many slow readers of large ones do not fill
    /// the memory.
    private let bytes: Mutex<Budget>

    init(_ configuration: PhotoServerConfiguration) {
        proxies = configuration.proxies
        connections = Mutex(Slots(ofKey: configuration.connectionsPerClient))
        bytes = Mutex(Budget(configuration.outgoingSize))
    }

    /// The client that a connection counts for; nil for one that does not count.
    func client(of channel: any Channel) -> ClientNetwork? {
        let peer = PeerIdentity(address: channel.remoteAddress.flatMap { PeerAddress($0) })
        return proxies.contain(peer) ? nil : ClientNetwork(peer)
    }

    /// - Returns: whether there was room, and the connection counts until `leave`.
    func enter(_ client: ClientNetwork) -> Bool { connections.withLock { $0.take(for: client) } }

    func leave(_ client: ClientNetwork) { connections.withLock { $0.release(for: client) } }

    /// Reads a photo, which counts from before that until `release`.
    ///
    /// - Parameter size: the number of its bytes.
    /// - Throws: `RPCError` (`unavailable`) without room; what `read` throws. Then nothing counts.
    func taking(
        _ size: Int, _ read: () async throws -> ByteBuffer?
    ) async throws -> ByteBuffer? {
        guard bytes.withLock({ $0.take(size) }) else {
            throw RPCError(.unavailable, "too many photos are being sent")
        }
        do {
            if let photo = try await read() { return photo }
        } catch {
            release(size)
            throw error
        }
        release(size)
        return nil
    }

    func release(_ size: Int) { bytes.withLock { $0.release(size) } }
}
