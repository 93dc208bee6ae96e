import Glibc

enum InputFile {
    /// Reads a file from its beginning; `-` is standard input.
    ///
    /// - Returns: the first bytes, all of them if there are not more than `limit`; nil for no file.
    /// - Throws: `Failure` when it cannot be read.
    static func read(_ path: String, upTo limit: Int) throws -> [UInt8]? {
        let descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw Failure.system(path) }
            return nil
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 * 1024)
        while bytes.count < limit {
            let count = Glibc.read(descriptor, &piece, min(piece.count, limit - bytes.count))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Failure.system(path) }
            if count == 0 { break }
            bytes += piece[..<count]
        }
        return bytes
    }
}
