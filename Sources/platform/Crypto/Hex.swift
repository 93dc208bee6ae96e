import RollcallBasics

/// Hexadecimal digits (RFC 4648 §8): written in lower case, read in either.
package enum Hex {
    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        String(unsafeUninitializedCapacity: 2 * bytes.count) { text in
            var count = 0
            for byte in bytes {
                text[count] = digits[Int(byte >> 4)]
                text[count + 1] = digits[Int(byte & 15)]
                count += 2
            }
            return count
        }
    }

    /// - Returns: `nil` for an odd length or anything that is no digit.
    package static func decode(_ text: some StringProtocol) -> [UInt8]? {
        let text = Array(text.utf8)
        guard text.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 2)
        for index in stride(from: 0, to: text.count, by: 2) {
            guard let high = text[index].hexadecimalValue,
                let low = text[index + 1].hexadecimalValue
            else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static let digits = Array("0123456789abcdef".utf8)
}
