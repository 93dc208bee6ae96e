/// A line of items that are taken in batches, as a value. Each batch that waits has a call under way. A
/// call takes one batch.
struct BatchQueue<Item> {
    enum Answer: Equatable {
        /// The caller must call a worker, which then calls `take`.
        case call(Ticket)
        case wait(Ticket)
        case refused(StorageError)
    }

    /// The most items that wait.
    let capacity: Int
    /// The most items in one batch.
    let batchLimit: Int
    private var waiting: [(ticket: Ticket, item: Item)] = []
    /// Calls that no worker has answered yet.
    private var calls = 0
    private var lastNumber: UInt64 = 0

    init(capacity: Int, batchLimit: Int) {
        self.capacity = capacity
        self.batchLimit = batchLimit
    }

    var isEmpty: Bool { waiting.isEmpty }

    mutating func enter(_ item: Item) -> Answer {
        guard waiting.count < capacity else { return .refused(.overloaded) }
        lastNumber += 1
        let ticket = Ticket(number: lastNumber)
        waiting.append((ticket, item))
        guard waiting.count > calls * batchLimit else { return .wait(ticket) }
        calls += 1
        return .call(ticket)
    }

    /// The next batch, in order of arrival. It is empty if those who waited have gone, or were taken by
    /// somebody who takes more than one batch.
    mutating func take() -> [Item] {
        calls = max(0, calls - 1)
        let batch = waiting.prefix(batchLimit).map(\.item)
        waiting.removeFirst(batch.count)
        return batch
    }

    /// Removes a waiting item.
    ///
    /// - Returns: `nil` if it was already taken.
    mutating func withdraw(_ ticket: Ticket) -> Item? {
        guard let index = waiting.firstIndex(where: { $0.ticket == ticket }) else { return nil }
        return waiting.remove(at: index).item
    }
}

extension BatchQueue.Answer {
    /// Calls a worker for the next batch, or tells the caller that the queue is full.
    ///
    /// - Returns: the caller's ticket; `nil` if it was refused.
    func settle(call: () -> Void, refuse: (StorageError) -> Void) -> Ticket? {
        switch self {
        case .call(let ticket):
            call()
            return ticket
        case .wait(let ticket):
            return ticket
        case .refused(let error):
            refuse(error)
            return nil
        }
    }
}

extension BatchQueue: Sendable where Item: Sendable {}
