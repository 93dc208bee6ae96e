import Foundation
import RollcallCrypto

/// A secret of the service that is not in its database, so that a copy of the database alone does
/// not tell who was there. Who loses it loses what limits had counted, and nothing else.
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
    /// - Throws: `Unusable`; `CryptoError`.
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

    /// Under another name first, so that a crash leaves no half of a key. A power cut can lose the
    /// file; see above for what is lost with it.
    private func make(_ random: RandomSource) throws {
        let unborn = path + ".new"
        let isMade = FileManager.default.createFile(
            atPath: unborn, contents: Data(try random.bytes(Self.byteCount)),
            attributes: [.posixPermissions: 0o600])
        guard isMade, rename(unborn, path) == 0 else {
            throw Unusable(description: "the key file \(path) cannot be made")
        }
    }
}
