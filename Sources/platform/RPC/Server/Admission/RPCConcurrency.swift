/// Counts the handlers of one RPC that wait for something on an event loop, and bounds them: an RPC that waits
/// for something slow leaves room for others. A handler that never waits is not counted, as it has ended
/// before the next one begins.
struct RPCConcurrency {
    /// Calls that services and the operator may have beyond the limit, so that others who fill it do not keep
    /// them out.
    private static let exemptReserve = 4

    private(set) var running = 0
    /// By their peers and accounts.
    private var held: [ObjectIdentifier: Int] = [:]
    private var heldByStrangers = 0
    private let limit: Int
    private let strangersLimit: Int
    private let sharesOut: Bool

    init(_ limits: AdmissionConfiguration) {
        limit = limits.maximumConcurrency
        strangersLimit = limits.strangersPart(of: limit)
        sharesOut = limits.peerShare < 1
    }

    /// Whether one more may begin. A peer or an account may have as many as are still free: half of them, or a
    /// third beside another such peer (Choudhury and Hahne, "Dynamic queue length thresholds", 1998).
    /// Strangers together may have half of the limit, and leave the rest to known callers.
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
        return held(by: share.peer) < limit - running && held(by: share.account) < limit - running
    }

    private func held(by holder: PeerUsage?) -> Int {
        holder.flatMap { held[$0.id] } ?? 0
    }

    /// A handler has waited for something for the first time.
    mutating func began(for share: CallShare) {
        running += 1
        if share.isStranger { heldByStrangers += 1 }
        if let peer = share.peer { held[peer.id, default: 0] += 1 }
        if let account = share.account { held[account.id, default: 0] += 1 }
    }

    mutating func ended(for share: CallShare) {
        running -= 1
        if share.isStranger { heldByStrangers -= 1 }
        release(share.peer)
        release(share.account)
    }

    private mutating func release(_ holder: PeerUsage?) {
        guard let id = holder?.id else { return }
        held[id] = held[id].flatMap { $0 > 1 ? $0 - 1 : nil }
    }
}
