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
    private var first = Line()
    private var rest = Line()

    init(limit: Int) {
        self.limit = limit
    }

    var isEmpty: Bool { first.isEmpty && rest.isEmpty }
    var count: Int { first.count + rest.count }

    /// - Returns: false if the rank is full. Each rank has places of its own.
    mutating func enter(_ item: Item, _ rank: RedisRank) -> Bool {
        switch rank {
        case .first: first.enter(item, limit: limit)
        case .rest: rest.enter(item, limit: limit)
        }
    }

    /// The next commands, those of the first rank before the rest.
    mutating func take(_ most: Int) -> [Item] {
        let urgent = first.take(most)
        return urgent.count < most ? urgent + rest.take(most - urgent.count) : urgent
    }

    /// The commands that have waited too long. They are at the front of their queues.
    mutating func takeExpired(_ isExpired: (Item) -> Bool) -> [Item] {
        first.takeWhile(isExpired) + rest.takeWhile(isExpired)
    }

    fileprivate struct Line {
        private var items: [Item] = []
        private var start = 0

        var count: Int { items.count - start }
        var isEmpty: Bool { count == 0 }

        mutating func enter(_ item: Item, limit: Int) -> Bool {
            guard count < limit else { return false }
            items.append(item)
            return true
        }

        mutating func take(_ most: Int) -> [Item] {
            if most >= count, start == 0 {
                defer { items = [] }
                return items
            }
            let taken = Array(items[start...].prefix(most))
            start += taken.count
            // Seldom, so that each item is moved once on the average.
            if start * 2 >= items.count {
                items.removeFirst(start)
                start = 0
            }
            return taken
        }

        mutating func takeWhile(_ isTaken: (Item) -> Bool) -> [Item] {
            take(items[start...].prefix(while: isTaken).count)
        }
    }
}

extension CommandQueue: Sendable where Item: Sendable {}
extension CommandQueue.Line: Sendable where Item: Sendable {}
