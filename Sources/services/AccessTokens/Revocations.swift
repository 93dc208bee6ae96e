import RollcallAPI
import RollcallRPC
import Synchronization

/// The revocations that a service knows, shared by all calls.
///
/// Two numbers are kept outside the lock: until when the record is valid, and how often it has
/// changed. With them a token that was valid a moment ago is checked without the lock.
package final class Revocations: Sendable {
    private let record: Mutex<RevocationRecord>
    private let knownUntil = Atomic<Int64>(.min)
    private let changes = Atomic<UInt64>(0)
    private let lead = Atomic<Int64>(0)
    private let clock: @Sendable () -> Int64
    private let wallClock: @Sendable () -> Int64

    /// - Parameters:
    ///   - clock: a clock in milliseconds that is never set.
    ///   - wallClock: milliseconds since 1970.
    init(
        _ rules: RevocationRecord.Rules, clock: @escaping @Sendable () -> Int64,
        wallClock: @escaping @Sendable () -> Int64
    ) {
        record = Mutex(RevocationRecord(rules))
        self.clock = clock
        self.wallClock = wallClock
    }

    /// How often the record has changed.
    var version: UInt64 { changes.load(ordering: .acquiring) }

    /// Where the next stream continues.
    var cursor: RevocationCursor? { record.withLock { $0.cursor } }

    var health: TokenVerifier.Health {
        let now = clock()
        return record.withLock { $0.health(at: now) }
    }

    /// How far this machine's clock is ahead of Auth's by the last message, in seconds.
    var clockLead: Int64 { Int64((Double(lead.load(ordering: .relaxed)) / 1000).rounded()) }

    /// That the two clocks differ by more than five seconds, for a person; nil if they do not.
    var clockTrouble: String? {
        let lead = clockLead
        guard abs(lead) > 5 else { return nil }
        return "the clock of this machine is \(abs(lead)) seconds "
            + "\(lead > 0 ? "ahead of" : "behind") Auth's: set both by NTP"
    }

    /// The time since the stream was last received; `nil` if it never was.
    var age: Duration? {
        let now = clock()
        return record.withLock { $0.lastHeard }.map { .milliseconds(now - $0) }
    }

    /// - Throws: `RPCError` (`unavailable`) if too little is known to answer any call.
    func checkAreKnown() throws {
        guard clock() < knownUntil.load(ordering: .relaxed) else { throw Self.unknown }
    }

    /// - Throws: `RPCError` if the token is invalid, or if that is unknown.
    func check(_ token: VerifiedToken) throws {
        let now = clock()
        let objection = record.withLock {
            $0.objection(to: token.claims, of: token.sessionID, at: now)
        }
        switch objection {
        case nil: return
        case .sessionEnded: throw Self.sessionEnded
        case .ofAnotherEpoch, .livesTooLong, .signedTooEarly: throw AccessTokenVerifier.invalid
        case .unknown: throw Self.unknown
        }
    }

    /// The changes by a message.
    struct News: Sendable {
        var ended: EndedSessions
        /// Whether everything is known now, and was not before.
        var isCurrentAgain: Bool
        /// Whether all earlier tokens are refused now.
        var refusesAllOfBefore: Bool
        /// That the clocks differ since this message.
        var clockTrouble: String?
    }

    /// Records a message.
    ///
    /// - Throws: `RevocationRecord.Malformed`.
    func take(_ message: WatchRevocationsResponse) throws -> News {
        let wall = wallClock()
        let agreed = clockTrouble == nil
        lead.store(message.sentAtMs == 0 ? 0 : wall - message.sentAtMs, ordering: .relaxed)
        return try change { record, now throws(RevocationRecord.Malformed) in
            let (before, signedUntil) = (record.health(at: now), record.signedUntil)
            let ended = try record.take(message, at: now, wall: wall)
            let isCurrent = record.health(at: now) == .current
            return News(
                ended: ended, isCurrentAgain: isCurrent && before != .current,
                refusesAllOfBefore: record.signedUntil > signedUntil,
                clockTrouble: agreed ? clockTrouble : nil)
        }
    }

    /// Records that the stream is lost.
    ///
    /// - Returns: whether it was current.
    func lose() -> Bool {
        change { record, _ in record.lose() }
    }

    /// Records that the stream has ended in order.
    ///
    /// - Returns: whether it was current.
    func renew() -> Bool {
        change { record, _ in record.renew() }
    }

    /// Removes the sessions whose tokens have expired.
    func forget() {
        let (now, wall) = (clock(), wallClock())
        record.withLock { record in
            let signedUntil = record.signedUntil
            record.forget(at: now, wall: wall)
            if record.signedUntil > signedUntil { changes.add(1, ordering: .releasing) }
        }
    }

    private func change<R: Sendable, Failure: Error>(
        _ body: (inout RevocationRecord, Int64) throws(Failure) -> R
    ) throws(Failure) -> R {
        let now = clock()
        return try record.withLock { record throws(Failure) in
            let result = try body(&record, now)
            knownUntil.store(record.knownUntil ?? .min, ordering: .relaxed)
            changes.add(1, ordering: .releasing)
            return result
        }
    }

    private static let unknown = RPCError(
        .unavailable,
        "it is not known which sessions have ended, as Auth does not answer; try again later"
    ).pushedBack(by: .seconds(1))
    private static let sessionEnded = RPCError.violation(
        .unauthenticated, .sessionEnded, "the session was signed out or has ended; sign in")
}
