import Glibc
import NIOCore
import Synchronization
import TestAuthority
import TestEcho
import Testing

@testable import RollcallRPC

/// What a server knows of who is at the other end.
@Suite struct PeerIdentityTests {
    /// Lets everybody in, and notes with whom and with what each call came.
    private final class Witness: Authenticator {
        let seen = Mutex<[(peer: PeerIdentity, word: String?)]>([])

        func authenticate(_ context: CallContext) async throws -> Caller {
            seen.withLock { $0.append((context.peer, context.metadata[text: "word"])) }
            return .service("any")
        }
    }

    @Test func everyCallShowsTheCertificateOfItsConnectionAndItsOwnMetadata() async throws {
        let authority = try TestAuthority.trusted.get()
        let identity = try authority.issue(
            "games",
            names: "DNS:games.internal,URI:spiffe://example.org/games,email:games@example.org")
        let witness = Witness()
        let pair = try TLSPair.mutual(client: identity)
        try await withEchoServer(over: .tls, authenticator: witness, tls: pair) { server in
            for word in ["one", "two"] {
                var options = CallOptions()
                try options.metadata.add("word", text: word)
                _ = try await server.echo.forServices(EchoMessage(), options: options)
            }
        }
        let seen = witness.seen.withLock { $0 }
        #expect(seen.map(\.word) == ["one", "two"])
        #expect(seen[0].peer === seen[1].peer)
        guard case .certificate(let certificate) = seen[0].peer.proof else {
            Issue.record("no certificate")
            return
        }
        #expect(certificate.dnsNames == ["games.internal"])
        #expect(certificate.uris == ["spiffe://example.org/games"])
        #expect(seen[0].peer.address?.ip == IPAddress("127.0.0.1"))
    }

    @Test func aUnixSocketShowsTheProcess() async throws {
        let witness = Witness()
        try await withEchoServer(over: .unixSocket, authenticator: witness) { server in
            _ = try await server.echo.forServices(EchoMessage())
        }
        let process = UnixProcess(userID: getuid(), groupID: getgid(), processID: getpid())
        let seen = witness.seen.withLock { $0 }
        #expect(seen.first?.peer.proof == .process(process))
        #expect(seen.first?.peer.address == nil)
    }

    @Test(arguments: [Carrier.tcp, .tls, .memory])
    func whoShowsNothingHasAtMostAnAddress(over carrier: Carrier) async throws {
        let witness = Witness()
        try await withEchoServer(over: carrier, authenticator: witness) { server in
            _ = try await server.echo.forServices(EchoMessage())
        }
        let peer = witness.seen.withLock { $0 }.first?.peer
        #expect(peer?.proof == PeerIdentity.Proof.none)
        #expect((peer?.address == nil) == (carrier == .memory))
    }

    private static let games = PeerCertificate(dnsNames: ["games.internal"], uris: ["spiffe://g"])

    @Test(arguments: [
        (PeerIdentity.Proof.certificate(games), Caller.service("games")),
        (.certificate(PeerCertificate(uris: ["spiffe://g"])), .service("games")),
        (.certificate(PeerCertificate(dnsNames: ["spiffe://g"])), .anonymous),
        (.certificate(PeerCertificate(dnsNames: ["GAMES.internal"])), .anonymous),
        (.certificate(PeerCertificate(dnsNames: ["*.internal"])), .anonymous),
        (
            .certificate(PeerCertificate(dnsNames: ["games.internal", "mail.internal"])),
            .anonymous
        ),
        (.process(UnixProcess(userID: 1005, groupID: 1, processID: 1)), .service("backup")),
        (.process(UnixProcess(userID: 1, groupID: 1005, processID: 1005)), .anonymous),
        (.process(UnixProcess(userID: 65534, groupID: 1, processID: 1)), .anonymous),
        (.none, .anonymous),
    ])
    func aServiceIsKnownByItsExactName(
        _ proof: PeerIdentity.Proof, _ caller: Caller
    ) async throws {
        let found = try await policy.authenticate(
            CallContext(method: "", peer: PeerIdentity(proof: proof)))
        #expect(found == caller)
    }

    @Test func whatTheCallSaysOfItselfComesFirst() async throws {
        let peer = PeerIdentity(proof: .certificate(Self.games))
        var metadata = Metadata()
        try metadata.add("caller", text: "user")
        let caller = try await policy.authenticate(
            CallContext(method: "", metadata: metadata, peer: peer))
        guard case .user = caller else {
            Issue.record("\(caller)")
            return
        }
        var lie = Metadata()
        try lie.add("caller", text: "liar")
        await #expect(throws: RPCError.self) {
            try await policy.authenticate(CallContext(method: "", metadata: lie, peer: peer))
        }
    }

    private var policy: PeerAuthenticator {
        PeerAuthenticator(
            userID: 990, groupID: nil,
            services: [
                .dns("games.internal"): "games", .uri("spiffe://g"): "games",
                .dns("mail.internal"): "mail", .unixUser(1005): "backup",
                .unixUser(65534): "nobody",
            ],
            otherwise: TrustingAuthenticator())
    }

    @Test(arguments: [
        ("203.0.113.7", ClientNetwork.v4(0xCB00_7107)),
        ("::ffff:203.0.113.7", .v4(0xCB00_7107)),
        ("2001:db8:1:2:3:4:5:6", .v6(0x2001_0DB8_0001_0002)),
        ("::1", .v6(0)),
    ])
    func anAddressCountsForWhoeverHoldsItsNetwork(
        _ address: String, _ network: ClientNetwork
    ) throws {
        let peer = try #require(PeerAddress(SocketAddress(ipAddress: address, port: 1)))
        #expect(ClientNetwork(peer.ip) == network && peer.port == 1)
        #expect(PeerAddress(try SocketAddress(unixDomainSocketPath: "/x")) == nil)
    }
}
