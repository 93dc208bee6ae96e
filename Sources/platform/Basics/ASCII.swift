/// Classes of ASCII characters, for rules about bytes of a text.
extension UInt8 {
    @inlinable package var isASCIIDigit: Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
    }

    @inlinable package var isASCIILowercase: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
    }

    @inlinable package var isASCIILetter: Bool { (self | 0x20).isASCIILowercase }

    @inlinable package var isASCIILetterOrDigit: Bool { isASCIILetter || isASCIIDigit }

    /// What a hexadecimal digit stands for, in either case; nil for any other character.
    @inlinable package var hexadecimalValue: UInt8? {
        switch self | 0x20 {
        case _ where isASCIIDigit: self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): (self | 0x20) - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    /// A hexadecimal digit as it is usually written: `0` to `9`, `a` to `f`.
    @inlinable package var isLowercaseHexadecimal: Bool {
        isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self)
    }
}

extension StringProtocol {
    /// Whether all is ASCII letters, digits and characters of `others`.
    package func isASCIIAlphanumeric(or others: String = "") -> Bool {
        utf8.allSatisfy { $0.isASCIILetterOrDigit || others.utf8.contains($0) }
    }
}
