import Blobs
import Foundation
import NIOPosix
import TestObjectStore
import TestPostgreSQL
import TestSupport

/// The photos that a test's server has stored, seen and changed past the service: files beside
/// SQLite, objects of an S3 store beside PostgreSQL.
struct StoredPhotos: Sendable {
    let blobs: any BlobStore
    private let place: Place

    private enum Place: Sendable {
        case files(TemporaryDirectory)
        case objects(ObjectStoreServer, S3BlobStore, prefix: String)
    }

    /// - Parameter folder: where the files are, if they are files.
    init(in folder: TemporaryDirectory, threads: NIOThreadPool) async throws {
        guard TestEngine.current == .postgresql else {
            blobs = try FileBlobStore(
                BlobDirectory(path: folder.path + "/blobs"), threads: threads)
            place = .files(folder)
            return
        }
        let server = try await ObjectStoreServer.shared
        let prefix = UUID().uuidString
        var limits = S3Limits()
        // One instance alone writes here: nothing that was given up comes late.
        limits.settling = .zero
        let store = try server.store(
            at: server.place(prefix: prefix), limits: limits, threads: threads)
        blobs = store
        place = .objects(server, store, prefix: prefix)
    }

    /// The names of all photos and squares.
    func ids() async throws -> Set<String> {
        switch place {
        case .files(let folder): return try folder.blobs
        case .objects(let server, _, let prefix):
            let path = "/\(ObjectStoreServer.bucket)?list-type=2&max-keys=1000&prefix=\(prefix)"
            let keys = try await server.ask("GET", path).matches(of: /<Key>([^<]*)<\/Key>/)
            let names = keys.map { $0.1.split(separator: "/").map(String.init) }
            return Set(names.compactMap(\.last))
        }
    }

    /// Uploads under way, or left behind: a temporary file each. For an object store their bytes
    /// are gathered in memory: one entry for all of them.
    var unfinished: [String] {
        get throws {
            switch place {
            case .files(let folder): return try folder.temporaryFiles
            case .objects(_, let store, _):
                let count = store.gatheredBytes
                return count > 0 ? ["\(count) bytes"] : []
            }
        }
    }

    func bytes(of id: String) async throws -> [UInt8] {
        switch place {
        case .files(let folder): return try Array(Data(contentsOf: folder.blob(id)))
        case .objects:
            guard let id = BlobID(id) else { throw BlobError.notFound }
            return try await blobs.read(id)
        }
    }

    func remove(_ id: String) async throws {
        switch place {
        case .files(let folder): try FileManager.default.removeItem(at: folder.blob(id))
        case .objects(let server, _, let prefix): try await server.ask("DELETE", path(id, prefix))
        }
    }

    /// Keeps a file's mode, as decay does.
    func overwrite(_ id: String, with bytes: [UInt8]) async throws {
        switch place {
        case .files(let folder):
            let handle = try FileHandle(forWritingTo: folder.blob(id))
            try handle.truncate(atOffset: 0)
            try handle.write(contentsOf: Data(bytes))
            try handle.close()
        case .objects(let server, _, let prefix):
            try await server.ask("PUT", path(id, prefix), body: bytes)
        }
    }

    private func path(_ id: String, _ prefix: String) -> String {
        "/\(ObjectStoreServer.bucket)/\(prefix)/\(id)"
    }
}
