import Glibc

/// A TCP port of this machine, kept for a service before it listens there, and while it is stopped.
///
/// While a socket is bound to it, nobody is given it. One that is to listen there with
/// `SO_REUSEADDR`, as ours do, is let in, as this one does not listen.
struct ReservedPort: Sendable {
    let number: UInt16

    var place: String { "127.0.0.1:\(number)" }
    var address: String { "http://\(place)" }

    /// - Parameter wanted: 0 for any that is free.
    init(_ wanted: UInt16) throws {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var one: Int32 = 1
        setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &one, 4)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = wanted.bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, size) == 0 && getsockname(socket, $0, &size) == 0
            }
        }
        guard isBound else { throw Failure(description: "port \(wanted): \(errorText())") }
        number = UInt16(bigEndian: address.sin_port)
    }
}
