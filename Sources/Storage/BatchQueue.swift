/// A line of what is done in batches, as a value. Whoever comes while nobody is called calls somebody,
/// who takes all that have come until then.
struct BatchQueue<Item> {
    enum Answer: Equatable {
        /// The caller has somebody come, who calls `take` until nothing is left.
        case call(Ticket)
        case wait(Ticket)
        case full
    }

    /// The most that wait.
    let capacity: Int
    /// The most in one batch.
    let batchLimit: Int
    private var waiting: [(ticket: Ticket, item: Item)] = []
    private var isCalled = false
    private var lastNumber: UInt64 = 0

    init(capacity: Int, batchLimit: Int) {
        self.capacity = capacity
        self.batchLimit = batchLimit
    }

    var isEmpty: Bool { waiting.isEmpty }

    mutating func enter(_ item: Item) -> Answer {
        guard waiting.count < capacity else { return .full }
        lastNumber += 1
        let ticket = Ticket(number: lastNumber)
        waiting.append((ticket, item))
        defer { isCalled = true }
        return isCalled ? .wait(ticket) : .call(ticket)
    }

    /// The next batch, in order of arrival, and whether more is left: that too is for whoever was
    /// called.
    mutating func take() -> (batch: [Item], isMore: Bool) {
        let batch = waiting.prefix(batchLimit).map(\.item)
        waiting.removeFirst(batch.count)
        isCalled = !waiting.isEmpty
        return (batch, isCalled)
    }

    /// One who waits goes away.
    ///
    /// - Returns: `nil` if it was taken.
    mutating func withdraw(_ ticket: Ticket) -> Item? {
        guard let index = waiting.firstIndex(where: { $0.ticket == ticket }) else { return nil }
        return waiting.remove(at: index).item
    }
}

extension BatchQueue: Sendable where Item: Sendable {}
