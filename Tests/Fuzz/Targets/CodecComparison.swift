import RollcallWire

/// What this codec takes, Google's protobuf takes as the same; what that refuses, this refuses.
struct CodecComparison {
    let google: GoogleProtobuf

    /// - Parameter input: which message, and its bytes.
    func run(_ input: [UInt8]) throws {
        guard let first = input.first else { return }
        let types: [any Message.Type] = [
            Everything.self, Everything.Inner.self, Tree.self, Forest.self, Open.self, Close.self,
            Hello.self,
        ]
        let type = types[Int(first) % types.count]
        try compare(type, Array(input.dropFirst()))
    }

    private func compare<Value: Message>(_ type: Value.Type, _ bytes: [UInt8]) throws {
        guard let message = try? type.init(serialized: bytes) else { return }
        let encoded = message.serialized()
        try require(encoded.count == message.serializedSize, "the size is not the size")
        guard let canonical = try google(type.typeName, bytes) else {
            throw Finding("Google refuses a \(type.typeName) that was taken as \(message)")
        }
        let again = try google(type.typeName, encoded)
        try require(
            again == canonical,
            "Google reads \(type.typeName) as \(canonical), this codec as \(again ?? [])")
        let second = try type.init(serialized: encoded)
        try require(second.serialized().count == encoded.count, "encoding again gives other bytes")
    }
}
