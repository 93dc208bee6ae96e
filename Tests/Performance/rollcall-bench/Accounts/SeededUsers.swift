import Foundation

/// All users that were seeded, by their ids: a file of 16 bytes each.
final class SeededUsers: Sendable {
    private let bytes: Data

    /// - Throws: what Foundation says of the file; `NoUsers`.
    init(path: String) throws {
        bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        guard bytes.count >= 16 else { throw NoUsers() }
    }

    struct NoUsers: Error {}

    /// One of them, each as likely, in the text form of a UUID.
    func random() -> String {
        let start = bytes.startIndex + 16 * Int.random(in: 0..<bytes.count / 16)
        var id = uuid_t(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        withUnsafeMutableBytes(of: &id) { _ = bytes.copyBytes(to: $0, from: start..<start + 16) }
        return UUID(uuid: id).uuidString.lowercased()
    }
}
