/// A list as a parameter: `userID = ANY($1)`. It stands in no column.
package struct SQLList<Element: SQLValue>: SQLValue {
    package let elements: [Element]

    package init(_ elements: [Element]) {
        self.elements = elements
    }

    package static var sqlType: SQLType { .list(of: Element.sqlType) }

    package func bind(to parameter: inout Parameter) { parameter.set(list: elements) }

    package init(_ column: Column) throws { throw column.damage }
}
