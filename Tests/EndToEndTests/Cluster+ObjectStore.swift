import Foundation
import TestObjectStore
import Testing

extension Cluster {
    /// Runs `body` with a cluster whose photos are in an S3 store.
    ///
    /// - Parameters:
    ///   - endpoint: of a server before the store.
    ///   - arguments: what Profile is started with besides.
    ///   - others: what Auth and Presence are started with besides.
    static func withPhotosInObjectStore(
        at endpoint: String? = nil, profile arguments: [String] = [],
        others: @escaping (Service) -> [String] = { _ in [] }, secondProfile: String? = nil,
        _ body: (Cluster) async throws -> Void
    ) async throws {
        let store = try await ObjectStoreServer.shared
        let keys = FileManager.default.temporaryDirectory.appending(
            path: "keys-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: keys) }
        let text = """
            aws_access_key_id = \(ObjectStoreServer.accessKey)
            aws_secret_access_key = \(ObjectStoreServer.secretKey)
            """
        try #require(
            FileManager.default.createFile(
                atPath: keys.path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600]
            ))
        let (place, endpoint) = (store.place(), endpoint ?? store.endpoint)
        let cluster = try Cluster(
            ownArguments: { service in
                guard service == .profile else { return others(service) }
                return arguments + [
                    "--photo-store", place, "--photo-store-endpoint", endpoint,
                    "--photo-store-credentials", keys.path,
                ]
            }, secondProfile: secondProfile)
        try await body(cluster)
    }
}
