import RollcallRPC
import TestEcho
import TestServers
import Testing

@Suite struct AuthorizationTests {
    private func call(as caller: String?, _ server: EchoServer, _ rpc: String) async throws {
        var options = CallOptions()
        if let caller { try options.metadata.add("caller", text: caller) }
        switch rpc {
        case "users": _ = try await server.echo.forUsers(EchoMessage(), options: options)
        case "admins": _ = try await server.echo.forAdmins(EchoMessage(), options: options)
        default: _ = try await server.echo.forServices(EchoMessage(), options: options)
        }
    }

    @Test func eachRuleLetsInWhomItNames() async throws {
        try await withEchoServer(over: .memory) { server in
            try await call(as: "user", server, "users")
            try await call(as: "admin", server, "users")
            try await call(as: "admin", server, "admins")
            try await call(as: "service", server, "services")
        }
    }

    @Test(arguments: [
        ("user", "admins"), ("service", "users"), ("service", "admins"), ("user", "services"),
        ("admin", "services"),
    ])
    func anotherKindOfCallerIsDenied(_ caller: String, _ rpc: String) async throws {
        try await withEchoServer(over: .memory) { server in
            let error = try await failure { try await call(as: caller, server, rpc) }
            #expect(error.code == .permissionDenied)
        }
    }

    @Test(arguments: ["users", "admins", "services"])
    func whoSaysNothingOrLiesIsUnauthenticated(_ rpc: String) async throws {
        try await withEchoServer(over: .memory) { server in
            for caller in [nil, "liar"] {
                let error = try await failure { try await call(as: caller, server, rpc) }
                #expect(error.code == .unauthenticated)
            }
        }
    }

    @Test func aServerWithGuardedCallsDoesNotStartWithoutAnAuthenticator() throws {
        var router = Router()
        router.add(EchoHandler())
        #expect(throws: ServerError.self) {
            try Server(router: router, authenticator: nil, logger: .quiet)
        }
    }
}
