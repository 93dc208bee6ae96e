import Dispatch
import Foundation
import Glibc
import Synchronization

/// A thread that hashes, one password after the other, and the arena in which libargon2 does that.
///
/// It is none of Swift's pool, which a hash would hold for 20 ms at a time; and it gives way to all
/// other threads: where there is too little of a processor, what takes microseconds does not wait for
/// what takes milliseconds.
final class HashWorker: Sendable {
    typealias Work = @Sendable (Argon2Arena) -> Void

    /// As for nice(1). Where the system forbids it, the thread is as urgent as the others.
    static let niceness: Int32 = 5

    private let mailbox: Mailbox

    /// - Parameters:
    ///   - kibibytes: of the arena.
    ///   - patience: how long the worker keeps the arena's memory when there is nothing to hash.
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

    /// What the thread has to do. `@unchecked`: the arena is used on the thread only.
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

        /// Ends the thread, once it has done what there is.
        func close() {
            wakeUps.signal()
        }

        func workOff() {
            // On Linux, of the calling thread alone (setpriority(2)).
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
