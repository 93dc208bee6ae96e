import Admission
import NIOCore
import RollcallRPC
import Synchronization

/// The connections of an `HTTPServer`, counted for each client, so that one stranger does not hold
/// all of them.
final class HTTPConnections: Sendable {
    /// They may have any number of connections, as many clients are behind them.
    private let proxies: TrustedProxies
    private let slots: Mutex<Slots<ClientNetwork>>

    init(_ configuration: HTTPServerConfiguration) {
        proxies = configuration.proxies
        slots = Mutex(Slots(ofKey: configuration.connectionsPerClient))
    }

    /// The client that a connection counts for; nil for one that does not count.
    func client(of channel: any Channel) -> ClientNetwork? {
        let peer = PeerIdentity(address: channel.remoteAddress.flatMap { PeerAddress($0) })
        return proxies.contain(peer) ? nil : ClientNetwork(peer)
    }

    /// - Returns: whether there was room, and the connection counts until `leave`.
    func enter(_ client: ClientNetwork) -> Bool { slots.withLock { $0.take(for: client) } }

    func leave(_ client: ClientNetwork) { slots.withLock { $0.release(for: client) } }
}
