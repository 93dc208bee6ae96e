import Foundation
import Testing

/// What tells by the time of an answer why it is what it is: measured, class by class.
///
/// One question at a time, the classes in random order, so that whatever the machine does beside it
/// meets all alike. A machine that is busy can still make two look different by chance: a class is
/// only told from the first if it is in three runs.
enum AnswerTimes {
    /// Samples of a class: few unless `ROLLCALL_TIMING_SAMPLES` says more (2,000 for a proof).
    static let count =
        ProcessInfo.processInfo.environment["ROLLCALL_TIMING_SAMPLES"].flatMap { Int($0) } ?? 12

    /// - Parameters:
    ///   - rest: runs before each question, untimed, so that none meets what another has begun.
    ///   - ask: asks a question of a class, by its name.
    /// - Returns: what tells a class from the first, in the last run; nothing if none can be told.
    static func telling(
        _ classes: [String], after rest: () async -> Void = {}, _ ask: (String) async -> Void
    ) async -> [String] {
        var telling: [String: Comparison] = [:]
        var suspects = classes.dropFirst().map(\.self)
        for _ in 0..<3 where !suspects.isEmpty {
            let times = await measure(classes, rest, ask)
            let known = times[classes[0]] ?? []
            telling = Dictionary(
                uniqueKeysWithValues: suspects.map { ($0, Comparison(times[$0] ?? [], known)) }
            ).filter { $0.value.isApart }
            suspects.removeAll { telling[$0] == nil }
        }
        return telling.map { "\($0): \($1)" }.sorted()
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

    /// Of the times of two classes.
    private struct Comparison: CustomStringConvertible {
        let quartiles: [[Duration]]
        let p: Double

        init(_ left: [Duration], _ right: [Duration]) {
            quartiles = [left, right].map { times in
                let sorted = times.sorted()
                return (1...3).map { sorted[sorted.count * $0 / 4] }
            }
            p = MannWhitney(left, right).p
        }

        /// Whether the classes differ by more than chance. How far their medians lie apart does not
        /// count: on a busy machine those of equal classes differ, too.
        var isApart: Bool { p < 0.01 }

        var description: String { "quartiles \(quartiles[0]), not \(quartiles[1]), p \(p)" }
    }
}
