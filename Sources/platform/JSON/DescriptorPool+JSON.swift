extension DescriptorPool {
    /// An encoded message as JSON, on one line, by protobuf's JSON mapping. Fields that the type
    /// does not have are left out.
    ///
    /// - Parameters:
    ///   - type: the full name of the message's type.
    ///   - isRedacted: whether `<redacted>` stands in place of what the .proto marks as sensitive.
    /// - Throws: when the bytes are not a message of the type.
    package func json(
        of message: [UInt8], as type: String, isRedacted: Bool
    ) throws(MappingError) -> String {
        String(
            decoding: try jsonBytes(of: message, as: type, isRedacted: isRedacted), as: UTF8.self)
    }

    /// The text of `json(of:as:isRedacted:)` in UTF-8.
    package func jsonBytes(
        of message: [UInt8], as type: String, isRedacted: Bool
    ) throws(MappingError) -> [UInt8] {
        var printer = MessagePrinter(pool: self, isRedacted: isRedacted, size: message.count)
        try printer.print(message[...], as: self.type(type))
        return printer.writer.bytes
    }

    /// The encoded message that a JSON text describes. Keys that are there twice and anything
    /// behind the message are refused.
    ///
    /// - Parameters:
    ///   - type: the full name of the message's type.
    ///   - ignoringUnknown: whether unknown fields are left out, as those of a newer client; they
    ///     are refused otherwise.
    package func message(
        json text: [UInt8], as type: String, ignoringUnknown: Bool = false
    ) throws(MappingError) -> [UInt8] {
        var parser = try MessageParser(text, pool: self, ignoresUnknown: ignoringUnknown)
        return try parser.parse(as: self.type(type))
    }
}
