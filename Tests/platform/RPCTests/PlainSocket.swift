import Foundation
import Glibc
import RollcallRPC
import Synchronization

/// A TCP connection without any ado, for what no well-behaved client does. It blocks, for at most
/// five seconds.
final class PlainSocket: Sendable {
    private let socket: Atomic<Int32>

    /// - Parameter source: the address that the connection comes from, such as `127.0.0.2`.
    init(to endpoint: Endpoint?, from source: String? = nil) throws {
        let descriptor = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        socket = Atomic(descriptor)
        var patience = timeval(tv_sec: 5, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        if let source {
            try Self.check(Self.with(address: source, port: 0) { bind(descriptor, $0, $1) })
        }
        try Self.connect(descriptor, to: endpoint)
    }

    deinit {
        close()
    }

    /// Connects a socket that there is already.
    static func connect(_ descriptor: Int32, to endpoint: Endpoint?) throws {
        switch endpoint {
        case .tcp(_, let port), .tls(_, let port):
            try check(
                with(address: "127.0.0.1", port: port) { Glibc.connect(descriptor, $0, $1) })
        case .unix, nil: throw RPCError(.internal, "TCP only")
        }
    }

    /// - Parameter resetting: whether the peer gets RST instead of FIN.
    func close(resetting: Bool = false) {
        let descriptor = socket.exchange(-1, ordering: .relaxed)
        guard descriptor >= 0 else { return }
        var linger = Glibc.linger(l_onoff: resetting ? 1 : 0, l_linger: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
        Glibc.close(descriptor)
    }

    func send(_ bytes: [UInt8]) {
        _ = Glibc.send(socket.load(ordering: .relaxed), bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Everything that arrives until the peer closes; nil when it does not.
    func receiveToEnd() -> [UInt8]? {
        var received: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(socket.load(ordering: .relaxed), &chunk, chunk.count, 0)
            if count > 0 { received += chunk.prefix(count) }
            if count == 0 || (count < 0 && errno == ECONNRESET) { return received }
            if count < 0 { return nil }
        }
    }

    private static func check(_ result: Int32) throws {
        guard result == 0 else { throw RPCError(.internal, String(cString: strerror(errno))) }
    }

    private static func with(
        address: String, port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var target = sockaddr_in()
        target.sin_family = sa_family_t(AF_INET)
        target.sin_port = in_port_t(port).bigEndian
        inet_pton(AF_INET, address, &target.sin_addr)
        return withUnsafeBytes(of: &target) { bytes in
            guard let pointer = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress else {
                return -1
            }
            return body(pointer, socklen_t(bytes.count))
        }
    }
}
