extension UUIDv7: LosslessStringConvertible {
    /// The 36 characters of RFC 9562 §4: `8-4-4-4-12` hexadecimal digits of either case.
    ///
    /// - Returns: `nil` for anything else: no braces, no `urn:uuid:`, no missing dash.
    package init?(_ text: String) {
        let text = Array(text.utf8)
        guard text.count == 36, Self.dashes.allSatisfy({ text[$0] == UInt8(ascii: "-") }) else {
            return nil
        }
        let digits = text.indices.filter { !Self.dashes.contains($0) }.map { text[$0] }
        guard let bytes = Hex.decode(digits) else { return nil }
        self.init(bytes: bytes)
    }

    /// In lower case, as the RFC has it.
    package var description: String {
        let hex = Array(Hex.encode(bytes))
        let groups = [hex[0..<8], hex[8..<12], hex[12..<16], hex[16..<20], hex[20..<32]]
        return String(groups.joined(separator: "-"))
    }

    private static let dashes = [8, 13, 18, 23]
}
