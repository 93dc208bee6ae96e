/// When to try again what could not be delivered: a value. Nothing is ever given up.
///
/// Profile being away holds up everything; an item that Profile refuses holds up itself alone.
struct OutboxSchedule {
    typealias Instant = ContinuousClock.Instant

    let backoff: Backoff
    /// How often in a row nobody answered.
    private(set) var silences = 0
    private var refused: [Int64: (count: Int, due: Instant)] = [:]

    init(backoff: Backoff) {
        self.backoff = backoff
    }

    func isDue(_ id: Int64, now: Instant) -> Bool {
        refused[id].map { $0.due <= now } ?? true
    }

    mutating func delivered(_ id: Int64) {
        silences = 0
        refused[id] = nil
    }

    mutating func wasRefused(_ id: Int64, now: Instant, chance: Double) {
        silences = 0
        let count = (refused[id]?.count ?? 0) + 1
        let pause = backoff.pause(afterFailures: count, chance: chance)
        refused[id] = (count, now + pause)
    }

    /// - Returns: how long to leave Profile alone.
    mutating func nobodyAnswered(chance: Double) -> Duration {
        silences += 1
        return backoff.pause(afterFailures: silences, chance: chance)
    }

    /// How long until a refused item is due; `nil` when there is none.
    func pause(now: Instant) -> Duration? {
        refused.values.map(\.due).min().map { max(.zero, now.duration(to: $0)) }
    }
}
