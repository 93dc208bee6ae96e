import NIOPosix
import Testing

@testable import Blobs

@Suite struct FileBlobStoreTests {
    @Test func theAsynchronousCallsDoWhatTheBlockingOnesDo() async throws {
        try await withStore { store, folder in
            let writer = try await store.makeWriter()
            try await writer.write([1, 2])
            try await writer.write([3])
            let id = try await writer.commit()
            #expect(try await store.read(id) == [1, 2, 3])
            #expect(try await store.size(of: id) == 3)
            try await store.delete(id)
            #expect(try await store.size(of: id) == nil)
            await #expect(throws: BlobError.notFound) { try await store.read(id) }
            #expect(try folder.contents("blobs/tmp") == [])
        }
    }

    @Test func anAbortedWriterLeavesNothing() async throws {
        try await withStore { store, folder in
            let writer = try await store.makeWriter()
            try await writer.write([1, 2])
            await writer.abort()
            await #expect(throws: BlobError.closed) { try await writer.commit() }
            #expect(try folder.contents("blobs/tmp") == [])
        }
    }

    @Test func manyUploadsAtOnceAllArrive() async throws {
        try await withStore { store, _ in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<64 as Range<UInt8> {
                    group.addTask {
                        let bytes = [UInt8](repeating: number, count: 10_000)
                        let writer = try await store.makeWriter()
                        try await writer.write(bytes)
                        let id = try await writer.commit()
                        #expect(try await store.read(id) == bytes)
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    private func withStore(
        _ body: (any BlobStore, TemporaryDirectory) async throws -> Void
    ) async throws {
        let folder = try TemporaryDirectory()
        let threads = NIOThreadPool(numberOfThreads: 4)
        threads.start()
        let directory = try BlobDirectory(path: folder.path + "/blobs")
        let outcome: Result<Void, any Error>
        do {
            outcome = .success(try await body(FileBlobStore(directory, threads: threads), folder))
        } catch {
            outcome = .failure(error)
        }
        try await threads.shutdownGracefully()
        try outcome.get()
    }
}
