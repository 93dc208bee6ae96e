import Foundation
import Logging
import RollcallClient
import RollcallRPC
import TestAuthority
import Testing

@testable import rollcall

/// What is said of a place where a service is not.
struct ServicePlaceTests {
    /// Runs `body` with the endpoint of a server that is none of the three.
    private func withServer(
        _ tls: ServerTLS? = nil, _ body: (Int) async throws -> Void
    ) async throws {
        let server = try Server(router: Router(), authenticator: nil, logger: .silent)
        let wanted =
            tls == nil ? Endpoint.tcp(host: "127.0.0.1", port: 0) : .tls(host: "127.0.0.1", port: 0)
        let endpoint = try await server.listen(on: wanted, tls: tls)
        guard case .tcp(_, let port) = endpoint.plain else { return }
        do {
            try await body(port)
        } catch {
            await server.drain()
            throw error
        }
        await server.drain()
    }

    /// What a call of Auth fails with there.
    private func failure(at endpoint: Endpoint, tls: ClientTLS? = nil) async throws -> Failure {
        let session = RollcallSession(
            endpoints: .init(auth: endpoint), tls: tls, logger: .silent)
        defer { session.close() }
        let error = await #expect(throws: RPCError.self) {
            try await session.signIn(email: "a@example.org", password: "correct horse")
        }
        let endpoints = RollcallSession.Endpoints(auth: endpoint)
        return await endpoints.explaining(try #require(error), tls: tls)
    }

    @Test func aPortThatNobodyListensOnIsNamed() async throws {
        let failure = try await failure(at: .tcp(host: "127.0.0.1", port: 1))
        #expect(failure.status == .tryLater && failure.code == "UNAVAILABLE")
        #expect(
            failure.message
                == "Auth cannot be reached at 127.0.0.1:1: Connection refused. Start it, "
                + "or say where it is by --auth or ROLLCALL_AUTH.")
    }

    @Test func aServerWithoutReflectionThatKnowsNoSuchCallIsOfAnotherVersion() async throws {
        try await withServer { port in
            let failure = try await failure(at: .tcp(host: "127.0.0.1", port: port))
            #expect(failure.code == "UNIMPLEMENTED" && failure.message.contains("version"))
        }
    }

    @Test func theSchemeIsSaidWhereItIsWrong() async throws {
        let authority = try TestAuthority.trusted.get()
        let tls = try ClientTLS(trust: authority.trust)
        try await withServer { port in
            let failure = try await failure(at: .tls(host: "127.0.0.1", port: port), tls: tls)
            #expect(failure.status == .tryLater)
            #expect(
                failure.message == "127.0.0.1:\(port) does not speak TLS. Say 127.0.0.1:\(port), "
                    + "without tls:, in --auth or ROLLCALL_AUTH.")
        }
        let identity = try authority.issue("place-\(UUID().uuidString)")
        try await withServer(try ServerTLS(identity: identity)) { port in
            // Also without the authority at hand.
            for tls in [tls, nil] {
                let failure = try await failure(at: .tcp(host: "127.0.0.1", port: port), tls: tls)
                #expect(
                    failure.message.hasPrefix(
                        "127.0.0.1:\(port) has closed the connection before it said anything ("))
                #expect(
                    failure.message.hasSuffix(
                        ". Look at --auth and ROLLCALL_AUTH: a server with TLS is named "
                            + "tls:HOST:PORT."), "\(failure.message)")
            }
            let failure = try await failure(at: .tls(host: "127.0.0.1", port: port))
            #expect(failure.message.contains("--tls-ca"))
        }
    }

    @Test func aServerThatWasNamedByEndpointHasNoOtherName() async {
        let failure = ConnectionFailure(
            endpoint: .unix(path: "/s"), cause: .noPermission(group: "games"), reason: "r")
        var error = RPCError(.unavailable, "m")
        error.connectionFailure = failure
        let explained = await RollcallSession.Endpoints().explaining(error, tls: nil)
        #expect(
            explained.message
                == "You may not open unix:/s: it is for root and the group games. Run "
                + "this as root, or as a member of that group.")
    }
}
