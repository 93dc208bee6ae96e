import Synchronization

/// What a connection's calls have shown of who is at its other end.
enum Standing: UInt8, AtomicRepresentable, Sendable {
    /// Nothing so far: no call had a token that was verified.
    case stranger
    /// A signed-in user.
    case known
    /// A service, the operator, a trusted proxy, or this process itself: limits are not shared with
    /// it, only the whole of each limit holds.
    case exempt
}
