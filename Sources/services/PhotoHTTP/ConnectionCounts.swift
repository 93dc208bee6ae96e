import NIOCore
import RollcallRPC
import Synchronization

/// How many connections each client has, so that one stranger does not hold all of them.
final class ConnectionCounts: Sendable {
    private let limit: Int
    private let proxies: TrustedProxies
    private let counts = Mutex<[ClientNetwork: Int]>([:])

    /// - Parameter proxies: who may have any number, as many clients are behind them.
    init(limit: Int, proxies: TrustedProxies) {
        self.limit = limit
        self.proxies = proxies
    }

    /// - Returns: whether there was room, and the connection counts until `leave`.
    func enter(_ client: ClientNetwork) -> Bool {
        counts.withLock { counts in
            guard counts[client, default: 0] < limit else { return false }
            counts[client, default: 0] += 1
            return true
        }
    }

    func leave(_ client: ClientNetwork) {
        counts.withLock { counts in
            guard let count = counts[client] else { return }
            counts[client] = count > 1 ? count - 1 : nil
        }
    }

    /// The client that a connection counts for; nil for one that does not count.
    func client(of channel: any Channel) -> ClientNetwork? {
        let peer = PeerIdentity(address: channel.remoteAddress.flatMap { PeerAddress($0) })
        return proxies.contain(peer) ? nil : ClientNetwork(peer)
    }
}
