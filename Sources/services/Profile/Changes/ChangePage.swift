import RollcallAPI

/// A place in the order of changes.
struct ChangePosition: Sendable, Equatable, Comparable {
    /// Of the transaction, where several write at a time.
    let position: Int64
    let number: Int64

    /// Before all changes.
    static let start = ChangePosition(position: -1, number: 0)

    static func < (one: ChangePosition, other: ChangePosition) -> Bool {
        (one.position, one.number) < (other.position, other.number)
    }
}

extension ChangePosition {
    init(_ cursor: ProfileChangeCursor) {
        position = Int64(bitPattern: cursor.position)
        number = Int64(bitPattern: cursor.number)
    }

    var cursor: ProfileChangeCursor {
        ProfileChangeCursor(
            position: UInt64(bitPattern: position), number: UInt64(bitPattern: number))
    }
}

/// Some changes behind a position, in their order.
struct ChangePage: Sendable {
    var changes: [ProfileChange] = []
    /// Where the last one stands.
    var end: ChangePosition
    /// Whether they begin anew, as the position is none of this database.
    var replaces: Bool
    /// Whether there was nothing behind them.
    var isLast = true
    /// Whether none was committed that must wait for a transaction that is still under way.
    var isCurrent = true
}
