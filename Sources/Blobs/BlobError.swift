import Glibc

/// Why the store did not do what it was asked.
package enum BlobError: Error, Equatable, Sendable {
    /// No blob has this name.
    case notFound
    /// The stored bytes are not those that were written. None of them were handed out.
    case dataLoss
    /// What lies there is not a file the store made: a link, another's, or open to others.
    case untrusted
    /// The blob passes the store's limit.
    case tooLarge
    /// The disk, its inodes or the quota are used up. Room helps; nothing else is wrong.
    case noSpace
    /// The file system takes no writes, as it is after a fault of its disk. Reading goes on.
    case readOnly
    /// The process or the machine has no descriptor or no memory left. It works again later.
    case exhausted
    /// The writer was committed, aborted, or has failed before.
    case closed
    /// Another process has the store open.
    case inUse
    /// A sync failed with this `errno`, and what the kernel had not written may be lost whatever
    /// a second sync says. The store takes no more writes: restart the process.
    case failed(Int32)
    /// The object store is away, too slow, or answers what it should not. It may be back later. The sentence
    /// is the operator's.
    case unavailable(String)
    /// The object store refuses the credentials, or what they may do. The sentence is the operator's.
    case denied(String)
    /// Anything else that the system answered, as its `errno`.
    case io(Int32)

    init(_ error: SystemError) {
        self =
            switch error.code {
            case ENOENT: .notFound
            case ENOSPC, EDQUOT: .noSpace
            case EROFS: .readOnly
            case EMFILE, ENFILE, ENOMEM: .exhausted
            case ELOOP, ENOTDIR: .untrusted
            case EWOULDBLOCK: .inUse
            default: .io(error.code)
            }
    }
}
