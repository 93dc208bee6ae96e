import RollcallWire

/// The limits of a connection. All are on by default. When one is reached, the call or the
/// connection ends with the code named there.
public struct ConnectionConfiguration: Sendable {
    /// Calls that the peer may have running at once. One more is refused (`unavailable`, not
    /// processed). A cancelled call counts until its handler has ended.
    public var maximumStreams = 256
    /// On a client, calls that wait until the server may take another. One more ends with
    /// `resourceExhausted`, not processed.
    public var maximumWaitingCalls = 10_000
    /// Bytes that the peer may send on a stream before the application has read them. At least 256
    /// KiB.
    public var streamWindow = 256 * 1024
    /// The same on the connection as a whole. At least 1 MiB.
    public var connectionWindow = 4 * 1024 * 1024
    /// The two windows may grow to this, while the application reads as fast as the peer sends.
    public var maximumStreamWindow = 4 * 1024 * 1024
    public var maximumConnectionWindow = 16 * 1024 * 1024
    /// The longest message in bytes. A longer one ends its call with `resourceExhausted`.
    public var maximumMessageSize = 4 * 1024 * 1024
    /// The longest body of a frame in bytes, from 64 KiB to 1 MiB. A longer message goes in
    /// fragments, and other streams have their turn in between. The default leaves room for a chunk
    /// of 64 KiB and the fields around it.
    public var maximumBody = 68 * 1024
    /// Bytes of incomplete messages on the connection. Beyond it the call whose message grows ends
    /// with `unavailable`.
    public var maximumAssembling = 16 * 1024 * 1024
    /// Time for the peer's whole HELLO. Then the connection is closed.
    public var helloTimeout = Duration.seconds(5)
    /// Time from the first byte of a frame to its last. Then the connection is closed.
    public var frameTimeout = Duration.seconds(10)
    /// Time for the whole request of a unary or server-streaming call. Then the call ends with
    /// `deadlineExceeded`.
    public var requestTimeout = Duration.minutes(1)
    /// Time for the first message of a stream to the server, of an RPC that anyone may call. Then
    /// the call ends with `deadlineExceeded`.
    public var firstMessageTimeout = Duration.seconds(5)
    /// The most calls of a connection that wait for their first message. One more is refused.
    public var maximumAwaitedStreams = 8
    /// Time without a call after which a server closes the connection.
    public var idleTimeout = Duration.minutes(30)
    /// The longest time of a unary or client-streaming call on a server.
    public var maximumCallTime = Duration.minutes(5)
    /// Time without a byte from the peer after which this side sends a PING. Nil for never. The
    /// default is a client's: with the time for the answer, a stream hears of a dead network within
    /// half a minute. A client sends PINGs only while a call is open. Its server cuts it off if
    /// they come more often than the server's `minimumPingInterval`.
    public var keepaliveInterval: Duration? = .seconds(15)
    /// Time for the answer to a PING. Then the connection is closed (`unavailable`).
    public var keepaliveTimeout = Duration.seconds(10)
    /// The shortest pause that a server allows between two PINGs of a client while a call is open.
    public var minimumPingInterval = Duration.seconds(10)
    /// The same while no call is open.
    public var minimumIdlePingInterval = Duration.minutes(5)
    /// PINGs that may come sooner. One more is answered with GOAWAY (`resourceExhausted`). The
    /// count begins anew with each message to the client.
    public var maximumPingStrikes = 2
    /// Time for a client to hear that its server is going away. The server takes calls until then.
    public var goAwayGrace = Duration.seconds(1)
    /// Frames within `abuseInterval` that break the rules of a stream. The same number of calls may
    /// be cancelled beyond those that end well. One more is answered with GOAWAY.
    public var maximumCancels = 200
    /// The interval for `maximumCancels`.
    public var abuseInterval = Duration.seconds(30)
    /// Frames to be answered, such as PING, that may come while the peer does not read. One more
    /// closes the connection.
    public var maximumUnreadReplies = 1_000
    /// The version of the API that a server serves, such as `1.0`, for its HELLO. Empty for none.
    /// As a `StaticString` it costs no reference count where the configuration is copied.
    public var apiVersion: StaticString = ""

    public init() {}

    /// The defaults of a server.
    public static var ofServer: ConnectionConfiguration {
        var configuration = ConnectionConfiguration()
        configuration.keepaliveInterval = .hours(2)
        return configuration
    }

    /// The configuration within the protocol's limits: no value below its floor, no window above
    /// its maximum.
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

/// The limits that every peer of protocol version 1 grants, before its HELLO has arrived.
enum Floor {
    static let streams = 100
    static let streamWindow = ReceiveCredit.floor
    static let connectionWindow = 1024 * 1024
    static let messageSize = 4 * 1024 * 1024
    static let body = FrameLimits().maximumBody
    static let version: UInt32 = 1
}
