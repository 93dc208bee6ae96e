/// Who watches whom: edges in one flat array, 20 bytes each. An edge is in the list of its user, so
/// that a change finds its watchers, and in that of its watcher, so that a watch finds its users.
struct WatchEdges: Sendable {
    private struct Edge: Sendable {
        var user: UserTable.Index
        var watcher: UInt32
        var nextOfUser: UInt32
        var previousOfUser: UInt32
        /// In a free edge the next free one.
        var nextOfWatcher: UInt32
    }

    private static let none = UInt32.max

    private var edges: [Edge] = []
    private var firstOfUser: [UInt32] = []
    private var firstOfWatcher: [UInt32] = []
    private var firstFree = none
    private(set) var count = 0

    /// Adds an edge that is not there yet.
    mutating func add(_ user: UserTable.Index, to watcher: UInt32) {
        while firstOfUser.count <= user { firstOfUser.append(Self.none) }
        while firstOfWatcher.count <= watcher { firstOfWatcher.append(Self.none) }
        let next = firstOfUser[Int(user)]
        let edge = place(
            Edge(
                user: user, watcher: watcher, nextOfUser: next, previousOfUser: Self.none,
                nextOfWatcher: firstOfWatcher[Int(watcher)]))
        if next != Self.none { edges[Int(next)].previousOfUser = edge }
        firstOfUser[Int(user)] = edge
        firstOfWatcher[Int(watcher)] = edge
        count += 1
    }

    /// Removes all edges of a watcher.
    mutating func removeAll(of watcher: UInt32) {
        var next = firstOfWatcher[Int(watcher)]
        while next != Self.none {
            let edge = next
            next = edges[Int(edge)].nextOfWatcher
            unlinkFromUser(edges[Int(edge)])
            edges[Int(edge)].nextOfWatcher = firstFree
            firstFree = edge
            count -= 1
        }
        firstOfWatcher[Int(watcher)] = Self.none
    }

    /// In no order. The table is not to be changed while they are looked through, as that would
    /// copy it.
    func watchers(of user: UserTable.Index) -> some Sequence<UInt32> {
        let first = user < firstOfUser.count ? firstOfUser[Int(user)] : Self.none
        return sequence(state: first) { next in
            guard next != Self.none else { return nil }
            defer { next = edges[Int(next)].nextOfUser }
            return edges[Int(next)].watcher
        }
    }

    /// In no order, as `watchers(of:)`.
    func users(of watcher: UInt32) -> some Sequence<UserTable.Index> {
        sequence(state: firstOfWatcher[Int(watcher)]) { next in
            guard next != Self.none else { return nil }
            defer { next = edges[Int(next)].nextOfWatcher }
            return edges[Int(next)].user
        }
    }

    func isWatched(_ user: UserTable.Index) -> Bool {
        user < firstOfUser.count && firstOfUser[Int(user)] != Self.none
    }

    private mutating func place(_ edge: Edge) -> UInt32 {
        guard firstFree != Self.none else {
            edges.append(edge)
            return UInt32(edges.count - 1)
        }
        let reused = firstFree
        firstFree = edges[Int(reused)].nextOfWatcher
        edges[Int(reused)] = edge
        return reused
    }

    private mutating func unlinkFromUser(_ edge: Edge) {
        if edge.previousOfUser == Self.none {
            firstOfUser[Int(edge.user)] = edge.nextOfUser
        } else {
            edges[Int(edge.previousOfUser)].nextOfUser = edge.nextOfUser
        }
        if edge.nextOfUser != Self.none {
            edges[Int(edge.nextOfUser)].previousOfUser = edge.previousOfUser
        }
    }
}
