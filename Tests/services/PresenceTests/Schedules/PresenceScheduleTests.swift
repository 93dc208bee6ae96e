import Foundation
import Testing

@testable import Presence

/// Everything at once, in an order that a seed decides, against a simple model: devices that come,
/// go silent and die, blocks, rules, names, erasures, watches, batches, kills, stalls and clocks
/// that jump.
@Suite struct PresenceScheduleTests {
    /// How many schedules there are: `ROLLCALL_PRESENCE_SCHEDULES` sets it.
    private static let count = number("ROLLCALL_PRESENCE_SCHEDULES") ?? 1_000

    /// One that has failed is run again by its number, alone.
    private static let seed = number("ROLLCALL_PRESENCE_SEED")

    private static let lanes = 4

    private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }

    @Test(arguments: 0..<lanes)
    func whateverHappensEverybodyKnowsWhatTheModelSays(lane: Int) async throws {
        let seeds = Self.seed.map { $0...$0 } ?? 1...max(1, Self.count)
        var refusedChanges = 0
        for seed in seeds where seed % Self.lanes == lane {
            do {
                var schedule = try PresenceSchedule(seed: UInt64(seed))
                try schedule.run(steps: 100)
                refusedChanges += schedule.refusedChanges
            } catch {
                Issue.record("\(Self.story(of: seed))\nROLLCALL_PRESENCE_SEED=\(seed): \(error)")
                return
            }
            await Task.yield()
        }
        #expect(refusedChanges > 0 || seeds.count < 100, "no schedule meets the limit of changes")
    }

    /// The steps of a schedule that has failed.
    private static func story(of seed: Int) -> String {
        let log = ScheduleLog()
        var schedule = try? PresenceSchedule(seed: UInt64(seed), log: log)
        try? schedule?.run(steps: 100)
        return log.steps.joined(separator: "\n")
    }
}
