/// The line of writers, as a value: the first to come leads, and commits for all who have come
/// meanwhile.
struct CommitQueue<Write> {
    typealias Ticket = WriteTicket

    enum Answer: Equatable {
        /// Nobody commits: the caller does, until `take` returns nothing.
        case lead(Ticket)
        case follow(Ticket)
        case full
    }

    /// The most that wait.
    let capacity: Int
    /// The most in one commit.
    let groupLimit: Int
    private var waiting: [(ticket: Ticket, write: Write)] = []
    private var isLed = false
    private var lastNumber: UInt64 = 0

    init(capacity: Int, groupLimit: Int) {
        self.capacity = capacity
        self.groupLimit = groupLimit
    }

    var isEmpty: Bool { waiting.isEmpty }

    mutating func enter(_ write: Write) -> Answer {
        guard waiting.count < capacity else { return .full }
        lastNumber += 1
        let ticket = Ticket(number: lastNumber)
        waiting.append((ticket, write))
        defer { isLed = true }
        return isLed ? .follow(ticket) : .lead(ticket)
    }

    /// The next group, in order of arrival. When it is empty, nobody leads any more.
    mutating func take() -> [Write] {
        let group = waiting.prefix(groupLimit).map(\.write)
        waiting.removeFirst(group.count)
        isLed = !group.isEmpty
        return group
    }

    /// One who waits goes away.
    ///
    /// - Returns: `nil` if it was taken.
    mutating func withdraw(_ ticket: Ticket) -> Write? {
        guard let index = waiting.firstIndex(where: { $0.ticket == ticket }) else { return nil }
        return waiting.remove(at: index).write
    }
}

extension CommitQueue: Sendable where Write: Sendable {}
