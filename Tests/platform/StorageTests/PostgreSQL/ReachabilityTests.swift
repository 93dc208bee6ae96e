import Testing

@testable import Storage

struct ReachabilityTests {
    private let start = ContinuousClock.now
    private let error = StorageError.unavailable("away")

    @Test func whileTheServerAnswersAnybodyMayConnect() throws {
        var server = Reachability()
        for _ in 1...3 { try server.begin(at: start) }
        server.succeed()
        #expect(server.trouble == nil)
    }

    @Test func afterARefusalOneAtATimeTriesWithPausesThatGrow() throws {
        var server = Reachability()
        var now = start
        var pauses: [Duration] = []
        for _ in 1...8 {
            try server.begin(at: now)
            server.fail(error, at: now, random: 0.5)
            let failed = now
            while !server.mayTry(at: now) { now += .milliseconds(50) }
            pauses.append(now - failed)
        }
        #expect(pauses == [50, 100, 200, 400, 800, 1600, 2000, 2000].map { .milliseconds($0) })
        try server.begin(at: now)
        #expect(throws: error) { try server.begin(at: now) }
        #expect(server.trouble == error)
        server.succeed()
        #expect(server.trouble == nil && server.mayTry(at: now))
    }

    @Test func thoseWhoFailTogetherCountAsOne() throws {
        var server = Reachability()
        for _ in 1...8 { try server.begin(at: start) }
        for _ in 1...8 { server.fail(error, at: start, random: 0.5) }
        #expect(!server.mayTry(at: start))
        #expect(server.mayTry(at: start + .milliseconds(50)))
    }

    @Test func afterALostConnectionAnybodyMayConnectAtOnce() throws {
        var server = Reachability()
        server.lose(error)
        #expect(server.trouble == error)
        for _ in 1...2 { try server.begin(at: start) }
    }
}
