import RollcallRPC
import RollcallWire

/// A client whose requests carry fields that their types do not have: the lowest such numbers, each
/// as a number and as a text.
struct SwollenClient: WrappingClient {
    let base: any RPCClient

    /// How many are added to a request: a message may hold only so many that nobody knows.
    private static let count = 8

    func unary<Request, Response>(
        _ method: Method<Request, Response>, _ request: Request, _ options: CallOptions
    ) async throws -> Response {
        let parts = method.path.split(separator: "/").map(String.init)
        let raw = Method<RawMessage, RawMessage>(
            service: parts[0], name: parts[1], kind: method.kind, access: method.access)
        let response = try await base.unary(raw, RawMessage(try swollen(request)), options)
        return try Response(serialized: response.bytes)
    }

    private func swollen<Request: Message>(_ request: Request) throws -> [UInt8] {
        let unknown = (1...100).lazy.map { number in
            varint(number << 3) + [1] + varint(number << 3 | 2) + [5] + Array("admin".utf8)
        }.filter { field in
            // One that the type has changes it, or makes it malformed.
            (try? Request(serialized: request.serialized() + field)) == request
        }.prefix(Self.count)
        return request.serialized() + unknown.joined()
    }

    private func varint(_ value: Int) -> [UInt8] {
        value < 128 ? [UInt8(value)] : [UInt8(value & 127 | 128)] + varint(value >> 7)
    }
}
