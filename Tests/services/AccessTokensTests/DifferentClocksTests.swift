import InMemoryLogging
import Logging
import RollcallCrypto
import RollcallRPC
import TestSupport
import Testing

@testable import AccessTokens

/// The clock of a service and Auth's differ. The service knows Auth's by the stream of revocations.
@Suite struct DifferentClocksTests {
    /// Auth says that its clock is ahead of the verifier's.
    private func say(_ world: RunningVerifier, ahead: Int64) async throws {
        world.auth.sayNothingNew(at: world.issuer.clock.now() + ahead * 1000)
        // The next message has come, too.
        let session = try world.session()
        world.auth.revoke([session])
        try await eventually {
            world.heard.ended.withLock { $0 }.contains(.sessions(["\(session)"]))
        }
    }

    /// A token that Auth signs now.
    private func token(_ world: RunningVerifier, ahead: Int64) async throws -> String {
        let now = world.issuer.clock.seconds + ahead
        let epoch = AccessTokenClaims.text(ofEpoch: 1)
        return try await world.issuer.sign(
            claims: world.issuer.claims([
                "sid": "\"\(world.session())\"", "ep": "\"\(epoch)\"", "iat": "\(now)",
                "exp": "\(now + 600)",
            ]))
    }

    @Test(arguments: [8, 59] as [Int64])
    func aTokenOfAClockThatIsALittleAheadIsAccepted(ahead: Int64) async throws {
        try await withVerifier { world in
            try await say(world, ahead: ahead)
            #expect(try await world.refusal(of: token(world, ahead: ahead)) == nil)
            #expect(
                world.verifier.clockTrouble
                    == "the clock of this machine is \(ahead) seconds behind Auth's: set both by NTP"
            )
        }
    }

    /// A client that renews it would get one that is refused, too.
    @Test(arguments: [(90, "90 seconds behind"), (-86_400, "86400 seconds ahead of")])
    func aTokenOfAClockThatIsFarAwayIsRefusedWithoutCallingItInvalid(
        ahead: Int, words: String
    ) async throws {
        try await withVerifier { world in
            try await say(world, ahead: Int64(ahead))
            let fresh = try await token(world, ahead: Int64(ahead))
            let error = try await #require(throws: RPCError.self) {
                try await world.verifier.verify(fresh)
            }
            #expect(error.code == .unavailable && error.reasons.isEmpty)
            #expect(error.message.contains(words))
            // What Auth's clock makes invalid is invalid.
            for time in [-700, 90] as [Int64] {
                let other = try await token(world, ahead: Int64(ahead) + time)
                #expect(try await world.refusal(of: other)?.1 == [.accessTokenInvalid])
            }
        }
    }

    /// A client that renews it gets one that is accepted for half of its life.
    @Test func aTokenThatEndsEarlyByAClockThatIsAheadIsInvalid() async throws {
        try await withVerifier { world in
            try await say(world, ahead: -300)
            #expect(try await world.refusal(of: token(world, ahead: -300)) == nil)
            let older = try await token(world, ahead: -300 - 400)
            #expect(try await world.refusal(of: older)?.1 == [.accessTokenInvalid])
        }
    }

    @Test func clocksThatAgreeSayNothing() async throws {
        try await withVerifier { world in
            for ahead in [0, 5, -5] as [Int64] {
                try await say(world, ahead: ahead)
                #expect(world.verifier.clockTrouble == nil)
            }
        }
    }

    @Test func thatTheyDifferIsLoggedOnce() async throws {
        let handler = InMemoryLogHandler()
        try await withVerifier(logger: Logger(label: "test") { _ in handler }) { world in
            for ahead in [90, 91, 92] as [Int64] { try await say(world, ahead: ahead) }
            let errors = handler.entries.filter { $0.level == .error }
            #expect(errors.map { "\($0.message)" } == ["the clocks differ"])
            let reason = errors.first?.metadata["health.reason"]?.description
            #expect(reason?.contains("90 seconds behind Auth's") == true)
        }
    }
}
