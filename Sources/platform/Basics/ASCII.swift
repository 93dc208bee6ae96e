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

    /// Whether it stands for itself in every part of a URL (RFC 3986 §2.3).
    package var isUnreserved: Bool { isASCIILetterOrDigit || "-._~".utf8.contains(self) }

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

    /// Percent-encoded (RFC 3986 §2.1), but for unreserved characters and those of `others`. The
    /// digits are in upper case, as signatures of S3 want them.
    package func percentEncoded(or others: String = "") -> String {
        utf8.map { byte in
            byte.isUnreserved || others.utf8.contains(byte)
                ? String(UnicodeScalar(byte))
                : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}
