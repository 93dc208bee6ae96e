import Glibc
import NIOCore

/// When a server under load refuses calls so that it answers others in time. Each limit is for the
/// whole server unless it says otherwise. What is refused never reached a handler, and the client is
/// told to wait before it tries again.
///
/// Ordinary calls get at most nine tenths of each limit, bulk calls half: the rest is kept for what
/// is more important (`Priority`).
///
/// Each limit is shared as well: one peer (an address, or an account) may hold an eighth of it, and
/// all callers together that have shown no token half of it. So nobody can hold what others need, however
/// many connections they open. Services, the operator and trusted proxies are exempt.
public struct AdmissionConfiguration: Sendable {
    /// How long the handlers of an event loop may run before other connections have their turn to
    /// be read.
    public var slice = Duration.milliseconds(1)
    /// Calls that wait for their turn, of each event loop.
    public var maximumWaiting = 4096
    /// How long a call may wait for its turn under overload.
    public var targetWait = Duration.milliseconds(20)
    /// How long calls may have waited without a break before that counts as overload.
    public var burstInterval = Duration.milliseconds(100)
    /// Handlers of unary and client-streaming calls that run at once.
    public var maximumHandlers = 1024 * System.coreCount
    /// Handlers of calls that stream to their caller, and may last for as long as the caller wants.
    public var maximumStreamingHandlers = 65_536
    /// Handlers of one unary RPC that wait at once on an event loop, so that an RPC that waits for
    /// something slow leaves handlers to others. Exempt callers may have a few beyond it.
    public var maximumConcurrency = 512
    /// Bytes that all connections hold of what was sent and not read, or is to be sent. Beyond seven
    /// eighths of it calls are refused; beyond all of it the connection that holds most is closed. An
    /// account, and a trusted proxy's client, have a share of it too: the call that exceeds that ends.
    public var maximumMemory = min(512 * 1024 * 1024, physicalMemory / 4)
    /// The part of each limit that one peer may hold: an IPv4 address, a /64 of IPv6, a user of this
    /// machine, or an account. From 0 to 1; at least one of everything.
    public var peerShare = 1.0 / 8
    /// The part of each limit that all callers without a verified token may hold together. From 0 to
    /// 1; at least one of everything.
    public var strangersShare = 1.0 / 2

    public init() {}

    /// Shares nothing out: for a server whose callers all come from one address, such as one that is
    /// measured.
    public mutating func shareNothing() {
        (peerShare, strangersShare) = (1, 1)
    }

    func peerPart(of limit: Int) -> Int { Self.part(peerShare, of: limit) }

    func strangersPart(of limit: Int) -> Int { Self.part(strangersShare, of: limit) }

    /// The turns of which one is a peer's share.
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
