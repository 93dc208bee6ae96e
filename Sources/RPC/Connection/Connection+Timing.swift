import NIOCore
import RollcallWire

/// The instants at which a connection has something to do. One timer serves them all: it is set for the
/// earliest, and when it fires, for the next.
struct ConnectionClock {
    /// When bytes were last read: what they bring has arrived then.
    var lastRead: NIODeadline
    @CompactInstant var helloDeadline: NIODeadline?
    /// When the frame that is arriving has begun.
    @CompactInstant var frameBegan: NIODeadline?
    var idleSince: NIODeadline
    /// When this side asked whether the peer is there, and has heard nothing since.
    @CompactInstant var askedAt: NIODeadline?
    /// When a server that has said that it is going away takes no more calls.
    @CompactInstant var takingEnd: NIODeadline?
    /// When the connection is too old, and when it ends after that even if it has calls.
    @CompactInstant var ageEnd: NIODeadline?
    @CompactInstant var graceEnd: NIODeadline?
    var timer: Scheduled<Void>?
    var timerInstant = NIODeadline.distantFuture

    init(now: NIODeadline) {
        self.lastRead = now
        self.idleSince = now
    }
}

extension Connection {
    /// Notes whether a frame is half there; called after each read.
    func noteFrameProgress() {
        guard decoder.isInsideFrame else { return clock.frameBegan = nil }
        if clock.frameBegan == nil {
            let now = eventLoop.now
            clock.frameBegan = now
            setTimer(for: now.later(by: configuration.frameTimeout))
        }
    }

    /// Makes the timer fire no later than at an instant.
    func setTimer(for instant: NIODeadline) {
        guard instant < clock.timerInstant, phase != .closed else { return }
        clock.timer?.cancel()
        clock.timerInstant = instant
        let reference = ConnectionReference(self)
        clock.timer = eventLoop.scheduleTask(deadline: instant) {
            reference.run { $0.timerFired() }
        }
    }

    func armTimer() {
        setTimer(for: nextInstant())
    }

    private func timerFired() {
        clock.timer = nil
        clock.timerInstant = .distantFuture
        guard phase != .closed else { return }
        let now = eventLoop.now
        if let reason = overdue(at: now) ?? keepAlive(at: now) {
            return fail(reason)
        }
        for record in streams.values where record.nextDeadline <= now {
            let isLate = record.deadline <= now
            end(record, with: isLate ? .deadlineExceeded() : .requestIsLate)
        }
        expireUnopened(at: now)
        age(at: now)
        if phase != .closed { armTimer() }
    }

    /// What both ends hold to.
    func usualOverdue(at now: NIODeadline) -> RPCError? {
        if let deadline = clock.helloDeadline, deadline <= now {
            return RPCError(.deadlineExceeded, "no HELLO in time")
        }
        if let began = clock.frameBegan, began.later(by: configuration.frameTimeout) <= now {
            return RPCError(.deadlineExceeded, "a frame did not arrive whole in time")
        }
        return nil
    }

    /// When the timer has to fire next for what both ends hold to.
    func usualNextInstant() -> NIODeadline {
        var next = clock.helloDeadline ?? .distantFuture
        if let began = clock.frameBegan {
            next = min(next, began.later(by: configuration.frameTimeout))
        }
        next = min(next, nextKeepalive)
        for instant in [clock.takingEnd, clock.ageEnd, clock.graceEnd] {
            next = min(next, instant ?? .distantFuture)
        }
        for record in streams.values { next = min(next, record.nextDeadline) }
        return next
    }
}

extension RPCError {
    fileprivate static let requestIsLate = RPCError(
        .deadlineExceeded, "the request, or the first message of the call, did not come in time")
}
