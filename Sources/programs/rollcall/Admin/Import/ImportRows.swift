import Glibc
import RollcallAPI

/// The users in a file, in batches: the file may be far larger than the memory.
final class ImportRows {
    /// What the contract accepts in one request, and bytes of the file that leave room in it.
    static let (batchLength, batchBytes) = (1000, 1024 * 1024)
    private static let pieceLength = 256 * 1024

    struct Row {
        let line: Int
        let user: Result<ImportedUser, MalformedRow>
    }

    private let path: String
    private let format: ImportFormat
    private let descriptor: Int32
    private var splitter: ObjectSplitter
    /// Read from the file, and not used yet.
    private var objects: ArraySlice<ObjectSplitter.Object> = []

    /// - Parameter path: `-` is standard input.
    /// - Throws: `Failure` when the file cannot be read.
    init(_ path: String, of format: ImportFormat) throws {
        (self.path, self.format) = (path, format)
        splitter = ObjectSplitter(isNested: format == .firebase)
        descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw errno == ENOENT ? Failure.noSuchFile(path) : Failure.system(path)
        }
    }

    deinit {
        close(descriptor)
    }

    /// - Returns: the next rows; none at the end.
    /// - Throws: `Failure`.
    func next() throws -> [Row] {
        var rows: [Row] = []
        var size = 0
        while rows.count < Self.batchLength, size < Self.batchBytes {
            guard let object = objects.popFirst() else {
                let piece = try read()
                objects = try splitter.objects(in: piece)[...]
                guard piece.isEmpty else { continue }
                try splitter.end()
                break
            }
            size += object.bytes.count
            let user = Result { () throws(MalformedRow) in
                try format.user(ForeignRow(object.bytes))
            }
            rows.append(Row(line: object.line, user: user))
        }
        return rows
    }

    private func read() throws -> [UInt8] {
        while true {
            var count = 0
            let piece = [UInt8](unsafeUninitializedCapacity: Self.pieceLength) { buffer, used in
                count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                used = max(0, count)
            }
            if count >= 0 { return piece }
            guard errno == EINTR else { throw Failure.system(path) }
        }
    }
}
