import NIOCore

/// A range of IP addresses, such as `10.0.0.0/8` or `2001:db8::/32` (RFC 4632), or a single one.
public struct AddressRange: Sendable, Hashable {
    /// 4 bytes, or 16.
    private let address: [UInt8]
    /// Bits that an address has to have in common with it.
    private let length: Int

    public init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = Self.bytes(of: String(parts[0])) else { return nil }
        self.address = address
        guard parts.count == 2 else {
            length = address.count * 8
            return
        }
        guard let length = Int(parts[1]), parts[1] == "\(length)",
            (0...address.count * 8).contains(length)
        else { return nil }
        self.length = length
    }

    /// - Parameter text: an IP address.
    func contains(_ text: String) -> Bool {
        guard let bytes = Self.bytes(of: text), bytes.count == address.count else { return false }
        return (0..<length).allSatisfy { bit in
            let difference: UInt8 = bytes[bit / 8] ^ address[bit / 8]
            let mask: UInt8 = 0x80 >> UInt8(bit % 8)
            return difference & mask == 0
        }
    }

    /// - Returns: those of the IPv4 address that an IPv6 address maps (RFC 4291 §2.5.5.2).
    private static func bytes(of text: String) -> [UInt8]? {
        switch try? SocketAddress(ipAddress: text, port: 0) {
        case .v4(let address):
            return withUnsafeBytes(of: address.address.sin_addr) { Array($0) }
        case .v6(let address):
            let bytes = withUnsafeBytes(of: address.address.sin6_addr) { Array($0) }
            let isMapped = bytes.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
            return isMapped ? Array(bytes[12...]) : bytes
        case .unixDomainSocket, nil: return nil
        }
    }
}
