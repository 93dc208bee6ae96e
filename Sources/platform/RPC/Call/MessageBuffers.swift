import NIOCore
import RollcallWire

extension Message {
    /// The message, encoded.
    var buffer: ByteBuffer {
        var buffer = ByteBuffer()
        serialize(into: &buffer)
        return buffer
    }

    /// - Throws: `RPCError` (`invalidArgument`): the caller sent something else.
    init(request bytes: ByteBuffer) throws {
        do {
            self = try Self(serialized: bytes)
        } catch {
            var fault = RPCError(
                .invalidArgument, "the request is not a \(Self.typeName): \(error)")
            fault.cause = error.field.map { .malformedField($0) }
            throw fault
        }
    }

    /// - Throws: `RPCError` (`internal`): the server sent something else.
    init(response bytes: ByteBuffer) throws {
        do {
            self = try Self(serialized: bytes)
        } catch {
            throw RPCError(.internal, "the response is not a \(Self.typeName): \(error)")
        }
    }
}
