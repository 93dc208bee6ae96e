extension UUIDv7: LosslessStringConvertible {
    /// Reads the 36 characters of RFC 9562 §4: `8-4-4-4-12` hexadecimal digits of either case.
    ///
    /// - Returns: `nil` for any other text: braces, `urn:uuid:` and missing dashes are not
    ///   accepted.
    package init?(_ text: String) {
        guard text.utf8.count == 36 else { return nil }
        var text = text
        guard let (high, low) = text.withUTF8(Self.halves(ofText:)) else { return nil }
        self.init(high: high, low: low)
    }

    /// Uses no branch per digit, as processors cannot predict which digits are letters. Most calls
    /// name a user.
    private static func halves(ofText text: UnsafeBufferPointer<UInt8>) -> (UInt64, UInt64)? {
        var faults: UInt8 = 0
        for place in [8, 13, 18, 23] { faults |= text[place] ^ UInt8(ascii: "-") }

        func read(_ digits: Range<Int>, into half: inout UInt64) {
            for place in digits {
                let digit = text[place]
                let isNumeral = digit &- UInt8(ascii: "0") < 10
                let isLetter = (digit | 0x20) &- UInt8(ascii: "a") < 6
                faults |= isNumeral || isLetter ? 0 : 1
                half = half << 4 | UInt64(digit & 0xf &+ (digit >> 6) &* 9)
            }
        }

        var (high, low): (UInt64, UInt64) = (0, 0)
        read(0..<8, into: &high)
        read(9..<13, into: &high)
        read(14..<18, into: &high)
        read(19..<23, into: &low)
        read(24..<36, into: &low)
        return faults == 0 ? (high, low) : nil
    }

    /// In lower case, as the RFC requires.
    package var description: String {
        // Written without a copy, as every signed token names two ids.
        String(unsafeUninitializedCapacity: Self.textLength) { text in
            writeText(to: text)
            return Self.textLength
        }
    }

    /// The number of bytes of `description`.
    package static let textLength = 36

    /// Writes the text of `description`.
    ///
    /// - Parameter text: has space for `textLength` bytes.
    package func writeText(to text: UnsafeMutableBufferPointer<UInt8>) {
        func write(_ places: Range<Int>, of half: UInt64, from shift: UInt64) {
            var shift = shift
            for place in places {
                let value = UInt8(truncatingIfNeeded: half >> shift) & 0xf
                // The distance from the character after "9" to "a" is 39.
                text[place] = value &+ UInt8(ascii: "0") &+ (value > 9 ? 39 : 0)
                shift &-= 4
            }
        }

        write(0..<8, of: high, from: 60)
        write(9..<13, of: high, from: 28)
        write(14..<18, of: high, from: 12)
        write(19..<23, of: low, from: 60)
        write(24..<36, of: low, from: 44)
        for place in [8, 13, 18, 23] { text[place] = UInt8(ascii: "-") }
    }
}
