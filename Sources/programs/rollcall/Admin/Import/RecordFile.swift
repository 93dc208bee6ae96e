import Glibc

/// A file of records, read piece by piece: it may be far larger than the memory.
final class RecordFile {
    private static let pieceLength = 256 * 1024

    private let path: String
    private let descriptor: Int32
    private let isNested: Bool
    private var splitter: RecordSplitter?

    /// - Parameters:
    ///   - path: `-` is standard input.
    ///   - isNested: whether a JSON document has the array as the only member of an object.
    /// - Throws: `Failure` when it cannot be read.
    init(_ path: String, isNested: Bool) throws {
        self.path = path
        descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw errno == ENOENT ? Failure.noSuchFile(path) : Failure.system(path)
        }
        self.isNested = isNested
    }

    deinit {
        close(descriptor)
    }

    /// Nil before the first records were read.
    var form: RecordSplitter.Form? { splitter?.form }

    /// - Returns: the next records; nil at the end of the file.
    /// - Throws: `Failure`.
    func next() throws -> [RecordSplitter.Record]? {
        while true {
            var piece = try read()
            guard !piece.isEmpty else {
                return try splitter?.end().map { [$0] }
            }
            if splitter == nil {
                if piece.starts(with: [0xef, 0xbb, 0xbf]) { piece.removeFirst(3) }
                splitter = RecordSplitter(form(of: piece))
            }
            let records = try splitter?.records(in: piece) ?? []
            if !records.isEmpty { return records }
        }
    }

    private func form(of start: [UInt8]) -> RecordSplitter.Form {
        if path.lowercased().hasSuffix(".csv") { return .csv }
        switch start.first(where: { !" \t\r\n".utf8.contains($0) }) {
        case UInt8(ascii: "["): return .array(level: 1)
        case UInt8(ascii: "{"): return isNested ? .array(level: 2) : .lines
        default: return .csv
        }
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
