import MessageJSON

/// What SQLite says in words of its own: `= ANY($1)`.
enum SQLiteDialect {
    /// How a list is handed over.
    enum List: Equatable {
        /// Numbers or texts.
        case json(String)
        /// Bytes, one after another, each of one width.
        case pieces([UInt8], width: Int)
    }

    static func text(of statement: StatementText) -> String {
        var text = statement.sql.text
        for (index, type) in statement.parameters.enumerated() {
            guard case .list(let element) = type else { continue }
            let list = "$\(index + 1)"
            let members =
                element == .bytes
                ? pieces(of: list, width: width(of: index))
                : "SELECT value FROM json_each(\(list))"
            text = replacing("= ANY(\(list))", in: text, with: "IN (\(members))")
        }
        return text
    }

    /// The name of the parameter that says how wide the elements of a list are.
    static func width(of index: Int) -> String {
        "$\(index + 1)w"
    }

    private static func pieces(of list: String, width: String) -> String {
        """
        WITH RECURSIVE piece (place) AS (
            SELECT 1 WHERE length(\(list)) > 0
            UNION ALL
            SELECT place + \(width) FROM piece WHERE place + \(width) <= length(\(list)))
        SELECT substr(\(list), place, \(width)) FROM piece
        """
    }

    private static func replacing(_ part: String, in text: String, with other: String) -> String {
        text.split(separator: part, omittingEmptySubsequences: false).joined(separator: other)
    }

    static func encode<Element: SQLValue>(_ list: [Element]) -> List {
        let collector = ListCollector()
        for element in list {
            var parameter = Parameter(sink: collector, index: 0)
            element.bind(to: &parameter)
        }
        guard Element.sqlType == .bytes else {
            return .json("[\(collector.items.joined(separator: ","))]")
        }
        let width = list.isEmpty ? 1 : collector.bytes.count / list.count
        return .pieces(collector.bytes, width: width)
    }
}

/// Takes the elements of a list as a statement takes its parameters.
private final class ListCollector: ParameterSink {
    /// Each as JSON has it.
    private(set) var items: [String] = []
    private(set) var bytes: [UInt8] = []
    private var width: Int?

    func bindNull(at index: Int) { items.append("null") }
    func bind(_ value: Int64, at index: Int) { items.append(String(value)) }
    func bind(_ value: Bool, at index: Int) { items.append(value ? "1" : "0") }

    func bind(_ value: String, at index: Int) { items.append(JSON.string(value).line()) }

    func bind(_ value: UnsafeRawBufferPointer, at index: Int) {
        precondition(
            width == nil || width == value.count, "the elements of a list are of one width")
        width = value.count
        bytes += value
    }

    func bind<Element: SQLValue>(list: [Element], at index: Int) {
        preconditionFailure("a list in a list")
    }
}
