import NIOCore
import RollcallWire

/// Whether the peer is still there.
extension Connection {
    /// The PING that asks whether the peer is there.
    private static let keepalivePayload: UInt64 = 0x6B65_6570_616C_6976
    /// The PING that follows the first of two GOAWAYs.
    private static let goAwayPayload: UInt64 = 0x676F_696E_6761_7761

    func receivePing(_ frame: Frame) throws {
        guard frame.header.streamID == 0, frame.body.readableBytes == 8,
            let payload: UInt64 = frame.body.getInteger(at: frame.body.readerIndex)
        else { throw RPCError(.invalidArgument, "a malformed PING") }
        if frame.header.flags.contains(.acknowledgement) {
            if payload == Self.goAwayPayload, clock.takingEnd != nil { stopTaking() }
            return
        }
        try countReply()
        try police(frame)
        output.writeFrame(.ping, flags: .acknowledgement, body: payload)
        scheduleFlush()
    }

    /// Asks a silent peer whether it is there.
    ///
    /// - Returns: why the connection ends, if it did not answer.
    func keepAlive(at now: NIODeadline) -> RPCError? {
        guard let interval = configuration.keepaliveInterval, asksSilentPeer else {
            clock.askedAt = nil
            return nil
        }
        if let asked = clock.askedAt, clock.lastRead < asked {
            guard asked.later(by: configuration.keepaliveTimeout) <= now else { return nil }
            return RPCError(.unavailable, "the peer does not answer")
        }
        clock.askedAt = nil
        guard silentSince.later(by: interval) <= now else { return nil }
        clock.askedAt = now
        writePing(Self.keepalivePayload)
        return nil
    }

    /// When `keepAlive` has to look again.
    var nextKeepalive: NIODeadline {
        guard let interval = configuration.keepaliveInterval, asksSilentPeer else {
            return .distantFuture
        }
        if let asked = clock.askedAt, clock.lastRead < asked {
            return asked.later(by: configuration.keepaliveTimeout)
        }
        return silentSince.later(by: interval)
    }

    /// Sent behind the first of two GOAWAYs: the peer's answer comes behind what it had under way.
    func writeGoAwayPing() {
        writePing(Self.goAwayPayload)
    }

    private func writePing(_ payload: UInt64) {
        output.writeFrame(.ping, body: payload)
        scheduleFlush()
    }
}
