import TestSupport
import Testing

@testable import RollcallApp

@Suite(.serialized) struct DisplayNameCheckTests {
    private typealias Answer = CheckDisplayNameResponse

    /// Answers by the name that is asked about.
    private func answer(_ door: ScriptedDoor, _ answer: @escaping @Sendable (String) -> Answer) {
        door.answer("CheckDisplayName") { request, connection in
            let asked = try? CheckDisplayNameRequest(decoding: request.body)
            connection.answer(answer(asked?.displayName ?? ""))
        }
    }

    private func free() -> Answer {
        var answer = Answer()
        answer.isAvailable = true
        return answer
    }

    private func refused(_ reason: Reason, _ suggestions: [String] = []) -> Answer {
        var answer = Answer()
        (answer.reasons, answer.suggestions) = ([reason], suggestions)
        return answer
    }

    private func names(_ door: ScriptedDoor) throws -> [String] {
        try door.server.asked.filter { $0.path.hasSuffix("/CheckDisplayName") }
            .map { try CheckDisplayNameRequest(decoding: $0.body).displayName }
    }

    @Test func aServiceIsAskedHalfASecondAfterTheLastKey() async throws {
        let (door, clock) = (try ScriptedDoor(), TurnedClock())
        let free = free()
        answer(door) { _ in free }
        let check = DisplayNameCheck(door.app(), clock: clock)
        #expect(check.verdict == .empty)
        check.check("a")
        #expect(check.verdict == .broken([.reason(.displayNameTooShort)]))
        for (index, name) in ["ann", "anna", "annab"].enumerated() {
            check.check(name)
            #expect(check.verdict == .checking)
            try await eventually { clock.begun == index + 1 }
            clock.advance(by: .milliseconds(499))
        }
        #expect(try names(door) == [])
        clock.advance(by: .milliseconds(1))
        try await eventually { check.verdict == .free }
        #expect(try names(door) == ["annab"])
        // The same name is not asked about again, and no name about nothing.
        check.check("annab")
        #expect(check.verdict == .free)
        check.check(" ")
        #expect(check.verdict == .empty)
        #expect(clock.begun == 3)
    }

    @Test func everyAnswerIsAVerdictAndTheReaderSeesIt() async throws {
        let (door, clock) = (try ScriptedDoor(), TurnedClock())
        let taken = refused(.displayNameTaken, ["ann_1", "ann_2"])
        let reserved = refused(.displayNameReserved)
        answer(door) { $0 == "admin" ? reserved : taken }
        let check = DisplayNameCheck(door.app(), clock: clock)
        let verdicts = check.verdicts
        func next() async -> DisplayNameCheck.Verdict? {
            for await verdict in verdicts { return verdict }
            return nil
        }
        func verdict(on name: String, own: String = "") async throws -> DisplayNameCheck.Verdict? {
            let begun = clock.begun
            check.check(name, own: own)
            let first = await next()
            guard first == .checking else { return first }
            try await eventually { clock.begun == begun + 1 }
            clock.advance(by: DisplayNameCheck.pause)
            return await next()
        }
        #expect(await next() == .empty)
        #expect(try await verdict(on: "ann") == .taken(suggestions: ["ann_1", "ann_2"]))
        #expect(try await verdict(on: "admin") == .broken([.reason(.displayNameReserved)]))
        #expect(try await verdict(on: " Ann", own: "aNN") == .own)
        door.answer("CheckDisplayName") { $1.close() }
        #expect(try await verdict(on: "bob") == .unknown)
    }

    @Test func anAnswerAboutAnEarlierNameCountsForNothing() async throws {
        let (door, clock) = (try ScriptedDoor(), TurnedClock())
        let (first, free) = (Locked<HostileServer.Connection?>(nil), free())
        door.answer("CheckDisplayName") { _, connection in
            first.withLock { $0 = connection }
            connection.waitForEnd()
        }
        let check = DisplayNameCheck(door.app(), clock: clock)
        check.check("ann")
        try await eventually { clock.begun == 1 }
        clock.advance(by: DisplayNameCheck.pause)
        try await eventually { door.server.count(of: "CheckDisplayName") == 1 }
        let taken = refused(.displayNameTaken)
        answer(door) { _ in free }
        check.check("bob")
        first.withLock { $0 }?.answer(taken)
        first.withLock { $0 }?.close()
        try await eventually { clock.begun == 2 }
        #expect(check.verdict == .checking)
        clock.advance(by: DisplayNameCheck.pause)
        try await eventually { check.verdict == .free }
        #expect(try names(door) == ["ann", "bob"])
    }
}
