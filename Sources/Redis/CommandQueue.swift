import NIOCore

/// The order of commands.
package enum RedisRank: Sendable {
    /// Before all others.
    case first
    case rest
}

/// The commands that are not sent yet, by rank and in order. A value.
struct CommandQueue<Item> {
    /// The most waiting commands of each rank.
    let limit: Int
    private var first = CircularBuffer<Item>()
    private var rest = CircularBuffer<Item>()

    init(limit: Int) {
        self.limit = limit
    }

    var isEmpty: Bool { first.isEmpty && rest.isEmpty }
    var count: Int { first.count + rest.count }

    /// - Returns: false if the rank is full. Each rank has places of its own.
    mutating func enter(_ item: Item, _ rank: RedisRank) -> Bool {
        switch rank {
        case .first: first.append(item, limit: limit)
        case .rest: rest.append(item, limit: limit)
        }
    }

    /// The next commands, those of the first rank before the rest.
    mutating func take(_ most: Int) -> [Item] {
        let urgent = first.take(most)
        return urgent.count < most ? urgent + rest.take(most - urgent.count) : urgent
    }

    /// The commands that have waited too long. They are at the front of their queues.
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
