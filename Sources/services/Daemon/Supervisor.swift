import Glibc

/// The service manager that started the process and wants to hear how it is doing, by the protocol
/// of sd_notify(3): datagrams of `KEY=VALUE` lines to the socket in `$NOTIFY_SOCKET`.
package struct Supervisor: Sendable {
    /// How often to send `WATCHDOG=1`: half of what the supervisor allows; nil when it does not
    /// watch this process.
    package let keepAliveInterval: Duration?

    private let socketPath: [UInt8]

    /// Nil when nobody wants to hear.
    package init?(environment: [String: String], processID: Int32 = getpid()) {
        guard let path = environment["NOTIFY_SOCKET"].map({ Array($0.utf8) }),
            let first = path.first, first == UInt8(ascii: "/") || first == UInt8(ascii: "@"),
            path.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path)
        else { return nil }
        socketPath = path
        keepAliveInterval = Self.keepAliveInterval(environment, processID)
    }

    private static func keepAliveInterval(
        _ environment: [String: String], _ processID: Int32
    ) -> Duration? {
        guard let microseconds = environment["WATCHDOG_USEC"].flatMap({ Int64($0) }),
            microseconds > 0
        else { return nil }
        if let watched = environment["WATCHDOG_PID"], watched != "\(processID)" { return nil }
        return .microseconds(microseconds / 2)
    }

    /// Sends a message. A supervisor that does not listen is no error: there is nothing to be done.
    package func notify(_ message: String) {
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | O_CLOEXEC, 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: socketPath) }
        // A name in the abstract namespace begins with a zero byte and is as long as it is said to
        // be; `@` stands for that byte.
        if socketPath.first == UInt8(ascii: "@") { address.sun_path.0 = 0 }
        let length = MemoryLayout.offset(of: \sockaddr_un.sun_path).map { $0 + socketPath.count }
        let bytes = Array(message.utf8)
        _ = withUnsafeBytes(of: &address) { address in
            sendto(
                descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL),
                address.assumingMemoryBound(to: sockaddr.self).baseAddress,
                socklen_t(length ?? address.count))
        }
    }
}
