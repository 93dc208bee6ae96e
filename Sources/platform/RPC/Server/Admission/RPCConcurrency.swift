import Admission

/// Counts the handlers of one RPC that wait for something on an event loop, and bounds them: an RPC
/// that waits for something slow leaves room for others. A handler that never waits is not counted,
/// as it has ended before the next one begins.
struct RPCConcurrency {
    /// Calls that services and the operator may have beyond the limit, so that others who fill it
    /// do not keep them out.
    private static let exemptReserve = 4

    private(set) var running = 0
    /// By their peers and accounts.
    private var held = Tally<ObjectIdentifier>()
    private var heldByStrangers = 0
    private let limit: Int
    private let strangersLimit: Int
    private let sharesOut: Bool

    init(_ limits: AdmissionConfiguration) {
        limit = limits.maximumConcurrency
        strangersLimit = limits.strangersPart(of: limit)
        sharesOut = limits.peerShare < 1
    }

    /// Whether one more may begin. A peer or an account may have as many as are still free: half of
    /// them, or a third beside another such peer (Choudhury and Hahne, "Dynamic queue length
    /// thresholds", 1998). Strangers together may have half of the limit, and leave the rest to
    /// known callers.
    ///
    /// - Parameter share: asked for when it matters only.
    func hasRoom(for share: () -> CallShare) -> Bool {
        guard running >= min(limit / 2, strangersLimit) else { return true }
        let share = share()
        guard !share.isExempt else { return running < limit + Self.exemptReserve }
        guard running < limit, !share.isStranger || heldByStrangers < strangersLimit else {
            return false
        }
        guard sharesOut else { return true }
        let free = limit - running
        return held[share.peer?.id] < free && held[share.account?.id] < free
    }

    /// Counts a handler that has waited for something for the first time.
    ///
    /// - Parameter change: -1 when it has ended.
    mutating func count(_ share: CallShare, _ change: Int) {
        running += change
        if share.isStranger { heldByStrangers += change }
        held.add(change, to: share.peer?.id)
        held.add(change, to: share.account?.id)
    }
}
