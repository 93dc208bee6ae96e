import RollcallRPC

/// When to try again what could not be delivered: a value. Nothing is ever given up.
///
/// A service that is away holds up everything; an item that it refuses holds up itself alone.
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

    mutating func wasRefused(_ id: Int64, now: Instant) {
        silences = 0
        let count = (refused[id]?.count ?? 0) + 1
        let pause = backoff.pause(after: count)
        refused[id] = (count, now + pause)
    }

    /// Forgets items that there are no more.
    mutating func forget(where isGone: (Int64) -> Bool) {
        for id in refused.keys where isGone(id) { refused[id] = nil }
    }

    /// - Returns: how long to leave the service alone.
    mutating func nobodyAnswered() -> Duration {
        silences += 1
        return backoff.pause(after: silences)
    }

    func refusals(of id: Int64) -> Int {
        refused[id]?.count ?? 0
    }

    /// Lets a refused item be tried when all others are.
    mutating func makeDue(_ id: Int64, now: Instant) {
        refused[id]?.due = now
    }

    /// How long until a refused item is due; `nil` when there is none.
    func pause(now: Instant) -> Duration? {
        refused.values.map(\.due).min().map { max(.zero, now.duration(to: $0)) }
    }
}
