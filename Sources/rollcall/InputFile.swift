import Glibc

/// A file to read; `-` is standard input.
final class InputFile {
    enum Missing: Error {
        case file
    }

    private let path: String
    private let descriptor: Int32

    /// - Throws: `Missing.file`; `Failure` when it cannot be opened.
    init(path: String) throws {
        self.path = path
        descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw errno == ENOENT
                ? Missing.file : Failure.system(path)
        }
    }

    deinit {
        close(descriptor)
    }

    /// The next bytes, at most `count`; none at the end.
    private func read(_ count: Int) throws -> [UInt8] {
        while true {
            var failure: Int32 = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
                let got = Glibc.read(descriptor, buffer.baseAddress, count)
                failure = got < 0 ? errno : 0
                filled = max(got, 0)
            }
            if failure == EINTR { continue }
            guard failure == 0 else { throw Failure.system(path, failure) }
            return bytes
        }
    }

    /// The first bytes, all of them if there are not more than `limit`.
    func read(upTo limit: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < limit {
            let piece = try read(min(64 * 1024, limit - bytes.count))
            if piece.isEmpty { break }
            bytes += piece
        }
        return bytes
    }
}
