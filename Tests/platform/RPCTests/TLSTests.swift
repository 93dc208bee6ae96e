import NIOCore
import RollcallWire
import TestAuthority
import TestEcho
import TestServers
import TestSupport
import Testing

@testable import RollcallRPC

/// Who gets a connection over TLS, and who does not.
@Suite struct TLSTests {
    private let authority: TestAuthority

    init() throws {
        authority = try TestAuthority.trusted.get()
    }

    @Test(arguments: [
        [0, 0, 4, 1, 0, 0, 0, 4, 0, 0, 0, 0, 8, 1, 16, 1],
        Array("GET / HTTP/1.1\r\n\r\n".utf8),
        [0x80, 0x2E, 1, 0, 2, 0],
        [22, 2, 0, 0, 10, 1],
        [22, 3, 1, 0, 10, 2],
        [21, 3, 3, 0, 2, 1, 0],
        [23, 3, 3, 0, 2, 1, 0],
    ])
    func aPlaintextClientOnTheTLSPortIsClosedWithoutAReply(_ bytes: [UInt8]) async throws {
        try await withEchoServer(over: .tls) { server in
            let whole = try PlainSocket(to: server.endpoint)
            whole.send(bytes)
            #expect(whole.receiveToEnd() == [])
            let piecemeal = try PlainSocket(to: server.endpoint)
            for byte in bytes { piecemeal.send([byte]) }
            #expect(piecemeal.receiveToEnd() == [])
            try await eventually { server.server.connectionCount == 0 }
        }
    }

    @Test func aRollcallClientWithoutTLSIsToldNothingAndSaysSo() async throws {
        try await withEchoServer(over: .tls) { server in
            guard case .tls(let host, let port) = server.endpoint else { return }
            let client = NetworkClient(.tcp(host: host, port: port), logger: .quiet)
            defer { client.close() }
            let error = try await failure {
                _ = try await EchoServiceClient(client).echo(EchoMessage())
            }
            #expect(error.code == .unavailable)
        }
    }

    @Test func aServerWithoutTLSIsRefused() async throws {
        try await withEchoServer(over: .tcp) { server in
            guard case .tcp(let host, let port) = server.endpoint else { return }
            let client = NetworkClient(
                .tls(host: host, port: port), tls: try TLSPair.ordinary().client, logger: .quiet)
            defer { client.close() }
            let error = try await failure {
                _ = try await EchoServiceClient(client).echo(EchoMessage())
            }
            #expect(error.code == .unavailable)
            #expect(error.message.contains("does not speak TLS"))
            #expect(error.wasNotProcessed)
        }
    }

    @Test func theSystemDoesNotTrustOurAuthority() async throws {
        var pair = try TLSPair.ordinary()
        pair.client = try ClientTLS()
        try await refused(pair, "not from anyone who is trusted")
    }

    @Test func aCertificateOfAnotherAuthorityIsRefused() async throws {
        var pair = try TLSPair.ordinary()
        let other = try TestAuthority()
        pair.server = try ServerTLS(identity: try other.issue("other"))
        try await refused(pair, "not from anyone who is trusted")
    }

    @Test(arguments: ["DNS:example.org", "IP:127.0.0.2", "DNS:127.0.0.1"])
    func aCertificateForAnotherNameIsRefused(_ names: String) async throws {
        var pair = try TLSPair.ordinary()
        let identity = try authority.issue("misnamed", names: names)
        pair.server = try ServerTLS(identity: identity)
        try await refused(pair, "another name")
    }

    @Test(arguments: [
        ("LocalHost", true), ("*.localhost", false), ("*", false), ("localhost.example", false),
        ("localhos", false), ("", false),
    ])
    func aNamedHostIsHeldAgainstItsNameAlone(_ name: String, _ isRight: Bool) async throws {
        var pair = try TLSPair.ordinary()
        // The address would be right, but the host was named.
        let names = "IP:127.0.0.1" + (name.isEmpty ? "" : ",DNS:\(name)")
        pair.server = try ServerTLS(identity: try authority.issue("named", names: names))
        try await withEchoServer(over: .tls, tls: pair) { server in
            guard case .tls(_, let port) = server.endpoint else { return }
            let client = NetworkClient(
                .tls(host: "localhost", port: port), tls: pair.client, logger: .quiet)
            defer { client.close() }
            let echo = EchoServiceClient(client)
            if isRight {
                _ = try await echo.echo(EchoMessage())
            } else {
                let error = try await failure { _ = try await echo.echo(EchoMessage()) }
                #expect(error.message.contains("another name"))
            }
        }
    }

    /// `auth.example.org.` is the same name as `auth.example.org`, said from the root on.
    @Test func aDotOfTheRootIsNoPartOfTheName() throws {
        let tls = try ClientTLS(trust: authority.trust)
        let certificate = PeerCertificate(dnsNames: ["auth.example.org"])
        #expect(tls.isFor("auth.example.org.", certificate))
        #expect(tls.isFor("AUTH.example.org.", certificate))
        #expect(!tls.isFor("example.org.", certificate))
        #expect(!tls.isFor("auth.example.org..", certificate))
        _ = try tls.makeHandler(for: "auth.example.org.")
    }

    @Test func theNameCanBeSaidApartFromTheHost() async throws {
        var pair = try TLSPair.ordinary()
        pair.client = try ClientTLS(trust: authority.trust, serverName: "localhost")
        try await withEchoServer(over: .tls, tls: pair) { server in
            _ = try await server.echo.echo(EchoMessage())
        }
        pair.client = try ClientTLS(trust: authority.trust, serverName: "elsewhere.example")
        try await refused(pair, "another name")
    }

    @Test func aClientWithoutACertificateIsRefusedWhereOneIsAskedFor() async throws {
        let pair = try TLSPair.mutual(client: nil)
        // What the server says must not get lost behind what the client has already sent.
        for _ in 0..<5 { try await refused(pair, "asks for a client certificate") }
    }

    @Test func aClientWithACertificateOfAnotherAuthorityIsRefused() async throws {
        let other = try TestAuthority()
        let identity = try other.issue("stranger")
        try await refused(try .mutual(client: identity), "does not trust our certificate")
    }

    @Test func aClientWithACertificateIsServedWhereOneIsAskedFor() async throws {
        let pair = try TLSPair.mutual(client: try authority.issue("client"))
        try await withEchoServer(over: .tls, tls: pair) { server in
            let answer = try await server.echo.echo(EchoMessage(number: 3))
            #expect(answer.number == 3)
        }
    }

    /// The call ends at once, with a reason, and the server has seen none of it.
    private func refused(_ pair: TLSPair, _ reason: String) async throws {
        try await withEchoServer(over: .tls, tls: pair) { server in
            let error = try await failure {
                _ = try await server.echo.sleep(EchoMessage())
            }
            #expect(error.code == .unavailable)
            #expect(error.message.contains(reason), "\(error.message)")
            #expect(error.wasNotProcessed)
            #expect(server.handler.sleepers.withLock { $0.begun } == 0)
            try await eventually { server.server.connectionCount == 0 }
        }
    }

    @Test func aTLSEndpointNeedsACertificate() async throws {
        let server = try Server(router: Router(), authenticator: nil, logger: .quiet)
        let endpoint = Endpoint.tls(host: "127.0.0.1", port: 0)
        await #expect(throws: ServerError.noCertificate(endpoint)) {
            try await server.listen(on: endpoint)
        }
    }
}
