import RollcallWire

extension Message {
    /// The message as JSON, on one line, for logs: what the .proto marks as sensitive does not show.
    /// Of a type that is not of the contract, only its name.
    package var redactedJSON: String {
        let json = try? Contract.pool.json(of: serialized(), as: Self.typeName, isRedacted: true)
        return json ?? "{\"@type\":\"\(Self.typeName)\"}"
    }
}
