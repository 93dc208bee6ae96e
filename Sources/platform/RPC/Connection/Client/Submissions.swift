import Synchronization

/// The calls that other threads have handed to a connection since its event loop last looked.
final class Submissions: Sendable {
    typealias Submission = (receiver: any CallReceiver, opening: CallOpening)

    private let waiting = Mutex<[Submission]>([])

    /// - Returns: whether the event loop has to be told.
    func append(_ submission: Submission) -> Bool {
        waiting.withLock {
            $0.append(submission)
            return $0.count == 1
        }
    }

    func takeAll() -> [Submission] {
        waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }
}
