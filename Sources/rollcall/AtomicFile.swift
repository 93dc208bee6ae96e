import Glibc

/// A file that is there whole or not at all, whenever the power fails.
struct AtomicFile {
    let path: String

    /// Writes the file in place of the one that may be there.
    ///
    /// - Parameter mode: its permissions.
    func replace(with bytes: [UInt8], mode: mode_t) throws {
        try write(bytes, mode: mode) { rename($0, path) }
    }

    /// Writes the file.
    ///
    /// - Throws: `Failure` (`conflict`) when there is one.
    func create(with bytes: [UInt8], mode: mode_t) throws {
        try write(bytes, mode: mode) { temporary in
            defer { unlink(temporary) }
            return link(temporary, path)
        }
    }

    private func write(
        _ bytes: [UInt8], mode: mode_t, publish: (_ temporary: String) -> Int32
    ) throws {
        let temporary = "\(directory)/.\(name).\(UInt64.random(in: 0 ... .max)).tmp"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw failure() }
        defer { close(descriptor) }
        guard Output.Stream(descriptor: descriptor).write(bytes), fsync(descriptor) == 0 else {
            defer { unlink(temporary) }
            throw failure()
        }
        guard publish(temporary) == 0 else {
            defer { unlink(temporary) }
            throw failure()
        }
        try syncDirectory()
    }

    private func syncDirectory() throws {
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure() }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure() }
    }

    private var directory: String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private var name: Substring {
        path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
    }

    private func failure() -> Failure {
        guard errno != EEXIST else { return .fileExists(path) }
        return .file(path, String(cString: strerror(errno)))
    }
}

extension Failure {
    static func fileExists(_ path: String) -> Failure {
        Failure(
            status: .conflict, code: "ALREADY_EXISTS",
            message: "\(path) exists. To overwrite it, add --force.")
    }
}
