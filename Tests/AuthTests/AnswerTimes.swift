import Foundation
import Testing

/// What tells by the time of an answer why it is what it is: measured, class by class.
///
/// One question at a time, the classes in random order, so that whatever the machine does beside it
/// meets all alike. A machine that is busy can still make two look different by chance: a class is only
/// told from the first if it is in three runs.
enum AnswerTimes {
    /// Samples of a class: few unless `ROLLCALL_TIMING_SAMPLES` says more (2,000 for a proof).
    static let count =
        ProcessInfo.processInfo.environment["ROLLCALL_TIMING_SAMPLES"].flatMap { Int($0) } ?? 12

    /// - Parameters:
    ///   - rest: runs before each question, untimed, so that none meets what another has begun.
    ///   - ask: asks a question of a class, by its name.
    /// - Returns: the classes that can be told from the first.
    static func telling(
        _ classes: [String], after rest: () async -> Void = {}, _ ask: (String) async -> Void
    ) async -> Set<String> {
        var telling = Set(classes.dropFirst())
        for _ in 0..<3 where !telling.isEmpty {
            let times = await measure(classes, rest, ask)
            guard let first = classes.first, let known = times[first] else { return [] }
            telling = telling.filter { isApart(times[$0] ?? [], known) }
        }
        return telling
    }

    private static func measure(
        _ classes: [String], _ rest: () async -> Void, _ ask: (String) async -> Void
    ) async -> [String: [Duration]] {
        var times: [String: [Duration]] = [:]
        for name in (classes.flatMap { Array(repeating: $0, count: count) }).shuffled() {
            await rest()
            let time = await ContinuousClock().measure { await ask(name) }
            times[name, default: []].append(time)
        }
        return times
    }

    private static func isApart(_ left: [Duration], _ right: [Duration]) -> Bool {
        let medians = [left, right].map { $0.sorted()[$0.count / 2] }
        let difference = max(medians[0], medians[1]) - min(medians[0], medians[1])
        return MannWhitney(left, right).p < 0.01 || difference > .milliseconds(1)
    }
}
