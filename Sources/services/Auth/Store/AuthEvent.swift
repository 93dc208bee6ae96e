import RollcallCrypto
import Storage

/// What others must hear of a commit.
package enum AuthEvent: Sendable, Equatable {
    /// A session has ended, and its revocation is the one before the position.
    case sessionEnded(UUIDv7, AccountSession.EndReason, RevocationPosition)
    /// A session has another refresh token, or expires later.
    case sessionRefreshed(UUIDv7)
    /// Something of an account that its sessions show: the address, or whether it is proved.
    case accountChanged(UUIDv7)
    /// A change of an account was added to the audit log. Followers of the accounts read it there.
    case accountNoted
    /// Another epoch has begun, at the position; all sessions have ended.
    case epochBegun(RevocationPosition, endedCount: Int)
    /// A mail waits to be sent.
    case mailQueued
}

typealias AuthTransaction = Transaction<AuthEvent>
typealias AuthQueue<Item: WorkItem> = WorkQueue<Item, AuthEvent>
