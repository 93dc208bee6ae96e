import Dispatch
import Foundation
import Glibc
import Synchronization

/// A thread that hashes one password after the other, and its arena for libargon2.
///
/// It does not belong to Swift's pool, which a hash would block for 20 ms. It has a lower priority
/// than all other threads: on a busy processor, work of microseconds does not wait for work of
/// milliseconds.
final class HashWorker: Sendable {
    typealias Work = @Sendable (Argon2Arena) -> Void

    /// As for nice(1). If the system forbids it, the thread has the usual priority.
    static let niceness: Int32 = 5

    private let mailbox: Mailbox

    /// - Parameters:
    ///   - kibibytes: the size of the arena.
    ///   - patience: how long an idle worker keeps the arena's memory.
    /// - Throws: `CryptoError` when there is no memory.
    init(number: Int, kibibytes: Int, patience: DispatchTimeInterval = .seconds(5)) throws {
        let mailbox = Mailbox(try Argon2Arena(kibibytes: kibibytes), patience)
        self.mailbox = mailbox
        let thread = Thread { mailbox.workOff() }
        thread.name = "hash-worker-\(number)"
        thread.start()
    }

    deinit {
        mailbox.close()
    }

    func run(_ work: @escaping Work) {
        mailbox.post(work)
    }

    /// The thread's work. `@unchecked`: the arena is used only on the thread.
    private final class Mailbox: @unchecked Sendable {
        private let arena: Argon2Arena
        private let patience: DispatchTimeInterval
        private let works = Mutex<[Work]>([])
        private let wakeUps = DispatchSemaphore(value: 0)

        init(_ arena: Argon2Arena, _ patience: DispatchTimeInterval) {
            self.arena = arena
            self.patience = patience
        }

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
            while let work = next() { work(arena) }
        }

        private func next() -> Work? {
            if wakeUps.wait(timeout: .now() + patience) == .timedOut {
                arena.release()
                wakeUps.wait()
            }
            return works.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        }
    }
}
