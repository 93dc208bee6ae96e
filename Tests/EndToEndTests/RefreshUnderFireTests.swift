import Foundation
import RollcallAPI
import RollcallRPC
import Testing

import func TestSupport.elapse

/// Refreshing while Auth dies under it.
@Suite struct RefreshUnderFireTests {
    /// How often it is killed; `ROLLCALL_KILLS` sets it.
    static let kills =
        ProcessInfo.processInfo.environment["ROLLCALL_KILLS"].flatMap { Int($0) } ?? 20

    @Test func aRetryAfterAKillBetweenCommitAndReplyGetsTheSameSuccessor() async throws {
        let cluster = try Cluster()
        for service in [Cluster.Service.auth, .profile] { try await cluster.start(service) }
        let signUp = SignUpRequest(
            email: "ann@example.org", password: "correct horse", displayName: "Ann",
            idempotencyKey: "idempotency-key-of-ann")
        let first = try await AuthServiceClient(cluster.client(.auth)).signUp(signUp)
        var token = try #require(first.tokens?.refreshToken)
        var answered = 0
        for _ in 0..<Self.kills {
            let (request, connection) = (RefreshRequest(refreshToken: token), cluster.client(.auth))
            async let reply = try? AuthServiceClient(connection).refresh(
                request, options: CallOptions(timeout: .seconds(10)))
            try await elapse(upTo: .milliseconds(6))
            cluster[.auth].kill()
            try await cluster.start(.auth)
            let before = await reply?.tokens?.refreshToken
            connection.close()
            let again = cluster.client(.auth)
            let after = try await AuthServiceClient(again).refresh(request).tokens?.refreshToken
            again.close()
            // Whether or not the answer came, the session goes on; if it came, with that token.
            if let before {
                answered += 1
                #expect(before == after)
            }
            token = try #require(after)
        }
        #expect(answered < Self.kills, "the kills hit nothing")
    }
}
