import Foundation
import Glibc
import RollcallCrypto
import Storage

/// A secret of the service that is not in its database, so that a copy of the database alone does
/// not tell who was there, and opens no link. Who loses it loses what limits had counted, the codes
/// and links that are under way, the pages of lists that were begun; that a service which follows the
/// revocations finds out that the database was set back, and that a refresh token which was spent
/// before is known as stolen when it comes back. Nobody is signed out, but for who has just lost the
/// reply to a refresh.
package struct SecretKeyFile: Sendable {
    static let byteCount = 32

    /// Why the file cannot be used: a sentence for the operator.
    package struct Unusable: Error, CustomStringConvertible {
        package let description: String
    }

    let path: String

    package init(path: String) {
        self.path = path
    }

    /// Reads the key, or makes one.
    ///
    /// - Throws: `Unusable`; `StorageError.noSpace`; `CryptoError`.
    package func read(random: RandomSource = .system) throws -> Secret {
        if !FileManager.default.fileExists(atPath: path) { try make(random) }
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw Unusable(description: "the key file \(path) cannot be read")
        }
        guard bytes.count == Self.byteCount else {
            throw Unusable(
                description: "the key file \(path) is damaged; restore it, or take it away")
        }
        return Secret([UInt8](bytes))
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
        let reason = String(cString: strerror(errno))
        return Unusable(description: "the key file \(path) cannot be made: \(reason)")
    }
}
