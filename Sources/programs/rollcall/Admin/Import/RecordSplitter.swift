/// Splits a file into records, whatever the pieces that it is read in: lines, lines of CSV
/// (RFC 4180), or the objects in the array of a JSON document.
struct RecordSplitter {
    enum Form: Equatable {
        case lines
        /// A line ends outside of quotes.
        case csv
        /// - Parameter level: how many brackets are open around a record.
        case array(level: Int)
    }

    struct Record: Equatable {
        /// Where it begins, from 1.
        let line: Int
        var bytes: [UInt8]
    }

    /// The most bytes of a record: the rows of all the forms are far shorter.
    static let longestRecord = 256 * 1024

    let form: Form
    private var line = 1
    private var depth = 0
    private var isInString = false
    private var isEscaped = false
    /// The record that has begun.
    private var record: Record?

    init(_ form: Form) {
        self.form = form
    }

    /// - Returns: the records that end in the next piece of the file.
    /// - Throws: `Failure` for a record that is too long, and for a document that has no array of
    ///   objects at the expected level.
    mutating func records(in piece: [UInt8]) throws -> [Record] {
        var records: [Record] = []
        var start = 0
        for index in piece.indices {
            let step = try step(piece[index])
            if step == .begin { (record, start) = (Record(line: line, bytes: []), index) }
            if piece[index] == UInt8(ascii: "\n") { line += 1 }
            guard step == .end, var ended = record else { continue }
            ended.bytes += piece[start...index]
            try check(ended)
            records.append(ended)
            record = nil
        }
        record?.bytes += piece[start...]
        if let record { try check(record) }
        return records
    }

    /// What is left at the end of the file: a last line that has no line feed.
    ///
    /// - Throws: `Failure` if the file ends in the middle.
    mutating func end() throws -> Record? {
        if case .array = form, depth != 0 { throw malformed("the file ends too soon") }
        if isInString { throw malformed("a quote is not closed") }
        defer { record = nil }
        return record
    }

    private enum Step {
        case on, begin, end
    }

    private mutating func step(_ byte: UInt8) throws -> Step {
        guard case .array(let level) = form else {
            if byte == UInt8(ascii: "\""), form == .csv { isInString.toggle() }
            let isEnd = byte == UInt8(ascii: "\n") && !isInString
            if record != nil { return isEnd ? .end : .on }
            return isEnd || byte == UInt8(ascii: "\r") ? .on : .begin
        }
        if isInString {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isInString = false
            }
            return .on
        }
        let isBetween = depth == level && record == nil
        switch byte {
        case UInt8(ascii: "{"):
            depth += 1
            return isBetween ? .begin : .on
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            depth -= 1
            guard depth >= 0 else { throw malformed("a bracket too many is closed") }
            return depth == level && record != nil ? .end : .on
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"),
            UInt8(ascii: ","):
            return .on
        default:
            guard !isBetween else { throw malformed("what is in the array is not an object") }
            if byte == UInt8(ascii: "[") { depth += 1 }
            if byte == UInt8(ascii: "\"") { isInString = true }
            return .on
        }
    }

    private func check(_ record: Record) throws {
        guard record.bytes.count <= Self.longestRecord else {
            throw Failure(
                .invalid, "Line \(record.line): a record has more than \(Self.longestRecord) bytes."
            )
        }
    }

    private func malformed(_ what: String) -> Failure {
        Failure(.invalid, "Line \(record?.line ?? line): \(what).")
    }
}
