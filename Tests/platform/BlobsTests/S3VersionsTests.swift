import NIOPosix
import TestObjectStore
import Testing

@testable import Blobs

/// A bucket that keeps versions keeps none of a blob that is deleted.
@Suite struct S3VersionsTests {
    @Test func aDeletedBlobLeavesNoVersion() async throws {
        let server = try await ObjectStoreServer.shared
        let bucket = ObjectStoreServer.versionedBucket
        let place = server.place(bucket: bucket)
        let prefix = place.dropFirst("s3://\(bucket)/".count)
        let threads = NIOThreadPool(numberOfThreads: 2)
        threads.start()
        let store = try server.store(at: place, threads: threads)
        func versions() async throws -> Int {
            let answer = try await server.ask("GET", "/\(bucket)?prefix=\(prefix)&versions=")
            return answer.split(separator: "<VersionId>").count - 1
        }
        for _ in 0..<3 {
            let writer = try await store.makeWriter()
            try await writer.write([1, 2, 3])
            _ = try await writer.commit()
        }
        let id = BlobID(of: [1, 2, 3])
        #expect(try await versions() == 3)
        try await store.delete(id)
        #expect(try await versions() == 0)
        await #expect(throws: BlobError.notFound) { try await store.read(id) }
        // Of what is gone as well, which makes a mark of a deletion.
        try await store.delete(id)
        #expect(try await versions() == 0)
        try await threads.shutdownGracefully()
    }
}
