/// What all connections of a server use together, and what each peer has of it. Any thread counts
/// here, in coarse steps: a handler that ends without having waited for anything is never counted.
final class ServerLoad: Sendable {
    let limits: AdmissionConfiguration
    let memory: MemoryBudget
    let peers = PeerTable()
    private let handlers = HandlerCounts()
    private let strangersHandlers = HandlerCounts()

    init(_ limits: AdmissionConfiguration) {
        self.limits = limits
        self.memory = MemoryBudget(limits)
    }

    /// Handlers that run.
    var handlerCount: Int { handlers.all }

    /// Why no handler of an RPC may begin.
    enum Shortage {
        /// The server has no room for anybody of this kind.
        case server
        /// The peer, the account or all strangers together have their part already.
        case share
    }

    /// Why a call's handler may not begin; nil when it may.
    ///
    /// - Parameter share: asked for when it matters only: as long as all together hold less than one
    ///   peer may, nobody holds too much.
    func shortage(for rpc: ServedRPC, _ share: () -> CallShare) -> Shortage? {
        guard !memory.isShort || rpc.priority == .critical else { return .server }
        let limit = limits.maximumHandlers(of: rpc.kind)
        let running = handlers[rpc.kind]
        let part = max(1, rpc.priority.share(of: limits.peerPart(of: limit)))
        guard running >= part || memory.mayBeShortForPeers else { return nil }
        let share = share()
        guard running < (share.isExempt ? limit : rpc.priority.share(of: limit)) else {
            return .server
        }
        if let peer = share.peer {
            if peer.handlers[rpc.kind] >= part { return .share }
            if rpc.priority != .critical, memory.isShort(for: peer) { return .share }
        }
        if let account = account(of: share), account.handlers[rpc.kind] >= part { return .share }
        let strangersPart = max(1, rpc.priority.share(of: limits.strangersPart(of: limit)))
        if share.isStranger, strangersHandlers[rpc.kind] >= strangersPart { return .share }
        return nil
    }

    private func account(of share: CallShare) -> PeerUsage? {
        share.account ?? share.userID.map { peers.usage(of: .account($0)) }
    }

    func began(_ kind: MethodKind, _ share: inout CallShare) {
        share.account = account(of: share)
        handlers.began(kind)
        share.peer?.handlers.began(kind)
        share.account?.handlers.began(kind)
        if share.isStranger { strangersHandlers.began(kind) }
    }

    func ended(_ kind: MethodKind, _ share: CallShare) {
        handlers.ended(kind)
        share.peer?.handlers.ended(kind)
        share.account?.handlers.ended(kind)
        if share.isStranger { strangersHandlers.ended(kind) }
    }
}
