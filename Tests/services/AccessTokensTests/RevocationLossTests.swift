import MetricsTestKit
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestSupport
import Testing

@testable import AccessTokens

@Suite struct RevocationLossTests {
    @Test func aStreamThatIsClosedGoesOnFromItsCursor() async throws {
        try await withVerifier { world in
            world.auth.revoke([try world.session(), try world.session()])
            try await eventually { world.heard.ended.withLock { $0.count } == 1 }
            world.auth.close()
            try await eventually { world.auth.cursors.count == 2 }
            #expect(world.auth.cursors == [nil, RevocationCursor(epoch: 1, version: 2)])
            try await world.isCurrent()
        }
    }

    @Test func aStreamWhoseTokenExpiresIsNoLoss() async throws {
        try await withVerifier { world in
            let sessions = try (0..<3).map { _ in try world.session() }
            for (count, session) in sessions.enumerated() {
                world.auth.close(isExpired: true)
                world.auth.revoke([session])
                try await eventually { world.auth.cursors.count == count + 2 }
                try await eventually {
                    try await world.refusal(of: world.token(of: session))?.1 == [.sessionEnded]
                }
            }
            #expect(world.auth.cursors.last == .some(.init(epoch: 1, version: 2)))
            #expect(world.heard.health.withLock { $0 }.filter { $0 != .starting } == [.current])
            let losses = try? world.metrics.expectCounter("tokens.revocations.lost").totalValue
            #expect(losses ?? 0 == 0)
            world.auth.set(.refuses(RPCError(.unauthenticated, "removed")))
            world.auth.close(isExpired: true)
            try await eventually { world.verifier.health == .lost }
        }
    }

    @Test func whatWasRevokedMeanwhileIsRefusedOnceTheStreamIsBack() async throws {
        try await withVerifier { world in
            let session = try world.session()
            let token = try await world.token(of: session)
            let isTaken = try await world.isTaken(token)
            #expect(isTaken)
            world.auth.set(.refuses(RPCError(.unavailable, "down")))
            world.auth.close()
            try await eventually { world.verifier.health == .lost }
            world.auth.revoke([session])
            let isStillTaken = try await world.isTaken(token)
            #expect(isStillTaken)
            world.auth.set(.follows)
            try await eventually { world.verifier.health == .current }
            let refusal = try await world.refusal(of: token)
            #expect(refusal?.1 == [.sessionEnded])
        }
    }

    @Test func aStreamThatSaysNothingIsOpenedAgain() async throws {
        var pace = FollowingPace.quick
        pace.silence = .milliseconds(40)
        try await withVerifier(pace, auth: .isSilent) { world in
            try await eventually { world.auth.cursors.count >= 3 }
            world.auth.set(.follows)
            try await eventually { world.auth.cursors.last != .some(nil) }
        }
    }

    @Test func calledTooLateEveryCallIsRefusedUntilTheStreamIsBack() async throws {
        try await withVerifier { world in
            let token = try await world.token(of: world.session())
            world.auth.set(.refuses(RPCError(.unavailable, "down")))
            world.auth.close()
            try await eventually { world.verifier.health == .lost }
            world.steady.advance(.seconds(59))
            let isTaken = try await world.isTaken(token)
            #expect(isTaken)
            world.steady.advance(.seconds(1))
            #expect(world.verifier.health == .unknown)
            let refusal = try await world.refusal(of: token)
            #expect(refusal?.0 == .unavailable)
            try await eventually { world.heard.health.withLock { $0.last } == .unknown }
            world.auth.set(.follows)
            try await world.isCurrent()
            let isTakenAgain = try await world.isTaken(token)
            #expect(isTakenAgain)
            try await eventually { world.heard.health.withLock { $0.last } == .current }
            let health = world.heard.health.withLock { $0 }.filter { $0 != .starting }
            #expect(health == [.current, .lost, .unknown, .current])
        }
    }

    @Test func aClockThatIsSetClosesNothing() async throws {
        try await withVerifier { world in
            let token = try await world.token(of: world.session())
            world.issuer.clock.advance(.seconds(-3600))
            #expect(world.verifier.health == .current)
            world.issuer.clock.advance(.seconds(3600))
            let isTaken = try await world.isTaken(token)
            #expect(isTaken)
        }
    }

    @Test func aSnapshotOfManyMessagesIsTakenWhole() async throws {
        try await withVerifier { world in
            world.auth.close()
            let sessions = try (0..<2_500).map { _ in try world.session() }
            let token = try await world.token(of: sessions[2_499])
            world.auth.state.withLock { state in
                state.epoch = 1
                state.sessions = sessions
            }
            try await eventually { try await world.refusal(of: token)?.1 == [.sessionEnded] }
            try await world.isCurrent()
            for session in [sessions[0], sessions[1_200]] {
                let refusal = try await world.refusal(of: world.token(of: session))
                #expect(refusal?.1 == [.sessionEnded])
            }
        }
    }

    @Test func aMessageThatBreaksTheContractCostsTheStream() async throws {
        try await withVerifier { world in
            world.auth.state.withLock { $0.tell(WatchRevocationsResponse(sessionIDs: [[1]])) }
            try await eventually { world.auth.cursors.count == 2 }
            try await world.isCurrent()
        }
    }

    @Test func lossesAreCounted() async throws {
        try await withVerifier { world in
            world.auth.close()
            try await eventually {
                try world.metrics.expectCounter("tokens.revocations.lost").totalValue == 1
            }
            try await eventually {
                try world.metrics.expectMeter("tokens.revocations.age.seconds").values.last == 0
            }
        }
    }
}
