import Glibc

/// Ports of this machine that nobody listened on a moment ago.
package enum FreePorts {
    package static func find(_ count: Int) throws -> [Int] {
        // All are held until all are known, so that no two are the same.
        var sockets: [CInt] = []
        defer { for socket in sockets { close(socket) } }
        return try (0..<count).map { _ in
            let (socket, port) = try bound()
            sockets.append(socket)
            return port
        }
    }

    private static func bound() throws -> (CInt, Int) {
        let socket = Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(socket, address, size) == 0 && getsockname(socket, address, &size) == 0
            }
        }
        guard isBound else {
            throw ObjectStoreServer.Failure(sentence: "there is no free port")
        }
        return (socket, Int(UInt16(bigEndian: address.sin_port)))
    }
}
