/// Base32 without padding, in one of two alphabets. It is only written.
package struct Base32: Sendable {
    /// The alphabet of RFC 4648 §6, in which apps read the keys of one-time passwords.
    package static let standard = Base32(alphabet: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
    /// Douglas Crockford's alphabet, for what people type: without the letters I, L, O and U.
    package static let readable = Base32(alphabet: "0123456789abcdefghjkmnpqrstvwxyz")

    private let digits: [UInt8]

    private init(alphabet: String) {
        digits = Array(alphabet.utf8)
    }

    package func encode(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        var (pending, bits) = (UInt32(0), UInt32(0))
        for byte in bytes {
            pending = pending << 8 | UInt32(byte)
            bits += 8
            while bits >= 5 {
                bits -= 5
                text.append(digits[Int(pending >> bits & 31)])
            }
        }
        if bits > 0 { text.append(digits[Int(pending << (5 - bits) & 31)]) }
        return String(decoding: text, as: UTF8.self)
    }
}
