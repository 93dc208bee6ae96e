import NIOCore

/// The handlers of one RPC that run on an event loop, and how many may.
struct RPCConcurrency {
    /// A limit that was found under load says nothing about an RPC that has rested for so long.
    private static let memory = TimeAmount.seconds(1)

    /// How many calls of those with whom limits are not shared may run beyond the limit: others that
    /// fill it do not keep a service or the operator out.
    private static let exemptReserve = 4

    private(set) var running = 0
    /// Those that have waited for something, by whose they are.
    private var held: [ObjectIdentifier: Int] = [:]
    /// Those among them that are strangers'.
    private var heldByStrangers = 0
    /// Nil where it does not adapt.
    private var limit: AdaptiveLimit?
    /// When the last of them ended that waited, if the limit may have adapted to it.
    private var lastEnded: NIODeadline?
    private let maximum: Int
    private let sharesOut: Bool
    private let strangersShare: Double

    init(_ rpc: ServedRPC, _ limits: AdmissionConfiguration) {
        maximum = limits.maximumConcurrency
        sharesOut = limits.peerShare < 1
        strangersShare = min(1, max(0, limits.strangersShare))
        guard !limits.unadapted.contains(rpc.path) else { return }
        var configuration = AdaptiveLimit.Configuration()
        configuration.minimum = limits.minimumConcurrency
        configuration.maximum = limits.maximumConcurrency
        configuration.initial = min(configuration.initial, limits.maximumConcurrency)
        configuration.harmlessDelay = limits.targetWaitTime
        limit = AdaptiveLimit(configuration)
    }

    /// Whether one more may begin. A peer or an account may have as many as are still free, and so
    /// half of them at most, or a third beside another such peer: as the limit adapts, a fixed part of
    /// it would be too little for one and too much for many (Choudhury and Hahne, "Dynamic queue
    /// length thresholds", 1998). Strangers may have half of the limit together: however many they
    /// are, they leave the rest to those who are known.
    ///
    /// - Parameter share: asked for when it matters only.
    func hasRoom(for share: () -> CallShare) -> Bool {
        let limit = limit?.current ?? maximum
        let strangersLimit = strangersPart(of: limit)
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

    /// Rounded up: with less than half of it under way a limit does not grow.
    private func strangersPart(of limit: Int) -> Int {
        max(1, Int((Double(limit) * strangersShare).rounded(.up)))
    }

    mutating func began(at now: NIODeadline) {
        if running == 0, let lastEnded, now - lastEnded > Self.memory {
            limit?.rest()
            self.lastEnded = nil
        }
        running += 1
    }

    /// A handler has waited for something for the first time.
    mutating func hold(for share: CallShare) {
        if share.isStranger { heldByStrangers += 1 }
        if let peer = share.peer { held[peer.id, default: 0] += 1 }
        if let account = share.account { held[account.id, default: 0] += 1 }
    }

    /// A handler has ended that never waited for anything.
    mutating func ended() {
        running -= 1
    }

    mutating func ended(for share: CallShare, after time: TimeAmount, at now: NIODeadline) {
        limit?.ended(after: time, running: running, at: now)
        running -= 1
        lastEnded = now
        if share.isStranger { heldByStrangers -= 1 }
        release(share.peer)
        release(share.account)
    }

    private mutating func release(_ holder: PeerUsage?) {
        guard let id = holder?.id else { return }
        held[id] = held[id].flatMap { $0 > 1 ? $0 - 1 : nil }
    }
}
