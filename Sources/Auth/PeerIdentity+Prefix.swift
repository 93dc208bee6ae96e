import Glibc
import RollcallRPC

extension PeerIdentity {
    /// The network that the other end is in, such as `203.0.113.0/24` or `2001:db8:7::/48`: enough
    /// for users to tell where they signed in, too little to tell who of the neighbours it was.
    /// Empty for a unix socket, and within a process.
    var addressPrefix: String {
        guard let address, let colon = address.lastIndex(of: ":") else { return "" }
        let host = address[..<colon].filter { $0 != "[" && $0 != "]" }
        if let bytes = Self.bytes(of: host, AF_INET, count: 4) { return Self.prefix(of: bytes) }
        guard let bytes = Self.bytes(of: host, AF_INET6, count: 16) else { return "" }
        // An IPv4 address as a socket for both sees it (RFC 4291 §2.5.5.2).
        let isMapped = bytes.prefix(12).elementsEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF])
        return isMapped ? Self.prefix(of: bytes.suffix(4)) : Self.longPrefix(of: bytes)
    }

    private static func prefix(of bytes: some Sequence<UInt8>) -> String {
        bytes.prefix(3).map(String.init).joined(separator: ".") + ".0/24"
    }

    private static func longPrefix(of bytes: [UInt8]) -> String {
        let network = Array(bytes.prefix(6)) + Array(repeating: 0, count: 10)
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(AF_INET6, network, &text, socklen_t(text.count)) != nil else { return "" }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self) + "/48"
    }

    private static func bytes(of host: String, _ family: Int32, count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return inet_pton(family, host, &bytes) == 1 ? bytes : nil
    }
}
