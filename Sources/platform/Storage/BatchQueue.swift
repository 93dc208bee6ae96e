import Admission

/// A line of items that are taken in batches, as a value. Each batch that waits has a call under
/// way. A call takes one batch, and those that have waited for too long.
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
    private(set) var batchLimit: Int
    private var waitLimit: WaitLimit
    private var waiting: [(ticket: Ticket, item: Item, arrival: ContinuousClock.Instant)] = []
    /// Calls that no worker has answered yet.
    private var calls = 0
    private var lastNumber: UInt64

    /// - Parameter number: of the ticket before the first, where other lines have tickets, too.
    init(capacity: Int, batchLimit: Int, targetWait: Duration, behind number: UInt64 = 0) {
        (self.capacity, self.batchLimit, lastNumber) = (capacity, batchLimit, number)
        waitLimit = WaitLimit(target: targetWait)
    }

    var isEmpty: Bool { waiting.isEmpty }

    mutating func enter(_ item: Item, at now: ContinuousClock.Instant) -> Answer {
        guard waiting.count < capacity else { return .refused(.overloaded) }
        lastNumber += 1
        let ticket = Ticket(number: lastNumber)
        waiting.append((ticket, item, now))
        guard waiting.count > calls * batchLimit else { return .wait(ticket) }
        calls += 1
        return .call(ticket)
    }

    /// Changes the size of batches.
    ///
    /// - Returns: how many workers the caller must call, as there are more batches now.
    mutating func setBatchLimit(_ limit: Int) -> Int {
        guard limit != batchLimit else { return 0 }
        batchLimit = limit
        let missing = max(0, (waiting.count + limit - 1) / limit - calls)
        calls += missing
        return missing
    }

    /// The next batch, in order of arrival, and those before it that are refused, as they have
    /// waited for too long (`WaitLimit`). The batch is empty if those who waited have gone, or were
    /// taken by somebody who takes more than one batch.
    mutating func take(at now: ContinuousClock.Instant) -> (batch: [Item], late: [Item]) {
        calls = max(0, calls - 1)
        var (batch, late): ([Item], [Item]) = ([], [])
        for (_, item, arrival) in waiting {
            if waitLimit.refuses(arrival, at: now) { late.append(item) } else { batch.append(item) }
            if batch.count == batchLimit { break }
        }
        waiting.removeFirst(batch.count + late.count)
        return (batch, late)
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
