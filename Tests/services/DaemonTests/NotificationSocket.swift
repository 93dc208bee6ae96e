import Glibc
import NIOPosix

/// The end of sd_notify(3) that a service manager holds.
final class NotificationSocket: Sendable {
    private let descriptor: Int32

    /// - Parameter name: a path, or a name in the abstract namespace after `@`.
    init(_ name: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | O_CLOEXEC, 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name.utf8) }
        if name.hasPrefix("@") { address.sun_path.0 = 0 }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + name.utf8.count)
        let result = withUnsafeBytes(of: &address) {
            bind(descriptor, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, length)
        }
        guard result == 0 else { throw Refused(code: errno) }
        // A message that does not come fails the test instead of stopping it.
        var patience = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit {
        close(descriptor)
    }

    /// Waits on a thread of its own: the tasks that are to send the message need those of Swift's
    /// pool, which are as few as the processors.
    func receive() async -> String? {
        let text = try? await NIOThreadPool.singleton.runIfActive { [descriptor] in
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = recv(descriptor, &bytes, bytes.count, 0)
            return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
        }
        return text ?? nil
    }

    struct Refused: Error {
        let code: Int32
    }
}
