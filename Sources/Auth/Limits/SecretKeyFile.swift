import Foundation
import Glibc
import RollcallCrypto
import Storage

/// The file with the key that the database's master key is sealed with (see `AuthStore.unlock`). It is
/// not in the database, so that a copy of the database alone signs nothing, does not tell who was
/// there, and opens no link.
package struct SecretKeyFile: Sendable {
    static let byteCount = 32

    /// Why the file cannot be used: a sentence for the operator.
    package struct Unusable: Error, CustomStringConvertible {
        package let description: String
    }

    package let path: String

    package init(path: String) {
        self.path = path
    }

    /// - Returns: `nil` when there is no such file.
    /// - Throws: `Unusable`.
    package func read() throws -> Secret? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw unusable("cannot be read: \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        try checkMode(descriptor)
        var bytes = [UInt8](repeating: 0, count: Self.byteCount + 1)
        guard Glibc.read(descriptor, &bytes, bytes.count) == Self.byteCount else {
            throw unusable("is damaged; restore it from a backup")
        }
        return Secret(Array(bytes.prefix(Self.byteCount)))
    }

    /// Reads the key, or makes one.
    ///
    /// - Throws: `Unusable`; `StorageError.noSpace`; `CryptoError`.
    package func readOrMake(random: RandomSource = .system) throws -> Secret {
        if let secret = try read() { return secret }
        try make(random)
        guard let secret = try read() else { throw unusable("is gone again") }
        return secret
    }

    /// Nobody else may read or write it. But the group may read: so the files look that systemd's
    /// LoadCredential= hands over by an access control list, whose mask stands in the group's place.
    private func checkMode(_ descriptor: CInt) throws {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw unusable("is not a file")
        }
        guard status.st_mode & 0o037 == 0 else {
            let mode = String(status.st_mode & 0o777, radix: 8)
            throw unusable("is open to other users (mode \(mode)); close it: chmod 600 \(path)")
        }
    }

    /// Whole before it has its name, so that a crash leaves no half of a key, and only if nothing has
    /// the name by then: of several processes that start at once all take the key of the first.
    private func make(_ random: RandomSource) throws {
        let bytes = try random.bytes(Self.byteCount)
        var unborn = Array((path + ".XXXXXX").utf8CString)
        let descriptor = mkstemp(&unborn)
        guard descriptor >= 0 else { throw cannotBeMade() }
        defer {
            unlink(unborn)
            close(descriptor)
        }
        guard write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0,
            link(unborn, path) == 0 || errno == EEXIST, syncDirectory(of: path)
        else { throw cannotBeMade() }
    }

    private func cannotBeMade() -> any Error {
        let error = StorageError.system(path)
        guard error != .noSpace else { return error }
        return unusable("cannot be made: \(String(cString: strerror(errno)))")
    }

    func unusable(_ reason: String) -> Unusable {
        Unusable(description: "the key file \(path) \(reason)")
    }
}
