/// The little of ASN.1's distinguished encoding (X.690) in which libcrypto takes keys and
/// signatures.
enum DER {
    /// - Parameter parts: below 128, or from 256 to 65,535 bytes together.
    static func sequence(_ parts: [UInt8]...) -> [UInt8] { element(0x30, parts.flatMap(\.self)) }

    /// - Parameter bytes: of a number that is not negative, big-endian, with any zeros before it.
    static func integer(_ bytes: some Collection<UInt8>) -> [UInt8] {
        let digits = bytes.drop { $0 == 0 }
        // A first bit that is set would make it a negative one.
        let needsZero = digits.first.map { $0 >= 0x80 } ?? true
        return element(0x02, (needsZero ? [0] : []) + digits)
    }

    private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        let count = content.count
        let length = count < 128 ? [UInt8(count)] : [0x82, UInt8(count >> 8), UInt8(count & 0xff)]
        return [tag] + length + content
    }
}
