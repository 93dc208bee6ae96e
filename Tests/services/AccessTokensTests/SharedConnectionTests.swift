import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Synchronization
import TestServers
import TestSupport
import Testing

@testable import AccessTokens

/// Calls on one connection to a service that verifies tokens.
@Suite struct SharedConnectionTests {
    /// Answers with the session that calls.
    private static let whoAmI = Method<GetSessionRequest, GetSessionResponse>(
        service: "test", name: "WhoAmI", kind: .unary, access: .user)

    private func service(_ world: RunningVerifier) throws -> any RPCClient {
        try TestServer(authenticator: TokenAuthenticator(world.verifier)) { router in
            router.unary(Self.whoAmI) { _, context in
                GetSessionResponse(session: Session(sessionID: try context.user.sessionID))
            }
        }.connection
    }

    private func call(_ client: any RPCClient, _ token: String?) async throws -> String? {
        var options = CallOptions()
        if let token { try options.metadata.add("authorization", text: "Bearer \(token)") }
        return try await client.unary(Self.whoAmI, GetSessionRequest(), options).session?.sessionID
    }

    @Test func eachCallOnAConnectionIsItsOwnCaller() async throws {
        try await withVerifier { world in
            let client = try service(world)
            let sessions = try (0..<20).map { _ in try world.session() }
            var tokens: [String] = []
            for session in sessions { tokens.append(try await world.token(of: session)) }
            try await withThrowingTaskGroup { group in
                for round in 0..<100 {
                    let (token, session) = (tokens[round % 20], sessions[round % 20])
                    group.addTask {
                        let caller = try await call(client, token)
                        #expect(caller == session.description)
                        let error = await #expect(throws: RPCError.self) {
                            try await call(client, nil)
                        }
                        #expect(error?.code == .unauthenticated)
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test func aPipelinedCallAfterTheRevocationIsRefused() async throws {
        try await withVerifier { world in
            let client = try service(world)
            let session = try world.session()
            let token = try await world.token(of: session)
            let revocation = Flag()
            try await withThrowingTaskGroup { group in
                for _ in 0..<8 {
                    group.addTask {
                        // Without a pause, so that there are always calls under way.
                        while true {
                            let wasRevoked = revocation.isKnown
                            do {
                                let caller = try await call(client, token)
                                #expect(!wasRevoked)
                                #expect(caller == session.description)
                            } catch let error as RPCError {
                                #expect(error.reasons == [.sessionEnded])
                                return
                            }
                        }
                    }
                }
                world.auth.revoke([session])
                try await eventually { world.heard.ended.withLock { !$0.isEmpty } }
                revocation.become()
                try await group.waitForAll()
            }
        }
    }
}

/// Something that becomes true once.
private final class Flag: Sendable {
    private let value = Atomic(false)

    var isKnown: Bool { value.load(ordering: .acquiring) }

    func become() {
        value.store(true, ordering: .releasing)
    }
}
