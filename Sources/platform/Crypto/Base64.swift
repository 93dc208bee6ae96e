/// Base64 without padding (RFC 4648 §3.2), in one of its two alphabets. Strict: a text that
/// decodes is the only text that decodes to those bytes.
package struct Base64: Sendable {
    /// The URL and file name safe alphabet (RFC 4648 §5).
    package static let url = Base64(alphabet: "-_")
    /// The alphabet of RFC 4648 §4, which PHC strings use.
    package static let standard = Base64(alphabet: "+/")

    private let digits: [UInt8]
    private let values: [UInt8]

    /// No value: what `values` holds for a byte outside the alphabet.
    private static let none: UInt8 = 0xff

    private init(alphabet last: String) {
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
        digits = Array((letters + last).utf8)
        var values = [UInt8](repeating: Self.none, count: 256)
        for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
        self.values = values
    }

    package func encode(_ bytes: some Sequence<UInt8>) -> String {
        // What a token is made of lies in one piece: no step from byte to byte through a protocol.
        bytes.withContiguousStorageIfAvailable(text(of:))
            ?? Array(bytes).withUnsafeBufferPointer(text(of:))
    }

    /// With the padding that some readers want (RFC 4648 §3.2).
    package func padded(_ bytes: some Sequence<UInt8>) -> String {
        let text = encode(bytes)
        return text + String(repeating: "=", count: -text.utf8.count & 3)
    }

    /// - Returns: `nil` for padding, white space, a foreign letter, an impossible length, or
    ///   trailing bits that are not zero.
    package func decode(_ text: some StringProtocol) -> [UInt8]? {
        decode(text.utf8)
    }

    /// The same, from ASCII letters.
    func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
        text.withContiguousStorageIfAvailable(bytes(of:))
            ?? Array(text).withUnsafeBufferPointer(bytes(of:))
    }

    /// The same, with padding or without, as some writers have it.
    func decodePadded(_ text: some BidirectionalCollection<UInt8>) -> [UInt8]? {
        var rest = text[...]
        while rest.last == UInt8(ascii: "=") { rest.removeLast() }
        return decode(rest)
    }

    private func text(of bytes: UnsafeBufferPointer<UInt8>) -> String {
        String(unsafeUninitializedCapacity: (bytes.count * 4 + 2) / 3) { text in
            var count = 0
            var pending: UInt32 = 0
            var bits: UInt32 = 0
            func write(_ value: UInt32) {
                text[count] = digits[Int(value & 63)]
                count += 1
            }
            for byte in bytes {
                pending = pending << 8 | UInt32(byte)
                bits += 8
                while bits >= 6 {
                    bits -= 6
                    write(pending >> bits)
                }
            }
            if bits > 0 { write(pending << (6 - bits)) }
            return count
        }
    }

    private func bytes(of text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count * 3 / 4)
        var pending: UInt32 = 0
        var bits = 0
        for digit in text {
            let value = values[Int(digit)]
            guard value != Self.none else { return nil }
            pending = pending << 6 | UInt32(value)
            bits += 6
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(truncatingIfNeeded: pending >> UInt32(bits)))
        }
        let leftover = pending & (1 << UInt32(bits) - 1)
        guard bits < 6, leftover == 0 else { return nil }
        return bytes
    }
}
