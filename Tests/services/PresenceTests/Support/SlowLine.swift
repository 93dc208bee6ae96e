import Foundation
import Glibc
import RollcallRPC
import Synchronization

/// Stands between one client and a server on this machine. What the server sends it can read as
/// slowly as a byte a second; then all buffers on the way fill up, as with a client that reads so
/// slowly itself.
final class SlowLine: Sendable {
    /// Where the client connects.
    let endpoint: Endpoint
    private let listener: Int32
    private let server: Int32
    private let client = Mutex<Int32?>(nil)
    private let isSlow = Atomic(false)

    /// - Parameter port: the server's.
    init(to port: Int) throws {
        let (listener, server) = (try Self.openSocket(), try Self.openSocket())
        (self.listener, self.server) = (listener, server)
        try Self.check(Self.with(port: 0) { bind(listener, $0, $1) })
        try Self.check(listen(listener, 1))
        try Self.check(Self.with(port: port) { connect(server, $0, $1) })
        endpoint = .tcp(host: "127.0.0.1", port: try Self.port(of: listener))
        Thread.detachNewThread { [self] in serve() }
    }

    /// Reads a byte a second of what the server sends, or as much as there is.
    func setSlow(_ isSlow: Bool) {
        self.isSlow.store(isSlow, ordering: .relaxed)
    }

    /// Ends the connection.
    func end() {
        for socket in [listener, server] { shutdown(socket, Int32(SHUT_RDWR)) }
        client.withLock { if let socket = $0 { shutdown(socket, Int32(SHUT_RDWR)) } }
    }

    private func serve() {
        let socket = accept(listener, nil, nil)
        client.withLock { $0 = socket }
        Thread.detachNewThread { [self] in
            copy(from: socket, to: server) { false }
            end()
        }
        copy(from: server, to: socket) { self.isSlow.load(ordering: .relaxed) }
        end()
    }

    private func copy(from source: Int32, to target: Int32, isSlow: () -> Bool) {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while true {
            let isSlow = isSlow()
            let count = recv(source, &bytes, isSlow ? 1 : bytes.count, 0)
            guard count > 0 else { return }
            var sent = 0
            while sent < count {
                let some = bytes[sent..<count].withUnsafeBytes {
                    send(target, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard some > 0 else { return }
                sent += some
            }
            if isSlow { sleep(1) }
        }
    }
}

extension SlowLine {
    /// With a receive buffer as small as can be.
    private static func openSocket() throws -> Int32 {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        var size: Int32 = 4_096
        try check(
            setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size)))
        return socket
    }

    private static func with(
        port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    private static func port(of socket: Int32) throws -> Int {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        try check(
            withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    getsockname(socket, $0, &length)
                }
            })
        return Int(in_port_t(bigEndian: address.sin_port))
    }

    private static func check(_ result: Int32) throws {
        guard result >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    }
}
