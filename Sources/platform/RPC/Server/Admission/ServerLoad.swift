/// The load of all connections of a server, and of each peer. Any thread may count here. A handler
/// that never suspends is not counted.
final class ServerLoad: Sendable {
    let limits: AdmissionConfiguration
    let memory: MemoryBudget
    let peers = PeerTable()
    private let handlers = HandlerCounts()
    private let strangersHandlers = HandlerCounts()
    /// The limits of handlers for each priority: for single responses, and for streams.
    private let answering: [HandlerLimits]
    private let streaming: [HandlerLimits]

    init(_ limits: AdmissionConfiguration) {
        self.limits = limits
        self.memory = MemoryBudget(limits)
        func parts(of limit: Int) -> [HandlerLimits] {
            Priority.allCases.map { HandlerLimits(limit, $0, limits) }
        }
        answering = parts(of: limits.maximumHandlers)
        streaming = parts(of: limits.maximumStreamingHandlers)
    }

    /// How many handlers of one priority may run at once.
    private struct HandlerLimits {
        let whole: Int
        let ofAll: Int
        let ofPeer: Int
        let ofStrangers: Int

        init(_ limit: Int, _ priority: Priority, _ limits: AdmissionConfiguration) {
            whole = limit
            ofAll = priority.share(of: limit)
            ofPeer = max(1, priority.share(of: limits.peerPart(of: limit)))
            ofStrangers = max(1, priority.share(of: limits.strangersPart(of: limit)))
        }
    }

    /// The number of running handlers.
    var handlerCount: Int { handlers.all }

    /// Why no handler of an RPC may begin.
    enum Shortage {
        /// The server has no room for calls of this kind.
        case server
        /// The peer, the account or all strangers together have reached their share.
        case share
    }

    /// Why a call's handler may not begin; nil if it may.
    ///
    /// - Parameter share: called only if necessary. As long as all handlers together are fewer than
    ///   one peer's share, no share is exceeded.
    func shortage(for rpc: ServedRPC, _ share: () -> CallShare) -> Shortage? {
        let isCritical = rpc.priority == .critical
        if !isCritical, memory.isShort, !share().isExempt { return .server }
        let limits = (rpc.kind.streamsToCaller ? streaming : answering)[rpc.priority.rawValue]
        let running = handlers[rpc.kind]
        guard running >= limits.ofPeer || memory.mayBeShortForPeers else { return nil }
        let share = share()
        guard running < (share.isExempt ? limits.whole : limits.ofAll) else { return .server }
        func isFull(_ holder: PeerUsage?) -> Bool {
            guard let holder else { return false }
            return holder.counts.handlers[rpc.kind] >= limits.ofPeer
                || !isCritical && memory.isShort(for: holder)
        }
        if isFull(share.peer) || isFull(account(of: share)) { return .share }
        if share.isStranger, strangersHandlers[rpc.kind] >= limits.ofStrangers { return .share }
        return nil
    }

    private func account(of share: CallShare) -> PeerUsage? {
        share.account ?? share.userID.map { peers.usage(of: .account($0)) }
    }

    /// The same share, with the usage of its account.
    func withAccount(_ share: CallShare) -> CallShare {
        var share = share
        share.account = account(of: share)
        return share
    }

    /// Counts a handler.
    ///
    /// - Parameter change: -1 when it has ended.
    func count(_ kind: MethodKind, _ share: CallShare, _ change: Int) {
        handlers.add(change, kind)
        share.peer?.counts.handlers.add(change, kind)
        share.account?.counts.handlers.add(change, kind)
        if share.isStranger { strangersHandlers.add(change, kind) }
    }
}
