import RollcallAPI

/// The users in a file, in batches: the file may be far larger than the memory.
struct ImportRows {
    /// What the contract accepts in one request, and bytes of the file that leave room in it.
    static let (batchLength, batchBytes) = (1000, 1024 * 1024)

    struct Row {
        let line: Int
        let user: Result<ImportedUser, MalformedRow>
    }

    private let format: ImportFormat
    private let firebase: String?
    private let file: InputFile
    private var splitter: RowSplitter
    /// Read from the file, and not used yet.
    private var rest: ArraySlice<RowSplitter.Row> = []
    private var isAtEnd = false

    /// - Parameters:
    ///   - path: `-` is standard input.
    ///   - firebase: what the hashes of a Firebase project begin with.
    /// - Throws: `Failure` when the file cannot be read.
    init(_ path: String, of format: ImportFormat, firebase: String? = nil) throws {
        guard let file = try InputFile(path) else { throw Failure.noSuchFile(path) }
        (self.file, self.format, self.firebase) = (file, format, firebase)
        splitter = RowSplitter(isNested: format == .firebase)
    }

    /// - Returns: the next rows; none at the end.
    /// - Throws: `Failure`.
    mutating func next() throws -> [Row] {
        var rows: [Row] = []
        var size = 0
        while rows.count < Self.batchLength, size < Self.batchBytes {
            guard let row = rest.popFirst() else {
                guard !isAtEnd else { break }
                let piece = try file.next()
                isAtEnd = piece.isEmpty
                rest = try (isAtEnd ? splitter.end() : splitter.rows(in: piece))[...]
                continue
            }
            size += row.bytes.count
            let user = Result { () throws(MalformedRow) in try format.user(row.bytes, firebase) }
            rows.append(Row(line: row.line, user: user))
        }
        return rows
    }
}
