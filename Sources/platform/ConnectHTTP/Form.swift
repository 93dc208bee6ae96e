import MessageJSON
import NIOCore
import RollcallRPC
import RollcallWire

/// How messages are written in HTTP.
enum Form: String, CaseIterable {
    case proto, json

    /// The type of a body.
    func contentType(isStream: Bool) -> String {
        isStream ? "application/connect+\(rawValue)" : "application/\(rawValue)"
    }

    /// - Returns: nil for another type than that of the kind.
    init?(contentType text: String?, isStream: Bool) {
        guard let text, text.utf8.count <= 500 else { return nil }
        let isSpace = { (character: Character) in character == " " || character == "\t" }
        var name = text.prefix { $0 != ";" }.drop(while: isSpace)
        while name.last.map(isSpace) ?? false { name.removeLast() }
        let type = name.lowercased()
        let prefix = isStream ? "application/connect+" : "application/"
        guard type.hasPrefix(prefix),
            let form = Form(rawValue: String(type.dropFirst(prefix.count)))
        else { return nil }
        self = form
    }

    /// - Throws: `RPCError` (`invalidArgument`) for what is no message of the type.
    func message(_ bytes: ByteBuffer, as type: String, _ pool: DescriptorPool) throws -> RawMessage
    {
        switch self {
        case .proto: return RawMessage(serialized: bytes)
        case .json:
            do {
                return RawMessage(
                    try pool.message(
                        json: Array(bytes.readableBytesView), as: type, ignoringUnknown: true))
            } catch {
                throw RPCError(.invalidArgument, "\(error)")
            }
        }
    }

    /// - Throws: `RPCError` (`internal`) for bytes that are no message of the type.
    func bytes(_ message: RawMessage, as type: String, _ pool: DescriptorPool) throws -> ByteBuffer
    {
        switch self {
        case .proto: return message.buffer
        case .json:
            do {
                return ByteBuffer(
                    bytes: try pool.jsonBytes(of: message.bytes, as: type, isRedacted: false))
            } catch {
                throw RPCError(.internal, "the answer of the service cannot be read")
            }
        }
    }
}
