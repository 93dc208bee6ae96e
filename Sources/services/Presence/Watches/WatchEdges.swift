/// Which watcher watches which user: edges in one flat array, 13 bytes each.
///
/// The edges of a watcher are in blocks of eight. All blocks but the first are full. So the watcher
/// is stored once per block, and its users are read from memory in order. The edges of a user form
/// a doubly linked list, so any edge is removed without a search among the user's watchers.
struct WatchEdges: Sendable {
    private struct Edge: Sendable {
        /// The user. The highest bit says that the watcher was not sent the user so far.
        var marked: UInt32
        var nextOfUser: UInt32
        var previousOfUser: UInt32

        var user: UserTable.Index { marked & ~Self.mark }
        var isNew: Bool { marked & Self.mark != 0 }

        static let mark: UInt32 = 1 << 31
    }

    private struct Block: Sendable {
        var watcher: UInt32
        /// The watcher's next block. In a free block, the next free one.
        var next: UInt32
    }

    private struct List: Sendable {
        var firstBlock = none
        var count: UInt32 = 0
    }

    /// The bytes of eight edges.
    static let bytesOfBlock =
        Int(blockSize) * MemoryLayout<Edge>.stride + MemoryLayout<Block>.stride

    private static let none = UInt32.max
    private static let blockSize: UInt32 = 8

    private var edges: [Edge] = []
    private var blocks: [Block] = []
    private var firstFreeBlock = none
    private var firstOfUser: [UInt32] = []
    private var lists: [List] = []
    /// Where `nextWatchers` continues: the next edge of each user whose watchers are read in parts.
    private var places: [UserTable.Index: UInt32] = [:]
    private(set) var count = 0

    /// The number of the watcher's users.
    func count(of watcher: UInt32) -> Int {
        watcher < lists.count ? Int(lists[Int(watcher)].count) : 0
    }

    func isWatched(_ user: UserTable.Index) -> Bool {
        user < firstOfUser.count && firstOfUser[Int(user)] != Self.none
    }

    /// The watcher's users among `some`.
    func users(of watcher: UInt32, among some: Set<UserTable.Index>) -> Set<UserTable.Index> {
        var found: Set<UserTable.Index> = []
        guard !some.isEmpty else { return found }
        forEachEdge(of: watcher) { edge in
            let user = edges[Int(edge)].user
            if some.contains(user) { found.insert(user) }
        }
        return found
    }
}

/// Changes.
extension WatchEdges {
    /// Adds a new edge.
    ///
    /// - Parameter isNew: whether the user must still be sent to the watcher (`takeNews`).
    mutating func add(_ user: UserTable.Index, to watcher: UInt32, isNew: Bool = false) {
        while firstOfUser.count <= user { firstOfUser.append(Self.none) }
        let edge = place(for: watcher)
        let next = firstOfUser[Int(user)]
        edges[Int(edge)] = Edge(
            marked: isNew ? user | Edge.mark : user, nextOfUser: next, previousOfUser: Self.none)
        if next != Self.none { edges[Int(next)].previousOfUser = edge }
        firstOfUser[Int(user)] = edge
        count += 1
    }

    /// Removes edges of a watcher. Reads each of its edges once.
    ///
    /// - Returns: the removed users.
    mutating func remove(
        _ users: Set<UserTable.Index>, from watcher: UInt32
    ) -> [UserTable.Index] {
        guard watcher < lists.count, !users.isEmpty else { return [] }
        return removeEdges(of: watcher) { users.contains($0) }
    }

    /// Removes all edges of a watcher.
    ///
    /// - Returns: the removed users.
    mutating func removeAll(of watcher: UInt32) -> [UserTable.Index] {
        guard watcher < lists.count else { return [] }
        return removeEdges(of: watcher) { _ in true }
    }

    private mutating func removeEdges(
        of watcher: UInt32, where isToGo: (UserTable.Index) -> Bool
    ) -> [UserTable.Index] {
        var removed: [UserTable.Index] = []
        var block = lists[Int(watcher)].firstBlock
        var used = usedOfFirstBlock(of: watcher)
        while block != Self.none {
            // The block may be freed below.
            let next = blocks[Int(block)].next
            // Goes downwards: the edge that takes the place of a removed one was visited before.
            for offset in (0..<used).reversed() {
                let edge = block * Self.blockSize + offset
                let user = edges[Int(edge)].user
                guard isToGo(user) else { continue }
                removed.append(user)
                remove(edge, of: watcher)
            }
            (block, used) = (next, Self.blockSize)
        }
        return removed
    }

    /// Removes an edge. The last edge of the watcher's first block takes its place.
    private mutating func remove(_ edge: UInt32, of watcher: UInt32) {
        unlink(edge)
        let block = lists[Int(watcher)].firstBlock
        let last = block * Self.blockSize + usedOfFirstBlock(of: watcher) - 1
        if last != edge { move(last, to: edge) }
        lists[Int(watcher)].count -= 1
        count -= 1
        if last == block * Self.blockSize {
            lists[Int(watcher)].firstBlock = blocks[Int(block)].next
            blocks[Int(block)].next = firstFreeBlock
            firstFreeBlock = block
        }
    }

    private mutating func unlink(_ edge: UInt32) {
        let old = edges[Int(edge)]
        if old.previousOfUser == Self.none {
            firstOfUser[Int(old.user)] = old.nextOfUser
        } else {
            edges[Int(old.previousOfUser)].nextOfUser = old.nextOfUser
        }
        if old.nextOfUser != Self.none {
            edges[Int(old.nextOfUser)].previousOfUser = old.previousOfUser
        }
        if !places.isEmpty, places[old.user] == edge { places[old.user] = old.nextOfUser }
    }

    private mutating func move(_ edge: UInt32, to place: UInt32) {
        let moved = edges[Int(edge)]
        edges[Int(place)] = moved
        if moved.previousOfUser == Self.none {
            firstOfUser[Int(moved.user)] = place
        } else {
            edges[Int(moved.previousOfUser)].nextOfUser = place
        }
        if moved.nextOfUser != Self.none {
            edges[Int(moved.nextOfUser)].previousOfUser = place
        }
        if !places.isEmpty, places[moved.user] == edge { places[moved.user] = place }
    }

    /// The place for the watcher's next edge.
    private mutating func place(for watcher: UInt32) -> UInt32 {
        while lists.count <= watcher { lists.append(List()) }
        let used = lists[Int(watcher)].count % Self.blockSize
        if used == 0 {
            let block = Block(watcher: watcher, next: lists[Int(watcher)].firstBlock)
            lists[Int(watcher)].firstBlock = placeBlock(block)
        }
        lists[Int(watcher)].count += 1
        return lists[Int(watcher)].firstBlock * Self.blockSize + used
    }

    private mutating func placeBlock(_ block: Block) -> UInt32 {
        guard firstFreeBlock != Self.none else {
            blocks.append(block)
            let unused = Edge(marked: 0, nextOfUser: Self.none, previousOfUser: Self.none)
            for _ in 0..<Self.blockSize { edges.append(unused) }
            return UInt32(blocks.count - 1)
        }
        let reused = firstFreeBlock
        firstFreeBlock = blocks[Int(reused)].next
        blocks[Int(reused)] = block
        return reused
    }
}

/// Reading, in parts.
extension WatchEdges {
    /// The next watchers of a user, after those of the previous call. The first call begins at the
    /// start. A call that follows the last watchers begins there again. Watchers added meanwhile
    /// may be left out.
    ///
    /// - Returns: at most `limit` watchers, and whether they were the last ones.
    mutating func nextWatchers(
        of user: UserTable.Index, limit: Int
    ) -> (watchers: [UInt32], areLast: Bool) {
        let first = user < firstOfUser.count ? firstOfUser[Int(user)] : Self.none
        var edge = places.isEmpty ? first : places.removeValue(forKey: user) ?? first
        var watchers: [UInt32] = []
        while edge != Self.none {
            guard watchers.count < limit else {
                places[user] = edge
                return (watchers, false)
            }
            watchers.append(blocks[Int(edge / Self.blockSize)].watcher)
            edge = edges[Int(edge)].nextOfUser
        }
        return (watchers, true)
    }

    /// Whether `nextWatchers` has stopped between two watchers of the user.
    func isUnderWay(_ user: UserTable.Index) -> Bool {
        !places.isEmpty && places[user] != nil
    }

    /// The users that must still be sent to the watcher, or for which `isNews` returns true. They
    /// count as sent afterwards.
    ///
    /// - Parameters:
    ///   - position: how many of the watcher's users earlier calls have read.
    ///   - limit: the most users.
    /// - Returns: the users, and how many were read so far; nil once all were read.
    mutating func takeNews(
        of watcher: UInt32, from position: Int, limit: Int, isNews: (UserTable.Index) -> Bool
    ) -> (users: [UserTable.Index], position: Int?) {
        var users: [UserTable.Index] = []
        guard count(of: watcher) > 0 else { return ([], nil) }
        var block = lists[Int(watcher)].firstBlock
        var used = usedOfFirstBlock(of: watcher)
        var (seen, skipped) = (0, position)
        while block != Self.none {
            if skipped >= Int(used) {
                skipped -= Int(used)
                seen += Int(used)
            } else {
                let start = block * Self.blockSize
                for edge in (start + UInt32(skipped))..<(start + used) {
                    guard users.count < limit else { return (users, seen + skipped) }
                    skipped += 1
                    let (user, isNew) = (edges[Int(edge)].user, edges[Int(edge)].isNew)
                    guard isNew || isNews(user) else { continue }
                    if isNew { edges[Int(edge)].marked = user }
                    users.append(user)
                }
                seen += Int(used)
                skipped = 0
            }
            (block, used) = (blocks[Int(block)].next, Self.blockSize)
        }
        return (users, nil)
    }

    private func usedOfFirstBlock(of watcher: UInt32) -> UInt32 {
        let count = lists[Int(watcher)].count
        return count == 0 ? 0 : (count - 1) % Self.blockSize + 1
    }

    private func forEachEdge(of watcher: UInt32, _ body: (UInt32) -> Void) {
        guard count(of: watcher) > 0 else { return }
        var block = lists[Int(watcher)].firstBlock
        var used = usedOfFirstBlock(of: watcher)
        while block != Self.none {
            for edge in (block * Self.blockSize)..<(block * Self.blockSize + used) { body(edge) }
            (block, used) = (blocks[Int(block)].next, Self.blockSize)
        }
    }
}
