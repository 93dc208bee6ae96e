import NIOCore
import RollcallWire

/// What a connection holds to. Every limit is on by default; reaching one ends the call or the
/// connection with the code that stands beside it.
public struct ConnectionConfiguration: Sendable {
    /// Calls that the peer may have running at once. One more is refused (`unavailable`, not
    /// processed). A call counts until its handler has ended, cancelled or not.
    public var maximumStreams = 256
    /// On a client, calls that wait for one of the server's streams to become free; one more ends
    /// with `resourceExhausted`, not processed.
    public var maximumWaitingCalls = 10_000
    /// Bytes that a peer may send on a stream ahead of the reading application. Floor: 256 KiB.
    public var streamWindow = 256 * 1024
    /// Bytes that a peer may send on the connection ahead of the reading application. Floor: 1 MiB.
    public var connectionWindow = 4 * 1024 * 1024
    /// What those two grow to while the application reads as fast as the peer sends.
    public var maximumStreamWindow = 4 * 1024 * 1024
    public var maximumConnectionWindow = 16 * 1024 * 1024
    /// The longest message in bytes; a longer one ends its call with `resourceExhausted`.
    public var maximumMessageSize = 4 * 1024 * 1024
    /// The longest body of a frame in bytes, sent or received: what a peer takes may be less. A longer
    /// message goes in fragments, and others have their turn between two of them. 4 KiB more than the
    /// floor of 64 KiB, so that a chunk of that size goes whole, with the fields around it. At most
    /// 1 MiB.
    public var maximumBody = 68 * 1024
    /// Bytes of incomplete messages that the connection holds. Beyond it the call whose message
    /// grows is ended with `unavailable`. So is a call whose compressed request, decompressed, makes
    /// them larger together with the requests that handlers hold.
    public var maximumAssembling = 16 * 1024 * 1024
    /// How messages are compressed of calls that ask for it; nil: this side takes none that are compressed.
    public var compression: (any MessageCompression.Type)?
    /// Time for the peer's HELLO to arrive whole; then the connection is closed.
    public var helloTimeout = Duration.seconds(5)
    /// Time for a begun frame to arrive whole; then the connection is closed.
    public var frameTimeout = Duration.seconds(10)
    /// Time for the request of a call that takes one to arrive whole, with its end; then the call ends
    /// with `deadlineExceeded`.
    public var requestTimeout = Duration.minutes(1)
    /// Time for the first message of a call that streams to the server, of an RPC that anyone may
    /// call; then the call ends with `deadlineExceeded`.
    public var firstMessageTimeout = Duration.seconds(5)
    /// Such calls whose first message is awaited, at once on a connection; one more is refused.
    public var maximumAwaitedStreams = 8
    /// Time without calls after which a server closes the connection.
    public var idleTimeout = Duration.minutes(30)
    /// The longest that a server lets a unary or client-streaming call run.
    public var maximumCallTime = Duration.minutes(5)
    /// Time without a word from the peer after which a PING asks whether it is there; nil for never.
    /// A client asks only while a call is open. A server's default is 2 hours, a client's nil; a
    /// client that asks more often than `minimumPingInterval` of its server is cut off.
    public var keepaliveInterval: Duration?
    /// Time for the answer; then the connection is closed (`unavailable`).
    public var keepaliveTimeout = Duration.seconds(20)
    /// The pause that a server demands between two PINGs of a client while a call is open.
    public var minimumPingInterval = Duration.seconds(10)
    /// The same while no call is open.
    public var minimumIdlePingInterval = Duration.minutes(5)
    /// PINGs that may come sooner; one more is answered with GOAWAY (`resourceExhausted`). A message
    /// to the client wipes them out.
    public var maximumPingStrikes = 2
    /// Time after which a server lets a connection go (GOAWAY), give or take a tenth, so that load
    /// spreads over new servers; nil for never.
    public var maximumAge: Duration?
    /// Time that calls have after that; then they end with `unavailable`.
    public var maximumAgeGrace = Duration.minutes(5)
    /// Time that a client has to hear that its server is going away; calls that it opens until then
    /// are taken.
    public var goAwayGrace = Duration.seconds(1)
    /// Calls cancelled before they were answered, within `abuseInterval`; one more is answered
    /// with GOAWAY. The same number bounds frames that break the rules of a stream.
    public var maximumCancels = 200
    /// The interval in which cancels are counted.
    public var abuseInterval = Duration.seconds(30)
    /// Frames that answer the peer, such as PING, while the peer does not read; one more closes the
    /// connection.
    public var maximumUnreadReplies = 1_000

    public init() {}

    /// What a server begins with.
    public static var ofServer: ConnectionConfiguration {
        var configuration = ConnectionConfiguration()
        configuration.keepaliveInterval = .hours(2)
        return configuration
    }

    /// `maximumAge`, so that connections that began together do not end together.
    var randomAge: Duration? {
        maximumAge.map { $0 * Double.random(in: 0.9...1.1) }
    }

    /// The same, with nothing below what every peer may take for granted, and no window beyond what
    /// a peer can hold.
    var atLeastFloor: ConnectionConfiguration {
        var configuration = self
        configuration.maximumStreams = max(maximumStreams, Floor.streams)
        let largest = SendCredit.maximum
        configuration.streamWindow = min(max(streamWindow, Floor.streamWindow), largest)
        configuration.connectionWindow = min(
            max(connectionWindow, Floor.connectionWindow), largest)
        configuration.maximumStreamWindow = min(maximumStreamWindow, largest)
        configuration.maximumConnectionWindow = min(maximumConnectionWindow, largest)
        configuration.maximumMessageSize = max(maximumMessageSize, Floor.messageSize)
        configuration.maximumBody = min(max(maximumBody, Floor.body), 1024 * 1024)
        return configuration
    }
}

/// A configuration that many connections have together, with nothing below what every peer may take for
/// granted.
final class SharedConfiguration: Sendable {
    let value: ConnectionConfiguration

    init(_ configuration: ConnectionConfiguration) {
        value = configuration.atLeastFloor
    }
}

/// The limits that every peer of protocol version 1 grants, before its HELLO has arrived.
enum Floor {
    static let streams = 100
    static let streamWindow = ReceiveCredit.floor
    static let connectionWindow = 1024 * 1024
    static let messageSize = 4 * 1024 * 1024
    static let body = FrameLimits().maximumBody
    static let version: UInt32 = 1
}
