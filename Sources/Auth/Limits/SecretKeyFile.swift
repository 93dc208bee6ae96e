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
        /// Whether it may pass by itself, as when the disk did not answer. What is wrong with the
        /// configuration does not.
        package var mayPass = false
    }

    package let path: String

    package init(path: String) {
        self.path = path
    }

    /// - Returns: `nil` when there is no such file.
    /// - Throws: `Unusable`; `StorageError.exhausted`.
    package func read() throws -> Secret? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw failure("cannot be read")
        }
        defer { close(descriptor) }
        try checkMode(descriptor)
        var bytes = [UInt8](repeating: 0, count: Self.byteCount + 1)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { throw failure("cannot be read") }
        guard count == Self.byteCount else {
            throw unusable("is damaged; restore it from a backup")
        }
        return Secret(Array(bytes.prefix(Self.byteCount)))
    }

    /// Reads the key, or makes one. Of several processes that start at once all take the key of the
    /// first.
    ///
    /// - Throws: `Unusable`; `StorageError` (`noSpace`, `exhausted`); `CryptoError`.
    package func readOrMake(random: RandomSource = .system) throws -> Secret {
        if let secret = try read() { return secret }
        _ = try publish(draft(random: random))
        guard let secret = try read() else { throw unusable("is gone again") }
        return secret
    }

    /// Nobody else may read or write it. But the group may read: so the files look that systemd's
    /// LoadCredential= hands over by an access control list, whose mask stands in the group's place.
    private func checkMode(_ descriptor: CInt) throws {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure("cannot be read") }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw unusable("is not a file")
        }
        guard status.st_mode & 0o037 == 0 else {
            let mode = String(status.st_mode & 0o777, radix: 8)
            throw unusable("is open to other users (mode \(mode)); close it: chmod 600 \(path)")
        }
    }

    /// What `errno` says.
    private func failure(_ attempt: String) -> any Error {
        let code = errno
        let error = StorageError.system(path)
        guard case .unusablePath = error else { return error }
        return Unusable(
            description: "the key file \(path) \(attempt): \(String(cString: strerror(code)))",
            mayPass: !Self.lasting.contains(code))
    }

    /// What stays wrong until somebody changes the path, the file or its directory.
    private static let lasting = [
        ENOENT, EACCES, EPERM, EROFS, EISDIR, ENOTDIR, ELOOP, ENAMETOOLONG, ENXIO, EINVAL,
    ]

    func unusable(_ reason: String) -> Unusable {
        Unusable(description: "the key file \(path) \(reason)")
    }
}

extension SecretKeyFile {
    /// A new key, whole and on the disk in a file that has no name yet.
    struct Draft {
        let secret: Secret
        fileprivate let file: UnnamedFile
    }

    /// - Throws: as `readOrMake`.
    func draft(random: RandomSource) throws -> Draft {
        let bytes = try random.bytes(Self.byteCount)
        guard let file = UnnamedFile(for: path, holding: bytes) else {
            throw failure("cannot be made")
        }
        return Draft(secret: Secret(bytes), file: file)
    }

    /// Gives the new key its name, only if nothing has the name by then.
    ///
    /// - Returns: whether it has it.
    /// - Throws: `Unusable`; `StorageError`.
    func publish(_ draft: Draft) throws -> Bool {
        let isPublished = draft.file.link(to: path)
        guard isPublished || errno == EEXIST, syncDirectory(of: path) else {
            throw failure("cannot be made")
        }
        return isPublished
    }
}
