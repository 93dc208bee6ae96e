import RollcallBasics

/// Writes a JSON text on one line. What a terminal would act on or not show stands as an escape.
package struct JSONWriter {
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    /// - Parameter capacity: the expected number of bytes.
    package init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    package mutating func beginObject() { begin("{") }
    package mutating func endObject() { end("}") }
    package mutating func beginArray() { begin("[") }
    package mutating func endArray() { end("]") }

    /// The key of the member that is written next.
    package mutating func key(_ key: String) {
        string(key)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// - Parameter name: with its quotation marks and the colon.
    mutating func key(quoted name: [UInt8]) {
        separate()
        bytes += name
        needsComma = false
    }

    /// Writes a text as a string if it needs no escapes.
    ///
    /// - Returns: whether it was written.
    mutating func plain(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.allSatisfy(\.isPlain) else { return false }
        separate()
        bytes.append(UInt8(ascii: "\""))
        bytes += text
        bytes.append(UInt8(ascii: "\""))
        return true
    }

    /// - Parameter value: a number, `true`, `false`, `null`, or any JSON text.
    package mutating func literal(_ value: String) {
        separate()
        bytes += value.utf8
    }

    package mutating func string(_ value: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        if value.utf8.withContiguousStorageIfAvailable({ $0.allSatisfy(\.isPlain) }) ?? false {
            bytes += value.utf8
        } else {
            for scalar in value.unicodeScalars { write(scalar) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func begin(_ bracket: Unicode.Scalar) {
        separate()
        bytes.append(UInt8(ascii: bracket))
        needsComma = false
    }

    private mutating func end(_ bracket: Unicode.Scalar) {
        bytes.append(UInt8(ascii: bracket))
        needsComma = true
    }

    private mutating func write(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\"": bytes += #"\""#.utf8
        case "\\": bytes += #"\\"#.utf8
        case "\n": bytes += #"\n"#.utf8
        case "\r": bytes += #"\r"#.utf8
        case "\t": bytes += #"\t"#.utf8
        case " "..."~": bytes.append(UInt8(ascii: scalar))
        default: bytes += (scalar.isHidden ? scalar.jsonEscape : String(scalar)).utf8
        }
    }
}

extension UInt8 {
    /// Whether a text may have it as it is.
    fileprivate var isPlain: Bool { self >= 0x20 && self < 0x7F && self != 0x22 && self != 0x5C }
}

extension Unicode.Scalar {
    /// As JSON writes it with digits: `\u001b`.
    package var jsonEscape: String {
        String(self).utf16.map {
            "\\u" + String(UInt32($0) + 0x10000, radix: 16).dropFirst()
        }.joined()
    }
}
