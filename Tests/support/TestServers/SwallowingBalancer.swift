import Foundation
import Glibc
import RollcallRPC
import Synchronization

/// A balancer before a server, at a TCP port of its own. Each time that it is told to, it forgets
/// the connections that there are: it goes on reading them, passes nothing on, and closes nothing.
/// New ones work.
package final class SwallowingBalancer: Sendable {
    package let endpoint: Endpoint
    private let listener: Int32
    private let server: Int
    /// How often it has forgotten all connections.
    private let losses = Atomic(0)
    private let connections = Atomic(0)

    /// - Parameter server: at a TCP port of this machine.
    package init(before server: Endpoint) throws {
        guard case .tcp(_, let port) = server else { throw RPCError(.internal, "TCP only") }
        self.server = port
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        var address = loopback(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = address.withPointer { [listener] pointer in
            bind(listener, pointer, length) == 0 && listen(listener, 16) == 0
                && getsockname(listener, pointer, &length) == 0
        }
        guard isListening else { throw RPCError(.internal, "no balancer can listen") }
        endpoint = .tcp(host: "127.0.0.1", port: Int(UInt16(bigEndian: address.sin_port)))
        Thread.detachNewThread { [weak self, listener] in
            while case let client = accept(listener, nil, nil), client >= 0 { self?.join(client) }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    /// How many connections there have been.
    package var connectionCount: Int { connections.load(ordering: .relaxed) }

    package func swallow() {
        losses.add(1, ordering: .relaxed)
    }

    private func join(_ client: Int32) {
        let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        var address = loopback(port: self.server)
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        guard address.withPointer({ connect(server, $0, length) }) == 0 else {
            close(client)
            return
        }
        connections.add(1, ordering: .relaxed)
        let losses = losses.load(ordering: .relaxed)
        for (source, sink) in [(client, server), (server, client)] {
            Thread.detachNewThread { self.pump(from: source, to: sink, losses) }
        }
    }

    /// The descriptors are left to the end of the process: two threads have them.
    private func pump(from source: Int32, to sink: Int32, _ losses: Int) {
        var bytes = [UInt8](repeating: 0, count: 65536)
        while case let count = read(source, &bytes, bytes.count), count > 0 {
            if self.losses.load(ordering: .relaxed) == losses {
                send(sink, bytes, count, Int32(MSG_NOSIGNAL))
            }
        }
        shutdown(sink, Int32(SHUT_RDWR))
    }
}

private func loopback(port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
    return address
}

extension sockaddr_in {
    fileprivate mutating func withPointer<R>(
        _ body: (UnsafeMutablePointer<sockaddr>) -> R
    ) -> R {
        withUnsafeMutablePointer(to: &self) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
        }
    }
}
