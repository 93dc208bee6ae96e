import NIOCore
import RollcallWire

/// The instants at which a connection must act. One timer serves all of them. It is set for the
/// earliest, and then for the next.
struct ConnectionClock {
    /// When bytes were last read. Their frames count as arrived at that instant.
    var lastRead: NIODeadline
    @CompactInstant var helloDeadline: NIODeadline?
    /// When the incomplete frame began to arrive.
    @CompactInstant var frameBegan: NIODeadline?
    var idleSince: NIODeadline
    /// When this side sent a PING that is still unanswered.
    @CompactInstant var askedAt: NIODeadline?
    /// When a server that has sent GOAWAY stops accepting calls.
    @CompactInstant var takingEnd: NIODeadline?
    var timer: Scheduled<Void>?
    var timerInstant = NIODeadline.distantFuture

    init(now: NIODeadline) {
        self.lastRead = now
        self.idleSince = now
    }
}

extension Connection {
    /// Records whether a frame is incomplete. Called after each read.
    func noteFrameProgress() {
        guard decoder.isInsideFrame else { return clock.frameBegan = nil }
        if clock.frameBegan == nil {
            let now = eventLoop.now
            clock.frameBegan = now
            setTimer(for: now.later(by: configuration.frameTimeout))
        }
    }

    /// Makes the timer fire at an instant or earlier.
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
            if isLate { callWasLate() }
        }
        if let end = clock.takingEnd, end <= now { stopTaking() }
        if phase != .closed { armTimer() }
    }
}

extension RPCError {
    fileprivate static let requestIsLate = RPCError(
        .deadlineExceeded, "the request, or the first message of the call, did not come in time")
}
