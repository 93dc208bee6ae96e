import Introspection
import MessageJSON
import RollcallAPI
import RollcallRPC
import RollcallWire
import Testing

/// The one way to name a field in an error, in every request of the contract.
@Suite struct FieldPathTests {
    @Test func everyMalformedTextIsNamedByItsPath() async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        let ann = try await Resident("ann", at: cluster.endpoint(.auth), cluster.spool)
        defer { ann.leave() }
        var count = 0
        for service in Contract.pool.files.values.flatMap(\.services) {
            let client = cluster.client(Self.owner(of: service.name))
            defer { client.close() }
            for method in service.methods {
                let access = try #require(Access(rawValue: method.access))
                let isUsers = [.user, .owner, .anyoneOrUser].contains(access)
                let options = try isUsers ? ann.options() : CallOptions(timeout: .seconds(10))
                for text in texts(in: method.request, depth: 3) {
                    let error = await refusal {
                        try await call(
                            Method(
                                service: service.name, name: method.name, kind: method.kind,
                                access: access),
                            RawMessage(text.bytes), client, options)
                    }
                    let violations = error?.detail(ErrorInfo.self)?.violations ?? []
                    #expect(
                        violations.map(\.field) == [text.path],
                        "\(service.name)/\(method.name): \(String(describing: error))")
                    count += 1
                }
            }
        }
        #expect(count > 100)
    }

    private static func owner(of service: String) -> Cluster.Service {
        let name = service.split(separator: ".").last ?? ""
        return name.hasPrefix("Profile") ? .profile : name.hasPrefix("Presence") ? .presence : .auth
    }

    /// A request of a type for each text in it, which has a NUL, and the path of the text. Lists
    /// have an entry before it.
    private func texts(in type: String, depth: Int) -> [(path: String, bytes: [UInt8])] {
        guard depth > 0, let message = Contract.pool.message(type) else { return [] }
        return message.fields.flatMap { field -> [(path: String, bytes: [UInt8])] in
            let path = field.isRepeated ? "\(field.name)[1]" : field.name
            func entry(_ bytes: [UInt8]) -> [UInt8] {
                varint(field.number << 3 | 2) + varint(bytes.count) + bytes
            }
            let before = field.isRepeated ? entry([]) : []
            switch field.kind {
            case .string: return [(path, before + entry(Array("a\0b".utf8)))]
            case .message:
                return texts(in: field.typeName, depth: depth - 1).map { inner in
                    ("\(path).\(inner.path)", before + entry(inner.bytes))
                }
            default: return []
            }
        }
    }

    private func varint(_ number: Int) -> [UInt8] {
        number < 0x80 ? [UInt8(number)] : [UInt8(number & 0x7F | 0x80)] + varint(number >> 7)
    }

    private func call(
        _ method: Method<RawMessage, RawMessage>, _ request: RawMessage, _ client: any RPCClient,
        _ options: CallOptions
    ) async throws {
        switch method.kind {
        case .unary:
            _ = try await client.unary(method, request, options)
        case .serverStreaming:
            for try await _ in try await client.serverStreaming(method, request, options) {}
        case .clientStreaming:
            let call = try await client.clientStreaming(method, options)
            try await call.send(request)
            _ = try await call.finish()
        case .bidirectional:
            let call = try await client.bidirectional(method, options)
            try await call.send(request)
            for try await _ in call.responses {}
        }
    }
}

extension MethodDescriptor {
    fileprivate var kind: MethodKind {
        switch (clientStreams, serverStreams) {
        case (false, false): .unary
        case (false, true): .serverStreaming
        case (true, false): .clientStreaming
        case (true, true): .bidirectional
        }
    }
}
