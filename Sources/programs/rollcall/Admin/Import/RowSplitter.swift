/// Splits a file into the rows of its users, whatever the pieces that it is read in: the objects of
/// a list, or of the list in an object, or else the lines that are not empty.
struct RowSplitter {
    struct Row: Equatable {
        /// Where it begins, from 1.
        let line: Int
        var bytes: [UInt8] = []
    }

    /// The most bytes of a row: those of all exports are far shorter. A longer one loses its end.
    static let longest = 256 * 1024

    private let isNested: Bool
    /// How many brackets are open between rows; 0 for lines; nil before the first byte.
    private var level: Int?
    private var (line, depth) = (1, 0)
    private var (isInString, isEscaped) = (false, false)
    private var row: Row?

    /// - Parameter isNested: whether the list is in an object.
    init(isNested: Bool) { self.isNested = isNested }

    /// - Returns: the rows that end in the next piece of the text.
    mutating func rows(in piece: [UInt8]) -> [Row] {
        var rows: [Row] = []
        for byte in piece {
            if let row = row(endingWith: byte) { rows.append(row) }
            if byte == UInt8(ascii: "\n") { line += 1 }
        }
        return rows
    }

    /// - Returns: the last line, if nothing has ended it.
    /// - Throws: `Failure` if the list has no end.
    mutating func end() throws -> [Row] {
        guard depth == 0 else { throw Failure(.invalid, "Line \(line): the file ends too soon.") }
        return [row.take()].compactMap(\.self)
    }

    private mutating func row(endingWith byte: UInt8) -> Row? {
        let isSpace = byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte)
        if level == nil, !isSpace {
            level = isNested ? 2 : byte == UInt8(ascii: "[") ? 1 : 0
        }
        guard let level, level > 0 else {
            if byte == UInt8(ascii: "\n") { return row.take() }
            if row != nil || !isSpace { add(byte) }
            return nil
        }
        let outer = depth
        if isInString {
            isInString = byte != UInt8(ascii: "\"") || isEscaped
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        } else {
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: isInString = byte == UInt8(ascii: "\"")
            }
        }
        guard max(outer, depth) > level else { return nil }
        add(byte)
        return depth == level ? row.take() : nil
    }

    private mutating func add(_ byte: UInt8) {
        if row == nil { row = Row(line: line) }
        if let count = row?.bytes.count, count <= Self.longest { row?.bytes.append(byte) }
    }
}
