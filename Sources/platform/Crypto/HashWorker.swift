import Dispatch
import Foundation
import Glibc
import Synchronization

/// A thread that hashes one password after the other.
///
/// It does not belong to Swift's pool, which a hash would block for 20 ms. It has a lower priority
/// than all other threads: on a busy processor, work of microseconds does not wait for work of
/// milliseconds.
final class HashWorker: Sendable {
    typealias Work = @Sendable () -> Void

    /// As for nice(1). If the system forbids it, the thread has the usual priority.
    static let niceness: Int32 = 5

    private let mailbox = Mailbox()

    init(number: Int) {
        let thread = Thread { [mailbox] in mailbox.workOff() }
        thread.name = "hash-worker-\(number)"
        thread.start()
    }

    deinit {
        mailbox.close()
    }

    func run(_ work: @escaping Work) {
        mailbox.post(work)
    }

    private final class Mailbox: Sendable {
        private let works = Mutex<[Work]>([])
        private let wakeUps = DispatchSemaphore(value: 0)

        func post(_ work: @escaping Work) {
            works.withLock { $0.append(work) }
            wakeUps.signal()
        }

        /// Ends the thread after its remaining work.
        func close() {
            wakeUps.signal()
        }

        func workOff() {
            // On Linux, this applies only to the calling thread (setpriority(2)).
            setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, HashWorker.niceness)
            while let work = next() { work() }
        }

        private func next() -> Work? {
            wakeUps.wait()
            return works.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        }
    }
}
