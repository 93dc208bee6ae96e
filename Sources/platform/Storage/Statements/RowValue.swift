/// What is read from all columns of a row, in the order in which a query names them.
package protocol RowValue: Sendable {
    init(_ columns: inout Columns) throws
}

extension Query where Output: RowValue {
    package init(_ sql: SQL) {
        self.init(sql) { try Output(&$0) }
    }
}
