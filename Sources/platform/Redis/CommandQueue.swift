import NIOCore

/// The order of commands.
package enum RedisRank: Int, CaseIterable, Sendable {
    /// Before all others.
    case first
    case rest
}

/// The commands that are not sent yet, by rank and in order. A value.
struct CommandQueue<Item> {
    /// The most waiting commands of each rank.
    let limit: Int
    /// By rank.
    private var queues = RedisRank.allCases.map { _ in CircularBuffer<Item>() }

    init(limit: Int) {
        self.limit = limit
    }

    var isEmpty: Bool { queues.allSatisfy(\.isEmpty) }

    var count: Int { queues.reduce(0) { $0 + $1.count } }

    /// - Returns: false if the rank is full. Each rank has places of its own.
    mutating func enter(_ item: Item, _ rank: RedisRank) -> Bool {
        guard queues[rank.rawValue].count < limit else { return false }
        queues[rank.rawValue].append(item)
        return true
    }

    /// The next commands, those of the first rank before the rest.
    mutating func take(_ most: Int) -> [Item] {
        queues.indices.reduce(into: []) { taken, rank in
            taken += queues[rank].take(most - taken.count)
        }
    }

    /// The commands that have waited too long. They are at the front of their queues.
    mutating func takeExpired(_ isExpired: (Item) -> Bool) -> [Item] {
        queues.indices.flatMap { rank in
            queues[rank].take(queues[rank].prefix(while: isExpired).count)
        }
    }
}

extension CommandQueue: Sendable where Item: Sendable {}

extension CircularBuffer {
    fileprivate mutating func take(_ most: Int) -> [Element] {
        let taken = Array(prefix(most))
        removeFirst(taken.count)
        return taken
    }
}
