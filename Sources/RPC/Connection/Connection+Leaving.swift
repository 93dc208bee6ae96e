import NIOCore
import RollcallWire

/// How a connection ends in good order.
extension Connection {
    /// Takes no new calls, once the peer knows that and what it had under way has arrived, and
    /// closes when the running ones have ended.
    func drain() {
        guard clock.takingEnd == nil else { return }
        switch phase {
        case .open where isServer:
            // Every call that is under way is still taken.
            sendGoAway(.goingAway, lastStreamID: FrameHeader.highestStreamID)
            writeGoAwayPing()
            let end = eventLoop.now.later(by: configuration.goAwayPatience)
            clock.takingEnd = end
            setTimer(for: end)
        case .open, .awaitingHello: stopTaking()
        case .draining, .closed: break
        }
    }

    /// The second of two GOAWAYs: what comes from now on is not taken.
    func stopTaking() {
        guard phase == .open || phase == .awaitingHello else { return }
        clock.takingEnd = nil
        sendGoAway(.goingAway)
        phase = .draining
        closeIfDrained()
    }

    func closeIfDrained() {
        guard phase == .draining, streams.isEmpty, runningHandlers == 0, waitingCalls.isEmpty
        else { return }
        close(RPCError(.unavailable, "the connection was drained"))
    }

    /// Ends every call, which the peer is told, and then the connection.
    func endAll(_ error: RPCError) {
        for record in streams.values { end(record, with: error) }
        close(error)
    }

    /// Sees to it that a connection does not grow old.
    func age(at now: NIODeadline) {
        if let end = clock.takingEnd, end <= now { stopTaking() }
        if let end = clock.graceEnd, end <= now {
            return endAll(RPCError(.unavailable, "the connection was too old"))
        }
        guard let end = clock.ageEnd, end <= now else { return }
        clock.ageEnd = nil
        clock.graceEnd = now.later(by: configuration.maximumAgeGrace)
        drain()
    }

    func sendGoAway(_ error: RPCError, lastStreamID: UInt32? = nil) {
        let goAway = GoAway(
            lastStreamID: lastStreamID ?? (isServer ? highestStreamID : 0),
            status: error.code.rawValue, message: error.message.prefix(utf8Count: 1024))
        output.writeFrame(.goAway, meta: goAway)
        scheduleFlush()
    }
}

extension RPCError {
    fileprivate static let goingAway = RPCError(.ok, "the server is going away")
}
