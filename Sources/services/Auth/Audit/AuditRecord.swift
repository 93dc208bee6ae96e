import RollcallAPI
import RollcallCrypto

/// An entry of the log, before its hash.
struct AuditRecord: Sendable, Equatable {
    /// The most characters of a text.
    static let longestText = 200

    let number: Int64
    /// In milliseconds since 1970.
    let time: Int64
    let action: String
    /// The account that it was done to.
    let account: UUIDv7?
    let actor: String
    let addressPrefix: String
    let before: String
    let after: String

    /// The SHA-256 of the hash before it, and of all fields: each with its length before it, so
    /// that no two records have the same bytes.
    ///
    /// - Parameter previous: nil for the first entry.
    func hash(after previous: SHA256Digest?) -> SHA256Digest {
        var bytes = previous?.bytes ?? [UInt8](repeating: 0, count: SHA256Digest.byteCount)
        let fields: [[UInt8]] =
            [number, time].map(\.bigEndianBytes) + [account?.bytes ?? []]
            + [action, actor, addressPrefix, before, after].map { Array($0.utf8) }
        for field in fields {
            bytes += Int64(field.count).bigEndianBytes
            bytes += field
        }
        return SHA256Digest(of: bytes)
    }
}

/// An entry as it is stored.
struct StoredAuditRecord: Sendable {
    let record: AuditRecord
    let hash: SHA256Digest

    /// As administrators see it.
    var message: AuditEntry {
        AuditEntry(
            number: record.number, atMs: record.time, action: record.action,
            userID: record.account?.description ?? "", actor: record.actor,
            addressPrefix: record.addressPrefix, before: record.before, after: record.after,
            hash: hash.bytes)
    }

    /// As the owner of the account sees it: without the hash, and without others' ids.
    var ownersMessage: AuditEntry {
        var message = message
        message.hash = []
        if message.actor.hasPrefix("admin:") { message.actor = "admin" }
        return message
    }
}

/// Checks entries one after the other: a value.
struct AuditChain {
    private(set) var count: Int64 = 0
    /// The number of the first entry that was changed or is missing; nil while there is none.
    private(set) var firstBroken: Int64?
    private(set) var head: SHA256Digest?
    private var lastNumber: Int64?

    /// The oldest entry that is left is believed, unless it is the first of all: those before it
    /// were deleted when their time was over.
    mutating func add(_ stored: StoredAuditRecord) {
        let number = stored.record.number
        let isFirst = lastNumber == nil
        let isNext = isFirst || number == (lastNumber ?? 0) + 1
        let isSame =
            isFirst && number > 1 || stored.record.hash(after: head) == stored.hash
        if firstBroken == nil, !isNext || !isSame {
            firstBroken = isNext ? number : (lastNumber ?? 0) + 1
        }
        (count, lastNumber, head) = (count + 1, number, stored.hash)
    }
}
