import Foundation

/// An empty directory of its owner alone, removed with this value.
package final class TemporaryDirectory: Sendable {
    package let path: String

    package init() throws {
        path =
            FileManager.default.temporaryDirectory.path + "/rollcall-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}

/// Runs `body` with an empty directory, which is removed afterwards.
package func withDirectory(_ body: (URL) async throws -> Void) async throws {
    let directory = try TemporaryDirectory()
    try await body(URL(fileURLWithPath: directory.path))
    withExtendedLifetime(directory) {}
}
