import RollcallWire

/// What this codec takes, Google's protobuf takes as the same; what that refuses, this refuses.
struct CodecComparison {
    /// Nil where it is not there: the message must then mean the same when it is written again.
    let google: (any GoogleProtobuf)?

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
        let again = try type.init(serialized: encoded).serialized()
        try require(again.count == encoded.count, "encoding again gives other bytes")
        if let google { try compare(message, encoded, of: bytes, with: google) }
    }

    private func compare<Value: Message>(
        _ message: Value, _ encoded: [UInt8], of bytes: [UInt8], with google: any GoogleProtobuf
    ) throws {
        let type = Value.typeName
        // protobuf-c puts a message of a oneof in the place of an earlier one, where Google's
        // merges the two; and of an earlier message it keeps nothing that it does not know.
        if google.repeatsMessage(type, bytes) { return }
        // A string that comes again is not looked at here, because it is not kept.
        let theirs =
            google.canonical(type, bytes, checksText: true)
            ?? google.canonical(type, bytes, checksText: false)
        guard let theirs else {
            throw Finding("Google refuses a \(type) that was taken as \(message)")
        }
        let ours = google.canonical(type, encoded, checksText: true)
        if ours == theirs { return }
        try require(
            try isKnown(message, theirs, google),
            "Google reads a \(type) as \(theirs), this codec as \(encoded)")
    }

    /// Whether what Google reads is the same but for the known differences.
    private func isKnown<Value: Message>(
        _ message: Value, _ theirs: [UInt8], _ google: any GoogleProtobuf
    ) throws -> Bool {
        guard let message = message as? Everything else { return false }
        let other = try Everything(serialized: theirs)
        let both = [message, other].map { message in
            google.canonical(
                Everything.typeName, message.withoutKnownDifferences.serialized(),
                checksText: true)
        }
        return both[0] == both[1]
    }
}

extension Everything {
    /// protobuf-c does not look at the wire type of a bool, and takes -0 for the zero that is not
    /// sent.
    fileprivate var withoutKnownDifferences: Everything {
        var message = self
        message.aBool = false
        message.bools = []
        message.maybeBool = nil
        message.colorsByBool = [:]
        if case .chosenBool = choice { message.choice = nil }
        if aDouble == 0 { message.aDouble = 0 }
        if aFloat == 0 { message.aFloat = 0 }
        return message
    }
}
