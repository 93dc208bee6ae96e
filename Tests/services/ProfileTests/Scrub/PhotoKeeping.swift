import Blobs
import Foundation
import NIOPosix
import TestObjectStore
import TestSupport

@testable import Profile

/// Where the photos of a test are, with what only a disk or a store itself does to them.
enum PhotoKeeping: CaseIterable {
    case files, objects

    /// Runs `body` with a server of its own, whose work beside the calls is the test's to do.
    func withServer(
        configure: (inout ProfileConfiguration) -> Void = { _ in },
        _ body: @escaping (ProfileServer, KeptPhotos) async throws -> Void
    ) async throws {
        let threads = NIOThreadPool(numberOfThreads: 8)
        threads.start()
        let outcome: Result<Void, any Error>
        do {
            let (blobs, kept) = try await photos(threads)
            try await withProfileServer(
                isCollecting: false, blobs: blobs, configure: configure
            ) { server in
                try await body(server, kept)
            }
            outcome = .success(())
        } catch {
            outcome = .failure(error)
        }
        try await threads.shutdownGracefully()
        try outcome.get()
    }

    private func photos(_ threads: NIOThreadPool) async throws -> (any BlobStore, KeptPhotos) {
        switch self {
        case .files:
            let folder = try TemporaryDirectory()
            let directory = try BlobDirectory(path: folder.path + "/blobs")
            return (FileBlobStore(directory, threads: threads), .files(in: folder))
        case .objects:
            let objects = try await ObjectStoreServer.shared
            let prefix = UUID().uuidString
            var limits = S3Limits()
            // The store is a moment away.
            limits.settling = .seconds(1)
            let blobs = try objects.store(
                at: objects.place(prefix: prefix), limits: limits, threads: threads)
            return (blobs, .objects(objects, prefix))
        }
    }
}

/// What happens to stored photos behind the service's back.
struct KeptPhotos: Sendable {
    /// Replaces the bytes, or puts a file there.
    let write: @Sendable (_ id: String, [UInt8]) async throws -> Void
    let remove: @Sendable (_ id: String) async throws -> Void
    /// Waits until what was uploaded has settled.
    let settle: @Sendable () async throws -> Void
    /// What was moved aside; nil for nothing.
    let quarantined: @Sendable (_ id: String) async throws -> [UInt8]?

    fileprivate static func files(in folder: TemporaryDirectory) -> KeptPhotos {
        KeptPhotos { id, bytes in
            let path = folder.blob(id).path
            let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
            _ = FileManager.default.createFile(
                atPath: path, contents: Data(bytes), attributes: attributes)
        } remove: { id in
            try FileManager.default.removeItem(at: folder.blob(id))
        } settle: {
        } quarantined: { id in
            FileManager.default.contents(atPath: "\(folder.path)/blobs/quarantine/\(id)")
                .map(Array.init)
        }
    }

    fileprivate static func objects(
        _ server: ObjectStoreServer, _ prefix: String
    ) -> KeptPhotos {
        let place = "/\(ObjectStoreServer.bucket)/\(prefix)"
        return KeptPhotos { id, bytes in
            try await server.ask("PUT", "\(place)/\(id)", body: bytes)
        } remove: { id in
            try await server.ask("DELETE", "\(place)/\(id)")
        } settle: {
            try await Task.sleep(for: .milliseconds(1050))
        } quarantined: { id in
            try? await Array(server.ask("GET", "\(place)/quarantine/\(id)").utf8)
        }
    }
}
