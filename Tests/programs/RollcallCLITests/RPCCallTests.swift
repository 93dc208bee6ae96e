import ArgumentParser
import MessageJSON
import RollcallAPI
import RollcallClient
import RollcallRPC
import TestServers
import Testing

@testable import rollcall

struct RPCCallTests {
    @Test(
        arguments: [
            ("Echo", [], ["{}"]),
            ("Echo", [#"{"number": 5, "payload": "AP8="}"#], [#"{"payload":"AP8=","number":"5"}"#]),
            ("Collect", [], ["{}"]), ("Collect", ["{}", "{}"], [#"{"number":"2"}"#]),
            ("Expand", [#"{"text":"x"}"#], Array(repeating: #"{"text":"x"}"#, count: 3)),
            ("Chat", [#"{"text":"a"}"#, #"{"text":"b"}"#], [#"{"text":"a"}"#, #"{"text":"b"}"#]),
            ("Chat", [], []),
        ] as [(String, [String], [String])])
    func anRPCOfAnyKindIsCalledFromReflectionAlone(
        _ method: String, _ json: [String], _ expected: [String]
    ) async throws {
        try await withRawEchoServer { server in
            let lines = try await server.call(method, json)
            #expect(lines == expected)
        }
    }

    @Test func aTextThatIsNotTheRequestIsRefusedBeforeTheCall() async throws {
        try await withRawEchoServer { server in
            let failure = try await #require(throws: Failure.self) {
                _ = try await server.call("Echo", [#"{"txet": "x"}"#])
            }
            #expect(failure.status == .invalid)
            #expect(
                failure.message == #""txet": rollcall.test.v1.EchoMessage has no such field; "#
                    + "it has payload, number, text")
        }
    }

    @Test func anRPCThatTakesOneMessageIsNotGivenTwo() async throws {
        try await withRawEchoServer { server in
            let failure = try await #require(throws: Failure.self) {
                _ = try await server.call("Echo", ["{}", "{}"])
            }
            #expect(failure.status == .usage)
        }
    }

    @Test func theDetailsOfAnErrorAreDecoded() async throws {
        try await withRawEchoServer { server in
            let error = try await #require(throws: RPCError.self) {
                _ = try await server.call("Fail", [])
            }
            let details = await server.reflected.json(of: error.details, isRedacted: true)
            #expect(
                Failure(plain: error).line(details)
                    == #"{"error":{"code":"NOT_FOUND","details":["#
                    + #"{"type":"rollcall.test.v1.EchoMessage","value":{"text":"x"}},"#
                    + #"{"type":"no.Such","value":"/w"}],"message":"why","reasons":[]}}"#)
        }
    }

    @Test func theTokenOfTheSessionGoesOnlyWhereItBelongs() async throws {
        let nobody = NetworkClient(.tcp(host: "127.0.0.1", port: 1))
        defer { nobody.close() }
        let store = InMemorySessionStore(
            StoredSession(
                sessionID: "s", userID: "u", accessToken: "secret",
                accessTokenExpiresAtMs: .max, refreshToken: "r"))
        let session = RollcallSession(auth: nobody, profile: nobody, presence: nobody, store: store)
        for (session, method, expected) in [
            (session, "ForUsers", "Bearer secret"), (session, "Describe", "none"),
            (nil, "ForUsers", "none"),
        ] {
            try await withRawEchoServer(session: session) { server in
                let lines = try await server.call(method, [])
                #expect(lines == [#"{"text":"\#(expected)"}"#])
            }
        }
    }

    @Test func aServerThatDoesNotReflectIsNotGuessedAt() async throws {
        var router = Router()
        router.unary(AuthServiceMethods.getSigningKeys) { _, _ in GetSigningKeysResponse() }
        let server = try Server(router: router, authenticator: nil, logger: .quiet)
        let endpoint = try await server.listen(on: .tcp(host: "127.0.0.1", port: 0))
        let reflected = ReflectedServer(endpoint, tls: nil, session: nil)
        let error = try await #require(throws: RPCError.self) {
            _ = try await [reflected].first(thatServes: "rollcall.v1.AuthService")
        }
        #expect(error.code == .unimplemented)
        reflected.close()
        await server.drain()
    }

    @Test(arguments: ["=x", "novalue", ""])
    func metadataNeedsAKeyAndAValue(_ argument: String) {
        #expect(throws: ValidationError.self) { try MetadataArgument(argument) }
    }

    @Test func metadataIsTextOrBytesByItsKey() throws {
        var metadata = Metadata()
        try MetadataArgument("key=a=b").add(to: &metadata)
        try MetadataArgument("key-bin=AP8=").add(to: &metadata)
        #expect(metadata[text: "key"] == "a=b" && metadata[bytes: "key-bin"] == [0, 0xFF])
        #expect(throws: Failure.self) {
            try MetadataArgument("key-bin=?").add(to: &metadata)
        }
    }

    @Test func aTokenIsNeverAnArgument() {
        #expect(throws: (any Error).self) { try RPCCall.parse(["a/b", "--token", "secret"]) }
        #expect(throws: (any Error).self) {
            try RPCCall.parse(["a/b", "--json", "-", "--json", "{}"])
        }
    }
}
