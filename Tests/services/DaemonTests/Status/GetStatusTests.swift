import Logging
import RollcallAPI
import RollcallRPC
import Testing

@testable import Daemon

struct GetStatusTests {
    @Test func itSaysWhatIsWrongAndSinceWhen() async throws {
        let start = SystemClock.milliseconds()
        try await withProcess { process, client in
            let well = try await client.getStatus(.init())
            #expect(well.program == "rollcall-games" && well.version == ProgramVersion.current)
            #expect((start...SystemClock.milliseconds()).contains(well.startedAtMs))
            #expect(well.isServing && well.troubles.isEmpty && well.certificateEndsAtMs == 0)

            process.health.set(.impaired, ofDependency: "b", because: "b is slow")
            process.health.set(.missing, ofDependency: "a", because: "a is away")
            let ill = try await client.getStatus(.init())
            #expect(!ill.isServing)
            #expect(ill.troubles.map(\.name) == ["a", "b"])
            #expect(ill.troubles.map(\.refusesCalls) == [true, false])
            #expect(ill.troubles.map(\.sentence) == ["a is away", "b is slow"])
            #expect(ill.troubles.allSatisfy { $0.beganAtMs >= start - 5 })
        }
    }
}
