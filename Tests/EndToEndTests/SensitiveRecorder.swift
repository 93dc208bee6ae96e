import Foundation
import Introspection
import RollcallRPC
import RollcallWire
import Synchronization

/// A client that keeps whatever it sends and gets of what the contract calls sensitive.
final class SensitiveRecorder: WrappingClient {
    let base: any RPCClient
    private let kept = Mutex<[String: Set<String>]>([:])

    init(_ base: any RPCClient) {
        self.base = base
    }

    /// The values, by the fields that they stood in. What is short says nothing.
    var values: [String: Set<String>] {
        kept.withLock { kept in
            kept.mapValues { $0.filter { $0.utf8.count >= 8 } }.filter { !$0.value.isEmpty }
        }
    }

    func unary<Request, Response>(
        _ method: Method<Request, Response>, _ request: Request, _ options: CallOptions
    ) async throws -> Response {
        try keep(request)
        let response = try await base.unary(method, request, options)
        try keep(response)
        return response
    }

    func open<Request, Response>(
        _ method: Method<Request, Response>, _ request: Request?, _ options: CallOptions
    ) async throws -> ResponseStream<Response> {
        if let request { try keep(request) }
        return try await base.open(method, request, options)
    }

    private func keep<Value: Message>(_ message: Value) throws {
        let bytes: [UInt8] = message.serialized()
        let (shown, redacted) = (
            try json(bytes, isRedacted: false), try json(bytes, isRedacted: true)
        )
        func json(_ bytes: [UInt8], isRedacted: Bool) throws -> Any {
            let text = try Contract.pool.json(
                of: bytes, as: Value.typeName, isRedacted: isRedacted)
            return try JSONSerialization.jsonObject(with: Data(text.utf8))
        }
        compare(shown, redacted, Value.typeName)
    }

    /// Keeps what is shown where something is redacted.
    private func compare(_ shown: Any, _ redacted: Any, _ path: String) {
        switch (shown, redacted) {
        case (let shown as [String: Any], let redacted as [String: Any]):
            for (name, value) in shown {
                compare(value, redacted[name] ?? "<redacted>", "\(path).\(name)")
            }
        case (let shown as [Any], let redacted as [Any]) where shown.count == redacted.count:
            for (value, other) in zip(shown, redacted) { compare(value, other, path) }
        case (let shown as [Any], _):
            for value in shown { compare(value, "<redacted>", path) }
        case (let shown as String, let redacted as String) where shown != redacted:
            kept.withLock { _ = $0[path, default: []].insert(shown) }
        default: return
        }
    }
}
