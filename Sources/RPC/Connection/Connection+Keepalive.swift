import NIOCore
import RollcallWire

/// Whether the peer is still there, and how often it asks the same.
struct Keepalive {
    /// When this side asked, and has heard nothing since.
    var askedAt: NIODeadline?
    /// When the peer asked last.
    var lastPing: NIODeadline?
    /// How often the peer asked too soon.
    var strikes = 0
}

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
        if isServer { try policePing() }
        output.writeFrame(.ping, flags: .acknowledgement, body: payload)
        scheduleFlush()
    }

    /// A client that asks again and again keeps the server at work for nothing.
    private func policePing() throws {
        let now = clock.lastRead
        let pause =
            isIdle ? configuration.minimumIdlePingInterval : configuration.minimumPingInterval
        if let last = keepalive.lastPing, now < last.later(by: pause) {
            keepalive.strikes += 1
            guard keepalive.strikes <= configuration.maximumPingStrikes else {
                throw RPCError(.resourceExhausted, "too many PINGs; calm down")
            }
        }
        keepalive.lastPing = now
    }

    /// A message was sent: a client that asks after that asks for a reason.
    func forgivePings() {
        keepalive.strikes = 0
        keepalive.lastPing = nil
    }

    /// Asks a silent peer whether it is there.
    ///
    /// - Returns: why the connection ends, if it did not answer.
    func keepAlive(at now: NIODeadline) -> RPCError? {
        guard let interval = configuration.keepaliveInterval, isServer || !streams.isEmpty else {
            keepalive.askedAt = nil
            return nil
        }
        if let asked = keepalive.askedAt, clock.lastRead < asked {
            guard asked.later(by: configuration.keepaliveTimeout) <= now else { return nil }
            return RPCError(.unavailable, "the peer does not answer")
        }
        keepalive.askedAt = nil
        guard clock.lastRead.later(by: interval) <= now else { return nil }
        keepalive.askedAt = now
        writePing(Self.keepalivePayload)
        return nil
    }

    /// When `keepAlive` has to look again.
    var nextKeepalive: NIODeadline {
        guard let interval = configuration.keepaliveInterval, isServer || !streams.isEmpty else {
            return .distantFuture
        }
        if let asked = keepalive.askedAt, clock.lastRead < asked {
            return asked.later(by: configuration.keepaliveTimeout)
        }
        return clock.lastRead.later(by: interval)
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
