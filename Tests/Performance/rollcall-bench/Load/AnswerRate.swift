import NIOCore
import Synchronization

/// How many calls are answered in a second while all callers are at work: from the first answer to
/// the last one in time. What is answered after the end is not counted, as callers go away then and
/// leave the server with less to do than it could.
final class AnswerRate: Sendable {
    private struct Answers {
        let first: NIODeadline
        var last: NIODeadline
        /// Those behind the first.
        var count: Int
    }

    private let end: NIODeadline
    private let answers = Mutex<Answers?>(nil)

    init(until end: NIODeadline) {
        self.end = end
    }

    /// The call, counted.
    func counting(_ call: @escaping Call) -> Call {
        {
            try await call()
            self.add(.now())
        }
    }

    private func add(_ instant: NIODeadline) {
        guard instant <= end else { return }
        answers.withLock { answers in
            var counted = answers ?? Answers(first: instant, last: instant, count: -1)
            counted.last = max(counted.last, instant)
            counted.count += 1
            answers = counted
        }
    }

    /// - Returns: nil when there were no two answers.
    var perSecond: Double? {
        answers.withLock { $0 }.flatMap { answers in
            answers.count > 0
                ? Double(answers.count) / (answers.last - answers.first).seconds : nil
        }
    }
}
