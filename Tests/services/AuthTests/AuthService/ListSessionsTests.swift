import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct ListSessionsTests {
    @Test func theSessionsAreThoseOfTheAccountTheOneUsedLastFirst() async throws {
        try await withAuth { world in
            let phone = try await world.client.signUp(.anna())
            world.clock.advance(.seconds(10))
            let laptop = try await world.signIn(
                label: "laptop", platform: "Debian 12", appVersion: "1.0")
            _ = try await world.client.signUp(.anna(email: "ben@example.com", name: "ben"))
            world.clock.advance(.seconds(10))
            let refreshed = try await world.client.refresh(
                RefreshRequest(refreshToken: phone.tokens?.refreshToken ?? ""))

            let fromPhone = try await world.sessions(refreshed.tokens)
            let ids = [phone.session, laptop.session].compactMap { $0?.sessionID }
            #expect(fromPhone.map(\.sessionID) == ids)
            #expect(fromPhone.map(\.isCurrent) == [true, false])
            let now = world.clock.now()
            #expect(fromPhone.map(\.lastUsedAtMs) == [now, now - 10_000])
            #expect(fromPhone.map(\.deviceLabel) == ["Anna's phone", "laptop"])
            #expect(fromPhone.map(\.platform) == ["", "Debian 12"])
            #expect(fromPhone.map(\.appVersion) == ["", "1.0"])
            let fromLaptop = try await world.sessions(laptop.tokens)
            #expect(fromLaptop.map(\.isCurrent) == [false, true])
            #expect(fromLaptop[1] == laptop.session)
        }
    }

    @Test func whatHasEndedOrExpiredIsNotListed() async throws {
        try await withAuth { world in
            let first = try await world.client.signUp(.anna())
            let signedOut = try await world.signIn()
            _ = try await world.client.signOut(
                SignOutRequest(), options: .bearer(signedOut.tokens))
            world.clock.advance(.days(30) - .seconds(1))
            let last = try await world.signIn()
            #expect(try await world.sessions(last.tokens).count == 2)
            world.clock.advance(.seconds(1))
            let listed = try await world.sessions(last.tokens)
            #expect(listed == [last.session])
            #expect(first.session != last.session)
        }
    }

    @Test func aSessionThatHasEndedSeesNone() async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna()).tokens
            _ = try await world.client.signOut(SignOutRequest(), options: .bearer(tokens))
            let error = await failure { try await world.sessions(tokens) }
            #expect(error?.code == .unauthenticated)
            #expect(error?.reasons == [.sessionEnded])
        }
    }

    @Test func itNeedsAnAccessToken() async throws {
        try await withAuth { world in
            let error = await failure {
                try await world.client.listSessions(ListSessionsRequest())
            }
            #expect(error?.code == .unauthenticated)
        }
    }

    @Test func theNetworkIsWhereTheSessionWasOpened() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            let context = CallContext(
                method: "test", peer: PeerIdentity(address: "203.0.113.77:50123"))
            let response = try await world.auth.runtime.handler.signIn(
                SignInRequest(email: "anna@example.com", password: "correct horse"),
                context: context)
            #expect(response.session?.addressPrefix == "203.0.113.0/24")
            let listed = try await world.sessions(response.tokens)
            #expect(listed.first { $0.isCurrent }?.addressPrefix == "203.0.113.0/24")
        }
    }

    @Test(arguments: [
        ("203.0.113.77:50123", "203.0.113.0/24"), ("[2001:db8:7:8::9]:443", "2001:db8:7::/48"),
        ("[::1]:4710", "::/48"), ("[::ffff:203.0.113.77]:1", "203.0.113.0/24"),
        ("localhost:4710", ""), ("[fe80::1%eth0]:1", ""), ("", ""), ("1.2.3.4", ""),
    ])
    func anAddressIsCutToItsNetwork(address: String, prefix: String) {
        #expect(PeerIdentity(address: address).addressPrefix == prefix)
    }

    @Test func anUnknownAddressHasNoNetwork() {
        #expect(PeerIdentity.unidentified.addressPrefix == "")
    }
}

extension AuthServer {
    /// A new session of the account that `SignUpRequest.anna()` makes.
    func signIn(
        label: String = "", platform: String = "", appVersion: String = ""
    ) async throws -> SignInResponse {
        try await client.signIn(
            SignInRequest(
                email: "anna@example.com", password: "correct horse", deviceLabel: label,
                platform: platform, appVersion: appVersion))
    }

    func sessions(_ tokens: Tokens?) async throws -> [Session] {
        try await client.listSessions(ListSessionsRequest(), options: .bearer(tokens)).sessions
    }

    /// Why a session does not go on, by its refresh token; nil when it does.
    func end(of tokens: Tokens?) async -> Reason? {
        let request = RefreshRequest(refreshToken: tokens?.refreshToken ?? "")
        let error = await failure { try await client.refresh(request) }
        return error?.reasons.first
    }
}
