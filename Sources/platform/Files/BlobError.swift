import Glibc

/// Why the store failed.
package enum BlobError: Error, Equatable, Sendable {
    /// No blob has this name.
    case notFound
    /// The stored bytes are not the written ones. None of them were returned.
    case dataLoss
    /// The file was not made by this store: it is a link, has another owner, or is open to others.
    case untrusted
    /// The blob exceeds the store's limit.
    case tooLarge
    /// The disk, its inodes or the quota are used up. More space solves it.
    case noSpace
    /// The file system is read-only, as it is after a fault of its disk. Reading still works.
    case readOnly
    /// The process or the machine has no descriptor or no memory left. It works again later.
    case exhausted
    /// The writer was committed or aborted, or has failed before.
    case closed
    /// Another process has the store open.
    case inUse
    /// A sync failed with this `errno`. Unwritten data may be lost, whatever a second sync reports.
    /// The store accepts no more writes: restart the process.
    case failed(Int32)
    /// The object store is unreachable, too slow, or gives invalid answers. It may recover. The
    /// sentence is for the operator.
    case unavailable(String)
    /// The object store refuses the credentials, or their permissions. The sentence is for the
    /// operator.
    case denied(String)
    /// Any other error of the system, by its `errno`.
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
