extension UUIDv7: LosslessStringConvertible {
    /// The 36 characters of RFC 9562 §4: `8-4-4-4-12` hexadecimal digits of either case.
    ///
    /// - Returns: `nil` for anything else: no braces, no `urn:uuid:`, no missing dash.
    package init?(_ text: String) {
        guard text.utf8.count == 36 else { return nil }
        // Digit after digit, without an array: most calls name a user.
        var (high, low): (UInt64, UInt64) = (0, 0)
        var index = 0
        for character in text.utf8 {
            if Self.isDash(index) {
                guard character == UInt8(ascii: "-") else { return nil }
            } else {
                guard let value = Hex.value(character) else { return nil }
                high = high << 4 | low >> 60
                low = low << 4 | UInt64(value)
            }
            index += 1
        }
        self.init(high: high, low: low)
    }

    /// In lower case, as the RFC has it.
    package var description: String {
        // Written in place: every token that is signed names two of them.
        String(unsafeUninitializedCapacity: 36) { text in
            var digit = 0
            for index in 0..<36 {
                if Self.isDash(index) {
                    text[index] = UInt8(ascii: "-")
                } else {
                    let half = digit < 16 ? high : low
                    let value = UInt8(half >> (60 - 4 * UInt64(digit % 16)) & 0xf)
                    text[index] = value + (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
                    digit += 1
                }
            }
            return 36
        }
    }

    private static func isDash(_ index: Int) -> Bool {
        index == 8 || index == 13 || index == 18 || index == 23
    }
}
