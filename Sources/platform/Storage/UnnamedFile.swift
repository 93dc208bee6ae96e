import Glibc
import RollcallBasics

/// A file that gets its name once it is whole and on the disk: a crash before that leaves nothing.
package final class UnnamedFile: Sendable {
    /// `O_TMPFILE` (open(2)), a macro that Swift does not import.
    package static let flags: CInt = 0o20000000 | O_DIRECTORY

    private let descriptor: CInt
    private let name: Name

    private enum Name {
        /// None; the file is linked by this path of its descriptor.
        case none(descriptorPath: String)
        /// A temporary one, where a file without a name cannot be made or linked. A crash can leave
        /// it.
        case temporary(String)
    }

    /// Writes the bytes to a file in the directory of `path`, for its user alone.
    ///
    /// - Parameters:
    ///   - hasTemporaryName: whether to do as where the file system has no unnamed files.
    ///   - descriptors: where the system shows the process's open files. An unnamed file is linked
    ///     by its path there; where that is missing (`/proc` is not mounted), the file has a
    ///     temporary name.
    /// - Returns: `nil` if it cannot; `errno` says why.
    package init?(
        for path: String, holding bytes: [UInt8], hasTemporaryName: Bool = false,
        descriptors: String = "/proc/self/fd"
    ) {
        var file: CInt = -1
        if !hasTemporaryName, access(descriptors, X_OK) == 0 {
            file = open(directory(of: path), Self.flags | O_WRONLY | O_CLOEXEC, 0o600)
            guard file >= 0 || [EOPNOTSUPP, EISDIR].contains(errno) else { return nil }
        }
        if file >= 0 {
            name = .none(descriptorPath: "\(descriptors)/\(file)")
        } else {
            var template = Array((path + ".XXXXXX").utf8CString)
            file = mkstemp(&template)
            guard file >= 0 else { return nil }
            name = .temporary(
                String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self))
        }
        descriptor = file
        guard writeAll(bytes, to: descriptor), fsync(descriptor) == 0 else { return nil }
    }

    deinit {
        if case .temporary(let name) = name { unlink(name) }
        close(descriptor)
    }

    /// Gives the file its name.
    ///
    /// - Returns: whether it has it; if not, `errno` says why (`EEXIST`: another file has it).
    package func link(to path: String) -> Bool {
        switch name {
        case .none(let descriptorPath):
            linkat(AT_FDCWD, descriptorPath, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0
        case .temporary(let name): Glibc.link(name, path) == 0 && unlink(name) == 0
        }
    }
}
