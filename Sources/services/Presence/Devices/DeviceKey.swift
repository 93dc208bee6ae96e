import RollcallBasics
import RollcallCrypto

/// A hash of a device's name in eight bytes. Two names of one user that share a key would be one
/// device; only that user could look for them.
package struct DeviceKey: Hashable, Sendable {
    let bits: UInt64

    package init(bits: UInt64) {
        self.bits = bits
    }

    /// - Returns: nil unless the name is 1 to 64 characters of `[A-Za-z0-9_.-]`.
    init?(_ name: String) {
        guard (1...64).contains(name.utf8.count), name.isASCIIAlphanumeric(or: "_.-") else {
            return nil
        }
        bits = UInt64(bigEndianBytes: SHA256Digest(of: name.utf8).bytes.prefix(8))
    }
}
