import NIOCore

/// Which commands go first.
package enum RedisRank: Sendable {
    /// Before all others.
    case first
    case rest
}

/// The commands that nobody has sent yet, by rank, in their order. A value.
struct CommandQueue<Item> {
    /// The most that wait of each rank.
    let limit: Int
    private var first = CircularBuffer<Item>()
    private var rest = CircularBuffer<Item>()

    init(limit: Int) {
        self.limit = limit
    }

    var isEmpty: Bool { first.isEmpty && rest.isEmpty }
    var count: Int { first.count + rest.count }

    /// - Returns: false if there is no place: of one rank the other takes none.
    mutating func enter(_ item: Item, _ rank: RedisRank) -> Bool {
        switch rank {
        case .first: first.append(item, limit: limit)
        case .rest: rest.append(item, limit: limit)
        }
    }

    /// The next ones, of the first rank before the rest.
    mutating func take(_ most: Int) -> [Item] {
        let urgent = first.take(most)
        return urgent.count < most ? urgent + rest.take(most - urgent.count) : urgent
    }

    /// Those that have waited for too long, which are first in their lines.
    mutating func takeExpired(_ isExpired: (Item) -> Bool) -> [Item] {
        first.take(while: isExpired) + rest.take(while: isExpired)
    }
}

extension CommandQueue: Sendable where Item: Sendable {}

extension CircularBuffer {
    fileprivate mutating func append(_ element: Element, limit: Int) -> Bool {
        guard count < limit else { return false }
        append(element)
        return true
    }

    fileprivate mutating func take(_ most: Int) -> [Element] {
        let taken = Array(prefix(most))
        removeFirst(taken.count)
        return taken
    }

    fileprivate mutating func take(while isTaken: (Element) -> Bool) -> [Element] {
        take(prefix(while: isTaken).count)
    }
}
