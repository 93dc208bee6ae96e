import Glibc

/// A file that gets its name once it is whole and on the disk: a crash before that leaves nothing.
package final class UnnamedFile: Sendable {
    /// `O_TMPFILE` (open(2)), a macro that Swift does not import.
    package static let flags: CInt = 0o20000000 | O_DIRECTORY

    private let descriptor: CInt
    /// Its name until then, where the file system has no files without a name. A crash can leave it.
    private let temporaryName: String?

    /// Writes the bytes to a file in the directory of `path`, for its user alone.
    ///
    /// - Parameter hasTemporaryName: whether to do as where the file system has no unnamed files.
    /// - Returns: `nil` if it cannot; `errno` says why.
    package init?(for path: String, holding bytes: [UInt8], hasTemporaryName: Bool = false) {
        var file: CInt = -1
        if !hasTemporaryName {
            file = open(directory(of: path), Self.flags | O_WRONLY | O_CLOEXEC, 0o600)
            guard file >= 0 || [EOPNOTSUPP, EISDIR].contains(errno) else { return nil }
        }
        if file >= 0 {
            temporaryName = nil
        } else {
            var name = Array((path + ".XXXXXX").utf8CString)
            file = mkstemp(&name)
            guard file >= 0 else { return nil }
            temporaryName = String(
                decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
        descriptor = file
        guard write(bytes), fsync(descriptor) == 0 else { return nil }
    }

    deinit {
        if let temporaryName { unlink(temporaryName) }
        close(descriptor)
    }

    /// Gives the file its name.
    ///
    /// - Returns: whether it has it; if not, `errno` says why (`EEXIST`: another file has it).
    package func link(to path: String) -> Bool {
        guard let temporaryName else {
            let file = "/proc/self/fd/\(descriptor)"
            return linkat(AT_FDCWD, file, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0
        }
        guard Glibc.link(temporaryName, path) == 0 else { return false }
        return unlink(temporaryName) == 0
    }

    private func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            // One that is cut short does not say why; the next one does.
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
