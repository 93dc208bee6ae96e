import RollcallAPI

/// The users in a file, in batches.
final class ImportRows {
    /// What the contract accepts in one request, and bytes of the file that leave room in it.
    static let (batchLength, batchBytes) = (1000, 1024 * 1024)

    struct Row {
        let line: Int
        let user: Result<ImportedUser, MalformedRow>
    }

    private let file: RecordFile
    private let format: ImportFormat
    private var columns: [String]?
    /// Read from the file, and not used yet.
    private var records: ArraySlice<RecordSplitter.Record> = []

    /// - Throws: `Failure` when the file cannot be read.
    init(_ path: String, of format: ImportFormat) throws {
        file = try RecordFile(path, isNested: format == .firebase)
        self.format = format
        columns = format.columns
    }

    /// - Returns: the next rows; nil at the end.
    /// - Throws: `Failure`.
    func next() throws -> [Row]? {
        var rows: [Row] = []
        var size = 0
        while rows.count < Self.batchLength, size < Self.batchBytes {
            if records.isEmpty {
                guard let more = try file.next() else { return rows.isEmpty ? nil : rows }
                records = more[...]
            }
            let record = records.removeFirst()
            size += record.bytes.count
            if file.form == .csv, columns == nil {
                columns = CSVRow(record.bytes)?.fields ?? []
                continue
            }
            rows.append(Row(line: record.line, user: user(record)))
        }
        return rows
    }

    private func user(_ record: RecordSplitter.Record) -> Result<ImportedUser, MalformedRow> {
        do throws(MalformedRow) {
            let row =
                file.form == .csv
                ? try ForeignRow(csv: record.bytes, columns: columns ?? [])
                : try ForeignRow(json: record.bytes)
            return .success(try format.user(row))
        } catch {
            return .failure(error)
        }
    }
}
