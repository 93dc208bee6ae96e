import Foundation
import Glibc
import RollcallBasics
import RollcallCrypto
import Storage

/// The file with the key that seals the database's master key (see `SealedTables`). It is not in
/// the database. So a stolen copy of Auth's database signs nothing, does not reveal who was there,
/// and opens no mailed link; one of Profile's opens no photo.
package struct SecretKeyFile: Sendable {
    static let byteCount = 32

    /// Why the file cannot be used, as a sentence for the operator.
    package struct Unusable: Error, CustomStringConvertible {
        package let description: String
        /// Whether the problem may end without action, as when the disk did not answer. A wrong
        /// configuration does not.
        package var mayPass = false
    }

    package let path: String

    package init(path: String) {
        self.path = path
    }

    /// - Returns: `nil` when the file does not exist.
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

    /// Reads the key, or makes one. If several processes start at once, all use the key of the
    /// first.
    ///
    /// - Throws: `Unusable`; `StorageError` (`noSpace`, `exhausted`); `CryptoError`.
    package func readOrMake(random: RandomSource = .system) throws -> Secret {
        if let secret = try read() { return secret }
        _ = try publish(draft(random: random))
        guard let secret = try read() else { throw unusable("is gone again") }
        return secret
    }

    /// Other users may not read or write the file. The group may read it. systemd's LoadCredential=
    /// grants access by an access control list, whose mask appears as the group's permissions.
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

    /// The error for the present `errno`.
    private func failure(_ attempt: String) -> any Error {
        let code = errno
        let error = StorageError.system(path)
        guard case .unusablePath = error else { return error }
        return Unusable(
            description: "the key file \(path) \(attempt): \(errorText(code))",
            mayPass: !Self.lasting.contains(code))
    }

    /// Errors that last until the path, the file or its directory is changed.
    private static let lasting = [
        ENOENT, EACCES, EPERM, EROFS, EISDIR, ENOTDIR, ELOOP, ENAMETOOLONG, ENXIO, EINVAL,
    ]

    func unusable(_ reason: String) -> Unusable {
        Unusable(description: "the key file \(path) \(reason)")
    }
}

extension SecretKeyFile {
    /// A new key, completely on the disk, in a file that has no name yet.
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

    /// Gives the new key its name, unless the name is in use by then.
    ///
    /// - Returns: whether this file got the name.
    /// - Throws: `Unusable`; `StorageError`.
    func publish(_ draft: Draft) throws -> Bool {
        let isPublished = draft.file.link(to: path)
        guard isPublished || errno == EEXIST, syncDirectory(of: path) else {
            throw failure("cannot be made")
        }
        return isPublished
    }
}
