import RollcallCrypto

/// Stands for a device's name in eight bytes. Two names of one user that share a key would be one
/// device; only that user could look for them.
struct DeviceKey: Hashable, Sendable {
    let bits: UInt64

    init(bits: UInt64) {
        self.bits = bits
    }

    /// - Returns: nil unless the name is 1 to 64 characters of `[A-Za-z0-9_.-]`.
    init?(_ name: String) {
        guard (1...64).contains(name.utf8.count), name.utf8.allSatisfy(Self.isAllowed) else {
            return nil
        }
        bits = SHA256Digest(of: name.utf8).bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."),
            UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
