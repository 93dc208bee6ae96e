/// A row with work that is left to do. Its table has the columns of `SchemaDialect.work`.
package protocol WorkItem: RowValue, Identifiable where ID: SQLValue {
    /// How often it was tried without success.
    var attempts: Int { get }
}

extension SchemaDialect {
    /// The columns of a table that a `WorkQueue` works on.
    package var work: String {
        """
        -- Of the work on this row: when it is tried next, and how often it was tried. While an
        -- instance works on it, the number of that instance, and the end of its lease as the time.
        dueAtMs \(integer) NOT NULL DEFAULT 0,
        attempts \(integer) NOT NULL DEFAULT 0 CHECK (attempts >= 0),
        claimedBy \(integer)
        """
    }
}

/// The columns of a row whose writer also works on it.
package typealias WorkClaim = (dueAtMs: Int64, claimedBy: Int64?)

/// The statements of a `WorkQueue`, made once for each queue.
package struct WorkTable<Item: WorkItem>: Sendable {
    /// Parameters: the present time, and the most rows.
    let due: Query<Item, Int64, Int>
    /// Claims what is due. Parameters: as of `due`, the end of the lease, and the instance.
    let claim: Query<Item, Int64, Int, Int64, Int64>
    /// When the next item is due that is not due yet.
    let next: Query<Int64, Int64>
    /// Parameters: the end of the lease, the instance, and the items.
    let renew: Command<Int64, Int64, SQLList<Item.ID>>
    /// Ends a claim. Parameters: when the item is due, the attempts to add, the item, and the
    /// instance that has claimed it.
    let postpone: Command<Int64, Int, Item.ID, Int64?>

    /// - Parameters:
    ///   - key: the column of the items' ids.
    ///   - columns: what an item is read from.
    ///   - waits: which rows have work left. An index should have those rows, in the order.
    package init(
        _ table: SQL, key: SQL = "id", columns: SQL, where waits: SQL, order: SQL = "dueAtMs"
    ) {
        due = Query<Item, Int64, Int>(
            """
            SELECT \(columns) FROM \(table) WHERE \(waits) AND dueAtMs <= $1
            ORDER BY \(order) LIMIT $2
            """)
        // As an array, the inner query runs once, whatever the plan.
        claim = Query<Item, Int64, Int, Int64, Int64>(
            """
            UPDATE \(table) SET dueAtMs = $3, claimedBy = $4 WHERE \(key) = ANY(ARRAY(
                SELECT \(key) FROM \(table) WHERE \(waits) AND dueAtMs <= $1
                ORDER BY \(order) LIMIT $2 FOR UPDATE SKIP LOCKED))
            RETURNING \(columns)
            """)
        next = Query<Int64, Int64>(
            """
            SELECT dueAtMs FROM \(table) WHERE \(waits) AND dueAtMs > $1 ORDER BY dueAtMs LIMIT 1
            """)
        renew = Command<Int64, Int64, SQLList<Item.ID>>(
            "UPDATE \(table) SET dueAtMs = $1 WHERE claimedBy = $2 AND \(key) = ANY($3)")
        postpone = Command<Int64, Int, Item.ID, Int64?>(
            """
            UPDATE \(table) SET dueAtMs = $1, attempts = attempts + $2, claimedBy = NULL
            WHERE \(key) = $3 AND claimedBy IS NOT DISTINCT FROM $4
            """)
    }
}
