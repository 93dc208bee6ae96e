import Glibc
import NIOCore

/// When a server under load refuses calls so that it answers others in time. A limit is for the
/// whole server unless it says otherwise. A refused call never reached a handler, and the client is
/// told to wait before it tries again.
///
/// Ordinary calls get at most nine tenths of a limit, bulk calls half. The rest is for more
/// important calls (`Priority`).
///
/// A peer (an address, or an account) may hold an eighth of a limit. All callers without a token
/// together may hold half. So nobody can hold what others need, however many connections they open.
/// Services, the operator and trusted proxies are exempt.
public struct AdmissionConfiguration: Sendable {
    /// How long handlers may run on an event loop before other connections are read.
    public var slice = Duration.milliseconds(1)
    /// Calls that wait for their turn on an event loop.
    public var maximumWaiting = 4096
    /// How long a call may wait for its turn under overload.
    public var targetWait = Duration.milliseconds(20)
    /// How long the queue may stand without a break before that counts as overload.
    public var burstInterval = Duration.milliseconds(100)
    /// Handlers of unary and client-streaming calls that run at once.
    public var maximumHandlers = 1024 * System.coreCount
    /// Handlers of calls that stream to their caller, which last for as long as the caller wants.
    public var maximumStreamingHandlers = 65_536
    /// Handlers of one unary RPC that wait at once on an event loop, so that an RPC that waits for
    /// something slow leaves handlers to others. Exempt callers may have a few beyond it.
    public var maximumConcurrency = 512
    /// Bytes that all connections hold: received and not read yet, or to be sent. Beyond seven
    /// eighths calls are refused. Beyond all of it the connection that holds most is closed. An
    /// account, and a client of a trusted proxy, have a share of it; a call that exceeds the share
    /// ends.
    public var maximumMemory = min(512 * 1024 * 1024, physicalMemory / 4)
    /// The part of a limit that one peer may hold, from 0 to 1, but at least one call or
    /// connection. A peer is an IPv4 address, a /64 of IPv6, a user of this machine, or an account.
    public var peerShare = 1.0 / 8
    /// The part of a limit that all callers without a verified token may hold together, from 0 to
    /// 1, but at least one call or connection.
    public var strangersShare = 1.0 / 2

    public init() {}

    /// Lets one peer hold all: for a server whose callers all come from one address, such as in a
    /// measurement.
    public mutating func shareNothing() {
        (peerShare, strangersShare) = (1, 1)
    }

    func peerPart(of limit: Int) -> Int { Self.part(peerShare, of: limit) }

    func strangersPart(of limit: Int) -> Int { Self.part(strangersShare, of: limit) }

    /// A peer's share is one of so many turns.
    var turnsOfPeers: Int { Int(1 / min(1, max(peerShare, 1.0 / 1024))) }

    private static func part(_ share: Double, of limit: Int) -> Int {
        share >= 1 ? limit : max(1, Int(Double(limit) * max(share, 0)))
    }

    private static var physicalMemory: Int {
        sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
    }
}

extension Priority {
    /// How much of a limit calls of this priority may use.
    func share(of limit: Int) -> Int {
        switch self {
        case .critical: limit
        case .ordinary: limit - limit / 10
        case .bulk: limit / 2
        }
    }
}
