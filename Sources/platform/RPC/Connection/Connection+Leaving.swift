import NIOCore
import RollcallWire

/// How a connection ends in good order.
extension Connection {
    /// What comes from now on is not taken.
    func stopTaking() {
        guard phase == .open || phase == .awaitingHello else { return }
        clock.takingEnd = nil
        sendGoAway(.goingAway)
        phase = .draining
        closeIfDrained()
    }

    func closeIfDrained() {
        guard phase == .draining, !hasCalls else { return }
        close(RPCError(.unavailable, "the connection was drained"))
    }

    /// Ends every call, which the peer is told, and then the connection.
    func endAll(_ error: RPCError) {
        for record in streams.values { end(record, with: error) }
        close(error)
    }

    func sendGoAway(_ error: RPCError, lastStreamID: UInt32? = nil) {
        let goAway = GoAway(
            lastStreamID: lastStreamID ?? lastTakenID,
            status: error.code.rawValue, message: error.message.prefix(utf8Count: 1024))
        output.writeFrame(.goAway, meta: goAway)
        scheduleFlush()
    }
}

extension RPCError {
    static let goingAway = RPCError(.ok, "the server is going away")
}
