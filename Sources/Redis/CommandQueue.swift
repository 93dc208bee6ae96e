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
    private var first = Line()
    private var rest = Line()

    init(limit: Int) {
        self.limit = limit
    }

    var isEmpty: Bool { first.isEmpty && rest.isEmpty }
    var count: Int { first.count + rest.count }

    /// - Returns: false if there is no place: of one rank the other takes none.
    mutating func enter(_ item: Item, _ rank: RedisRank) -> Bool {
        switch rank {
        case .first: first.enter(item, limit: limit)
        case .rest: rest.enter(item, limit: limit)
        }
    }

    /// The next ones, of the first rank before the rest.
    mutating func take(_ most: Int) -> [Item] {
        let urgent = first.take(most)
        return urgent.count < most ? urgent + rest.take(most - urgent.count) : urgent
    }

    /// Those that have waited for too long, which are first in their lines.
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
