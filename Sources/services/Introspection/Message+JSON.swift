import MessageJSON
import RollcallWire

extension Message {
    /// The message as JSON, on one line, with what the .proto marks as sensitive.
    ///
    /// - Throws: for a type that is not of the contract.
    package func jsonText() throws(MappingError) -> String {
        try Contract.pool.json(of: serialized(), as: Self.typeName, isRedacted: false)
    }
}
