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
        guard let (due, isAsked) = keepalive else {
            clock.askedAt = nil
            return nil
        }
        guard due <= now else { return nil }
        if isAsked { return RPCError(.unavailable, "the peer does not answer") }
        clock.askedAt = now
        writePing(Self.keepalivePayload)
        return nil
    }

    /// When `keepAlive` has to look again.
    var nextKeepalive: NIODeadline { keepalive?.due ?? .distantFuture }

    /// When the peer is asked, or has to have answered; nil if it is not asked.
    private var keepalive: (due: NIODeadline, isAsked: Bool)? {
        guard let interval = configuration.keepaliveInterval, asksSilentPeer else { return nil }
        if let asked = clock.askedAt, clock.lastRead < asked {
            return (asked.later(by: configuration.keepaliveTimeout), true)
        }
        return (silentSince.later(by: interval), false)
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
