import Glibc

/// An IP address, read once from its text.
public enum IPAddress: Sendable, Hashable {
    /// With the first byte as the most significant.
    case v4(UInt32)
    /// The first eight bytes, and the last.
    case v6(UInt64, UInt64)

    /// Reads what inet_pton(3) reads; nil for anything else.
    public init?(_ text: String) {
        var v4 = in_addr()
        var v6 = in6_addr()
        if inet_pton(AF_INET, text, &v4) == 1 {
            self = .v4(UInt32(bigEndian: v4.s_addr))
        } else if inet_pton(AF_INET6, text, &v6) == 1 {
            self.init(v6)
        } else {
            return nil
        }
    }

    init(_ address: in6_addr) {
        let halves = withUnsafeBytes(of: address) { bytes in
            [0, 8].map {
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: $0, as: UInt64.self))
            }
        }
        self = .v6(halves[0], halves[1])
    }

    /// The IPv4 address that an IPv6 address maps (RFC 4291 §2.5.5.2), as a socket for both has it;
    /// any other as it is.
    public var unmapped: IPAddress {
        guard case .v6(0, let low) = self, low >> 32 == 0xFFFF else { return self }
        return .v4(UInt32(truncatingIfNeeded: low))
    }

    /// Bits of an address of its kind.
    var length: Int {
        switch self {
        case .v4: 32
        case .v6: 128
        }
    }

    /// Whether another address of the same kind has the same first bits.
    func isSame(as other: IPAddress, inFirst bits: Int) -> Bool {
        switch (self, other) {
        case (.v4(let own), .v4(let other)):
            (own ^ other) & ~(UInt32.max >> UInt32(bits)) == 0
        case (.v6(let high, let low), .v6(let otherHigh, let otherLow)):
            (high ^ otherHigh) & ~(UInt64.max >> UInt64(bits)) == 0
                && (low ^ otherLow) & ~(UInt64.max >> UInt64(max(0, bits - 64))) == 0
        case (.v4, .v6), (.v6, .v4): false
        }
    }
}

extension IPAddress: CustomStringConvertible {
    /// As inet_ntop(3) writes it.
    public var description: String {
        switch self {
        case .v4(let bits):
            "\(bits >> 24).\(bits >> 16 & 0xFF).\(bits >> 8 & 0xFF).\(bits & 0xFF)"
        case .v6(let high, let low): Self.text(high, low)
        }
    }

    private static func text(_ high: UInt64, _ low: UInt64) -> String {
        let bytes = [high.bigEndian, low.bigEndian]
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(AF_INET6, bytes, &text, socklen_t(text.count)) != nil else { return "" }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
    }
}
