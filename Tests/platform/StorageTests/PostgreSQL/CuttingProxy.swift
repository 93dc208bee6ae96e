import Foundation
import Synchronization

/// Stands between a store and its server, at a unix socket of its own, and cuts a connection when
/// it commits.
final class CuttingProxy: Sendable {
    let directory: String
    private let listener: CInt
    private let target: String
    private let plan = Mutex(Plan.forward)
    /// The socket of the server whose answers are held back.
    private let held = Mutex<CInt?>(nil)
    private let count = Mutex(0)

    private enum Plan {
        case forward, cutBehindCommit, cutBeforeCommit, holdAnswer
    }

    /// - Parameter target: the directory of the server's socket.
    init(to target: String) throws {
        directory = "/tmp/rollcall-proxy-\(UUID().uuidString.prefix(8))"
        self.target = target + Self.name
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: false)
        listener = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        let isBound = withAddress(directory + Self.name) { bind(listener, $0, $1) }
        guard isBound == 0, listen(listener, 16) == 0 else { throw CocoaError(.fileWriteUnknown) }
        Thread.detachNewThread { [weak self, listener] in
            while case let client = accept(listener, nil, nil), client >= 0 {
                self?.join(client)
            }
        }
    }

    deinit {
        shutdown(listener, CInt(SHUT_RDWR))
        close(listener)
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// How often something of a client was forwarded.
    var requests: Int { count.withLock { $0 } }

    func cutAtNextCommit(forwarding: Bool) {
        plan.withLock { $0 = forwarding ? .cutBehindCommit : .cutBeforeCommit }
    }

    /// The answer to the next COMMIT is not handed on until `release()`.
    func holdAnswerToNextCommit() {
        plan.withLock { $0 = .holdAnswer }
    }

    func release() {
        held.withLock { $0 = nil }
    }

    private static let name = "/.s.PGSQL.5432"

    private func join(_ client: CInt) {
        let server = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        guard withAddress(target, { connect(server, $0, $1) }) == 0 else {
            close(client)
            return
        }
        Thread.detachNewThread { [self] in
            pump(from: client, to: server) { bytes in
                count.withLock { $0 += 1 }
                let plan = bytes.contains("COMMIT\0") ? takePlan() : .forward
                if plan == .holdAnswer { held.withLock { $0 = server } }
                return plan
            }
        }
        Thread.detachNewThread { [self] in
            pump(from: server, to: client) { _ in
                while held.withLock({ $0 == server }) { usleep(1000) }
                return .forward
            }
        }
    }

    private func takePlan() -> Plan {
        plan.withLock { plan in
            defer { plan = .forward }
            return plan
        }
    }

    /// The descriptors are left to the end of the process: two threads have them.
    private func pump(from source: CInt, to sink: CInt, _ judge: (String) -> Plan) {
        defer { for end in [source, sink] { shutdown(end, CInt(SHUT_RDWR)) } }
        var bytes = [UInt8](repeating: 0, count: 65536)
        while case let count = read(source, &bytes, bytes.count), count > 0 {
            let plan = judge(String(decoding: bytes.prefix(count), as: Unicode.ASCII.self))
            // Before the server has the COMMIT, or its answer could overtake the cut.
            if plan == .cutBehindCommit { shutdown(source, CInt(SHUT_RDWR)) }
            if plan != .cutBeforeCommit { send(sink, bytes, count, CInt(MSG_NOSIGNAL)) }
            if plan == .cutBeforeCommit || plan == .cutBehindCommit { return }
        }
    }
}

private func withAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt
) -> CInt {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }
}
