import Logging
import RollcallAPI
import RollcallRPC
import TestSupport

@testable import Daemon

/// A process that serves nothing but what each does.
func withProcess(
    queues: [String: @Sendable () async throws -> Int] = [:],
    _ body: (DaemonProcess, StatusServiceClient) async throws -> Void
) async throws {
    let directory = try TemporaryDirectory()
    defer { withExtendedLifetime(directory) {} }
    let path = "\(directory.path)/socket"
    let options = try DaemonOptions.parse([
        "--data", "\(directory.path)/data", "--listen", "unix:\(path)", "--log-level",
        "critical",
    ])
    let client = NetworkClient(.unix(path: path), logger: Logger(label: "test"))
    defer { client.close() }
    try await DaemonProcess.run("rollcall-games", options) { process in
        var router = Router()
        process.addIntrospection(to: &router, queues: queues)
        let server = try Server(
            router: router, authenticator: PeerAuthenticator(groupID: nil, otherwise: Nobody()),
            interceptors: process.interceptors(limits: [:]), logger: process.logger)
        _ = try await server.listen(on: .unix(path: path))
        process.health.set(.serving)
        try await body(process, StatusServiceClient(client))
        await server.drain()
    }
}

/// Knows nobody.
struct Nobody: Authenticator {
    func authenticate(_ context: CallContext) async throws -> Caller { .anonymous }

    func refusal(of caller: Caller) -> RPCError { RPCError(.permissionDenied, "not for you") }
}
