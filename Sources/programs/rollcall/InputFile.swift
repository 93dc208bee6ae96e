import Glibc

/// A file that is read from its beginning; `-` is standard input.
final class InputFile {
    private static let pieceLength = 256 * 1024

    private let path: String
    private let descriptor: Int32

    /// - Returns: nil for no file.
    /// - Throws: `Failure` when it cannot be read.
    init?(_ path: String) throws {
        self.path = path
        descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor < 0 else { return }
        guard errno == ENOENT else { throw Failure.system(path) }
        return nil
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// - Returns: the next bytes; none at the end.
    /// - Throws: `Failure` when it cannot be read.
    func next(upTo limit: Int = pieceLength) throws -> [UInt8] {
        var piece = [UInt8](repeating: 0, count: min(limit, Self.pieceLength))
        while true {
            let count = Glibc.read(descriptor, &piece, piece.count)
            if count >= 0 { return Array(piece.prefix(count)) }
            guard errno == EINTR else { throw Failure.system(path) }
        }
    }

    /// - Returns: the first bytes, all of them if there are not more than `limit`; nil for no file.
    /// - Throws: `Failure` when it cannot be read.
    static func read(_ path: String, upTo limit: Int) throws -> [UInt8]? {
        guard let file = try InputFile(path) else { return nil }
        var bytes: [UInt8] = []
        while case let piece = try file.next(upTo: limit - bytes.count), !piece.isEmpty {
            bytes += piece
        }
        return bytes
    }
}
