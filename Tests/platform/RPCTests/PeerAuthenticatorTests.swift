import Glibc
import TestEcho
import Testing

@testable import RollcallRPC

/// Who a process of this machine is to a server of uid 990 and gid 980.
@Suite struct PeerAuthenticatorTests {
    @Test(
        arguments: [
            (0, 0, .operator), (990, 980, .operator), (990, 1, .operator), (0, 980, .operator),
            (991, 980, .service("local")), (65534, 980, .service("local")),
            (991, 990, .anonymous), (980, 991, .anonymous), (65534, 65534, .anonymous),
        ] as [(UInt32, UInt32, Caller)])
    func aProcessIsKnownByItsUserAndItsPrimaryGroup(
        _ userID: UInt32, _ groupID: UInt32, _ caller: Caller
    ) async throws {
        #expect(try await peers().authenticate(context(userID, groupID)) == caller)
    }

    @Test func nobodyIsKnownByTheNumberThatStandsForMany() async throws {
        let ofNobody = PeerAuthenticator(
            userID: 65534, groupID: 65534, otherwise: TrustingAuthenticator())
        #expect(try await ofNobody.authenticate(context(65534, 65534)) == .anonymous)
        #expect(try await ofNobody.authenticate(context(0, 0)) == .operator)
    }

    @Test(arguments: [
        PeerIdentity.unidentified, PeerIdentity(address: PeerAddress("127.0.0.1:1")),
        PeerIdentity(proof: .certificate(PeerCertificate(dnsNames: ["root"]))),
    ])
    func whoCameThroughNoUnixSocketIsNotLocal(_ peer: PeerIdentity) async throws {
        let found = try await peers().authenticate(CallContext(method: "", peer: peer))
        #expect(found == .anonymous)
    }

    @Test func aTokenCountsWhoeverPresentsIt() async throws {
        for id: UInt32 in [0, 990, 991] {
            guard case .user = try await peers().authenticate(context(id, 980, "user")) else {
                Issue.record("the token of \(id) did not count")
                continue
            }
            await #expect(throws: RPCError.self) {
                try await peers().authenticate(context(id, 980, "liar"))
            }
        }
    }

    @Test(arguments: [
        (Access.anyone, true), (.admin, true), (.service, true), (.auth, true), (.user, false),
        (.owner, false),
    ])
    func theOperatorMayDoWhatNeedsNoAccount(_ access: Access, _ isPermitted: Bool) {
        #expect(access.permits(.operator) == isPermitted)
    }

    @Test func whatTheOperatorIsRefusedNeedsAToken() {
        #expect(peers().refusal(of: .operator).code == .unauthenticated)
        #expect(peers().refusal(of: .service("local")).code == .permissionDenied)
    }

    @Test func aProcessOfTheServersOwnUserIsTheOperator() async throws {
        let asMyself = PeerAuthenticator(
            groupID: getegid(), otherwise: TrustingAuthenticator())
        try await withEchoServer(over: .unixSocket, authenticator: asMyself) { server in
            _ = try await server.echo.forServices(EchoMessage())
        }
    }

    private func peers() -> PeerAuthenticator {
        PeerAuthenticator(userID: 990, groupID: 980, otherwise: TrustingAuthenticator())
    }

    private func context(
        _ userID: UInt32, _ groupID: UInt32, _ word: String? = nil
    ) throws -> CallContext {
        var metadata = Metadata()
        if let word { try metadata.add("caller", text: word) }
        let process = UnixProcess(userID: userID, groupID: groupID, processID: 7)
        return CallContext(
            method: "", metadata: metadata, peer: PeerIdentity(proof: .process(process)))
    }
}
