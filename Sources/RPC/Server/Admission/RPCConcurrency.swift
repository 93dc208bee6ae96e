import NIOCore

/// The handlers of one RPC that run on an event loop, and how many may.
struct RPCConcurrency {
    /// A limit that was found under load says nothing about an RPC that has rested for so long.
    private static let memory = TimeAmount.seconds(1)

    private(set) var running = 0
    /// Those that have waited for something, by whose they are.
    private var held: [ObjectIdentifier: Int] = [:]
    /// Nil where it does not adapt.
    private var limit: AdaptiveLimit?
    /// When the last of them ended that waited, if the limit may have adapted to it.
    private var lastEnded: NIODeadline?
    private let maximum: Int
    private let sharesOut: Bool

    init(_ rpc: ServedRPC, _ limits: AdmissionConfiguration) {
        maximum = limits.maximumConcurrency
        sharesOut = limits.peerShare < 1
        guard !limits.unadapted.contains(rpc.path) else { return }
        var configuration = AdaptiveLimit.Configuration()
        configuration.minimum = limits.minimumConcurrency
        configuration.maximum = limits.maximumConcurrency
        configuration.initial = min(configuration.initial, limits.maximumConcurrency)
        configuration.harmlessDelay = limits.targetWait
        limit = AdaptiveLimit(configuration)
    }

    /// Whether one more may begin. A peer may have as many as are still free, and so half of them at
    /// most, or a third beside another such peer: as the limit adapts, a fixed part of it would be too
    /// little for one and too much for many (Choudhury and Hahne, "Dynamic queue length thresholds",
    /// 1998).
    ///
    /// - Parameter peer: asked for when it matters only.
    func hasRoom(for peer: () -> PeerUsage?) -> Bool {
        let limit = limit?.current ?? maximum
        guard running < limit else { return false }
        guard sharesOut, running >= limit / 2, let peer = peer() else { return true }
        return held[peer.id, default: 0] < limit - running
    }

    mutating func began(at now: NIODeadline) {
        if running == 0, let lastEnded, now - lastEnded > Self.memory {
            limit?.rest()
            self.lastEnded = nil
        }
        running += 1
    }

    /// A handler has waited for something for the first time.
    mutating func hold(for peer: PeerUsage?) {
        if let peer { held[peer.id, default: 0] += 1 }
    }

    /// A handler has ended that never waited for anything.
    mutating func ended() {
        running -= 1
    }

    mutating func ended(for peer: PeerUsage?, after time: TimeAmount, at now: NIODeadline) {
        limit?.ended(after: time, running: running, at: now)
        running -= 1
        lastEnded = now
        guard let peer else { return }
        let id = peer.id
        held[id] = held[id].flatMap { $0 > 1 ? $0 - 1 : nil }
    }
}
