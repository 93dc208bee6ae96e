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
        for _ in 0..<1000 {
            // Linux gives the ports above these to clients, and one of them might get this one.
            let port = Int.random(in: 16_384..<32_768)
            let socket = Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
            address.sin_port = in_port_t(port).bigEndian
            let isBound = withUnsafePointer(to: address) { address in
                address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    bind(socket, address, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
            if isBound { return (socket, port) }
            close(socket)
        }
        throw ObjectStoreServer.Failure(sentence: "there is no free port")
    }
}
