import RollcallAPI
import RollcallCrypto
import Tables

/// What an administrator has taken away of a profile, for its owner to hear.
struct StoredNotice: Sendable, Equatable {
    /// Made when it happened. Auth knows the notice by it, however often it is read.
    let id: UUIDv7
    let user: UUIDv7
    /// At least one, in the order of `TakenFields.all`.
    let fields: [ProfileField]
    /// Why, for the owner.
    let reason: String

    var message: TakeDownNotice {
        TakeDownNotice(
            noticeID: id.description, userID: user.description, fields: fields, reason: reason)
    }

    var unsent: UnsentNotice {
        UnsentNotice(fields: fields, reason: reason, takenDownAtMs: id.milliseconds)
    }
}

/// Why a display name is taken away, for the user who had it.
struct OwnerNotice: Sendable {
    /// Of the notice.
    let id: UUIDv7
    let reason: PlainText

    /// - Parameter reason: the field `owner_reason` of a request.
    /// - Returns: nil if it is empty: the user is not told.
    /// - Throws: `RPCError` (FIELD_MALFORMED).
    init?(_ reason: String, id: UUIDv7) throws {
        guard !reason.isEmpty else { return nil }
        self.id = id
        self.reason = try PlainText(reason: reason, field: "owner_reason")
    }
}

extension TakenFields {
    /// One bit for each field, in the order of `all` from the lowest. As a table has it: the order
    /// is never changed.
    static func bits(of fields: [ProfileField]) -> Int {
        all.enumerated().reduce(0) { bits, field in
            fields.contains(field.element) ? bits | 1 << field.offset : bits
        }
    }

    static func fields(ofBits bits: Int) -> [ProfileField] {
        all.enumerated().filter { bits >> $0.offset & 1 == 1 }.map(\.element)
    }
}
