import Foundation
import Introspection
import Logging
import MessageJSON
import RollcallClient
import RollcallRPC
import RollcallWire
import Synchronization
import TestServers

@testable import rollcall

/// A server of `echo.proto` that does not know its types: what it is asked and how it answers,
/// this program learns by reflection.
struct RawEchoServer {
    static let name = "rollcall.test.v1.EchoService"

    let server: Server
    let endpoint: Endpoint
    let reflected: ReflectedServer

    /// Calls an RPC as `rollcall rpc call` does.
    ///
    /// - Returns: the lines that it prints.
    func call(
        _ method: String, _ json: [String], metadata: Metadata = Metadata(), isRedacted: Bool = true
    ) async throws -> [String] {
        let path = "\(Self.name)/\(method)"
        guard let pool = try await reflected.descriptors(of: path), let rpc = pool.method(path)
        else {
            throw Failure.unknown(path)
        }
        let lines = Lines()
        let call = DynamicCall(
            path: path, method: rpc, pool: pool, client: reflected.authorized,
            options: CallOptions(timeout: .seconds(20), metadata: metadata), isRedacted: isRedacted,
            print: { line in lines.all.withLock { $0.append(line) } })
        try await call.run(RequestTexts(json))
        return lines.all.withLock { $0 }
    }

    private final class Lines: Sendable {
        let all = Mutex<[String]>([])
    }

    fileprivate static func method(
        _ name: String, _ kind: MethodKind, access: Access = .anyone
    ) -> Method<RawMessage, RawMessage> {
        Method(service: Self.name, name: name, kind: kind, access: access)
    }
}

/// Runs `body` with a server, and drains it afterwards.
///
/// - Parameter session: whose token is sent along.
func withRawEchoServer(
    session: RollcallSession? = nil, _ body: (RawEchoServer) async throws -> Void
) async throws {
    var router = Router()
    router.addRawEcho()
    router.add(ReflectionHandler(services: router.serviceNames, pool: try EchoSchema.pool()))
    let server = try Server(router: router, authenticator: nil, logger: .quiet)
    let endpoint = try await server.listen(on: .tcp(host: "127.0.0.1", port: 0))
    let reflected = ReflectedServer(endpoint, tls: nil, session: session)
    do {
        try await body(RawEchoServer(server: server, endpoint: endpoint, reflected: reflected))
    } catch {
        reflected.close()
        await server.drain()
        throw error
    }
    reflected.close()
    await server.drain()
}

extension Router {
    fileprivate mutating func addRawEcho() {
        unary(RawEchoServer.method("Echo", .unary)) { request, _ in request }
        clientStreaming(RawEchoServer.method("Collect", .clientStreaming)) { requests, _ in
            var count: UInt8 = 0
            for try await _ in requests { count += 1 }
            return RawMessage([0x10, count])
        }
        serverStreaming(RawEchoServer.method("Expand", .serverStreaming)) { request, responses, _ in
            for _ in 0..<3 { try await responses.send(request) }
        }
        bidirectional(RawEchoServer.method("Chat", .bidirectional)) { requests, responses, _ in
            for try await request in requests { try await responses.send(request) }
        }
        unary(RawEchoServer.method("Fail", .unary)) { _, _ in
            throw RPCError(
                .notFound, "why",
                details: [
                    ErrorDetail(type: "rollcall.test.v1.EchoMessage", value: [0x1A, 1, 0x78]),
                    ErrorDetail(type: "no.Such", value: [0xFF]),
                ])
        }
        unary(RawEchoServer.method("Describe", .unary)) { _, context in
            let text = Array((context.metadata[text: "authorization"] ?? "none").utf8)
            return RawMessage([0x1A, UInt8(text.count)] + text)
        }
        // In the .proto this one is for users.
        unary(RawEchoServer.method("ForUsers", .unary)) { _, context in
            let text = Array((context.metadata[text: "authorization"] ?? "none").utf8)
            return RawMessage([0x1A, UInt8(text.count)] + text)
        }
    }
}

/// The descriptors of `echo.proto`, from protoc.
enum EchoSchema {
    static func pool() throws -> DescriptorPool {
        let tests = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
        let set = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: set) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "protoc", "-I", tests.appending(path: "support/TestEcho/Schema").path, "-I",
            tests.appending(path: "../proto").path, "--include_imports",
            "--descriptor_set_out=\(set.path)", "echo.proto",
        ]
        try process.run()
        process.waitUntilExit()
        return try DescriptorPool(descriptorSet: [UInt8](try Data(contentsOf: set)))
    }
}
