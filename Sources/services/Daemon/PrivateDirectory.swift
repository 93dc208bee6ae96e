import Foundation
import Glibc
import RollcallBasics

/// A directory that only this user can look into.
enum PrivateDirectory {
    /// Makes the directory, and those above it, with mode 0700, unless it is there.
    ///
    /// - Returns: its absolute path, without a slash at the end.
    /// - Throws: `Failure` when it cannot be made or written to, or when it is open to others.
    static func make(_ path: String) throws -> String {
        let path = URL(fileURLWithPath: path, isDirectory: false).path
        var current = ""
        for component in path.split(separator: "/") {
            current += "/\(component)"
            guard mkdir(current, 0o700) == 0 || access(current, F_OK) == 0 else {
                throw unusable("make", path)
            }
        }
        try checkMode(path)
        guard access(path, W_OK | X_OK) == 0 else { throw unusable("write to", path) }
        return path
    }

    private static func checkMode(_ path: String) throws {
        var status = stat()
        guard stat(path, &status) == 0 else { throw unusable("read", path) }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw Failure("the data directory \(path) is not a directory", EX_CANTCREAT)
        }
        guard status.st_mode & 0o077 == 0 else {
            let mode = String(status.st_mode & 0o777, radix: 8)
            throw Failure(
                "the data directory \(path) is open to other users (mode \(mode)); "
                    + "close it: chmod 700 \(path)", EX_CONFIG)
        }
    }

    private static func unusable(_ verb: String, _ path: String) -> Failure {
        let code = errno
        if let full = Failure.full(code) { return full }
        return Failure(
            "cannot \(verb) the data directory \(path): \(errorText(code))", EX_CANTCREAT)
    }
}
