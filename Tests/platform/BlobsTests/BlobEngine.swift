import Foundation
import NIOPosix
import TestObjectStore
import TestSupport

@testable import Blobs

/// The engines that blobs are kept in. What a test of `BlobStoreTests` shows holds on each.
enum BlobEngine: CaseIterable {
    case files, objects
    /// Objects of a bucket that is named in the host.
    case objectsByHost

    /// Runs `body` with a store of its own.
    func withStore(
        blobLimit: Int = 5 << 20, _ body: (TestedStore) async throws -> Void
    ) async throws {
        let folder = try TemporaryDirectory()
        let threads = NIOThreadPool(numberOfThreads: 8)
        threads.start()
        let outcome: Result<Void, any Error>
        do {
            let store = try await store(in: folder, blobLimit, threads)
            outcome = .success(try await body(store))
        } catch {
            outcome = .failure(error)
        }
        try await threads.shutdownGracefully()
        try outcome.get()
    }

    private func store(
        in folder: TemporaryDirectory, _ blobLimit: Int, _ threads: NIOThreadPool
    ) async throws -> TestedStore {
        switch self {
        case .files:
            let path = folder.path + "/blobs"
            let directory = try BlobDirectory(path: path, blobLimit: blobLimit)
            return TestedStore(blobs: FileBlobStore(directory, threads: threads)) { id, bytes in
                // Keeps the file's mode, as decay does.
                let file = URL(fileURLWithPath: "\(path)/\(id.shard)/\(id.hex)")
                let handle = try FileHandle(forWritingTo: file)
                try handle.truncate(atOffset: 0)
                try handle.write(contentsOf: Data(bytes))
                try handle.close()
            }
        case .objects, .objectsByHost:
            let server = try await ObjectStoreServer.shared
            let prefix = UUID().uuidString
            var limits = S3Limits()
            // So that what takes several pages is tested.
            limits.pageSize = 3
            let blobs = try server.store(
                at: server.place(prefix: prefix),
                addressing: self == .objects ? .path : .host, limits: limits,
                blobLimit: blobLimit, threads: threads)
            return TestedStore(blobs: blobs) { id, bytes in
                let path = "/\(ObjectStoreServer.bucket)/\(prefix)/\(id.hex)"
                try await server.ask("PUT", path, body: bytes)
            }
        }
    }
}

struct TestedStore: Sendable {
    let blobs: any BlobStore
    /// Replaces the bytes of a blob, as decay does.
    let overwrite: @Sendable (BlobID, [UInt8]) async throws -> Void

    /// Writes a whole blob, in chunks of the given size.
    func put(_ bytes: [UInt8], chunk: Int = .max) async throws -> BlobID {
        let writer = try await blobs.makeWriter()
        var rest = bytes[...]
        while !rest.isEmpty {
            try await writer.write(Array(rest.prefix(chunk)))
            rest = rest.dropFirst(chunk)
        }
        return try await writer.commit()
    }

    func blobs(besides id: BlobID) async throws -> [BlobID] {
        try await blobs.blobs(inShard: id.byte)
    }
}

extension BlobID {
    /// Its first byte.
    var byte: UInt8 { UInt8(shard, radix: 16) ?? 0 }
}
