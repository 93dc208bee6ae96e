import NIOPosix
import Testing

@testable import Blobs

/// What holds of a store of blobs, whatever it keeps them in.
@Suite struct BlobStoreTests {
    @Test(arguments: BlobEngine.allCases, [0, 1, 4096, 100_000, 5 << 20])
    func whatWasWrittenIsRead(_ engine: BlobEngine, _ size: Int) async throws {
        try await engine.withStore { store in
            let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            let id = try await store.put(bytes, chunk: 64 << 10)
            #expect(id == BlobID(of: bytes))
            #expect(try await store.blobs.read(id) == bytes)
            #expect(try await store.blobs.check(id) == size)
            #expect(try await store.put(bytes) == id)
            #expect(try await store.blobs(besides: id) == [id])
        }
    }

    @Test(arguments: BlobEngine.allCases)
    func nothingIsReadableBeforeTheCommit(_ engine: BlobEngine) async throws {
        try await engine.withStore { store in
            let writer = try await store.blobs.makeWriter()
            try await writer.write([1, 2])
            try await writer.write([3])
            let id = BlobID(of: [1, 2, 3])
            await #expect(throws: BlobError.notFound) { try await store.blobs.read(id) }
            #expect(try await store.blobs(besides: id) == [])
            #expect(try await writer.commit() == id)
            #expect(try await store.blobs.read(id) == [1, 2, 3])
            await #expect(throws: BlobError.closed) { try await writer.commit() }
            await #expect(throws: BlobError.closed) { try await writer.write([4]) }
        }
    }

    @Test(arguments: BlobEngine.allCases)
    func anAbortedOrDroppedWriterLeavesNothing(_ engine: BlobEngine) async throws {
        try await engine.withStore { store in
            let aborted = try await store.blobs.makeWriter()
            try await aborted.write([1, 2])
            await aborted.abort()
            await #expect(throws: BlobError.closed) { try await aborted.commit() }
            do {
                let dropped = try await store.blobs.makeWriter()
                try await dropped.write([1, 2])
            }
            let id = BlobID(of: [1, 2])
            await #expect(throws: BlobError.notFound) { try await store.blobs.read(id) }
            #expect(try await store.blobs(besides: id) == [])
        }
    }

    @Test(arguments: BlobEngine.allCases)
    func deletingTwiceIsDeletingOnce(_ engine: BlobEngine) async throws {
        try await engine.withStore { store in
            let (id, kept) = (try await store.put([1]), try await store.put([2]))
            try await store.blobs.delete(id)
            try await store.blobs.delete(id)
            await #expect(throws: BlobError.notFound) { try await store.blobs.read(id) }
            #expect(try await store.blobs(besides: id) == [])
            #expect(try await store.blobs.read(kept) == [2])
            #expect(try await store.put([1]) == id)
            #expect(try await store.blobs.read(id) == [1])
        }
    }

    @Test(arguments: BlobEngine.allCases)
    func identicalBytesWrittenAtOnceAreOneBlob(_ engine: BlobEngine) async throws {
        try await engine.withStore { store in
            let bytes = [UInt8](repeating: 9, count: 50_000)
            let ids = try await withThrowingTaskGroup(of: BlobID.self) { group in
                for _ in 0..<16 { group.addTask { try await store.put(bytes, chunk: 7000) } }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            let id = BlobID(of: bytes)
            #expect(ids == [id])
            #expect(try await store.blobs.read(id) == bytes)
            #expect(try await store.blobs(besides: id) == [id])
        }
    }

    @Test(arguments: BlobEngine.allCases)
    func manyUploadsAtOnceAllArrive(_ engine: BlobEngine) async throws {
        try await engine.withStore { store in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<64 as Range<UInt8> {
                    group.addTask {
                        let bytes = [UInt8](repeating: number, count: 10_000)
                        let id = try await store.put(bytes, chunk: 3000)
                        #expect(try await store.blobs.read(id) == bytes)
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test(arguments: BlobEngine.allCases)
    func aBlobAboveTheLimitIsRefused(_ engine: BlobEngine) async throws {
        try await engine.withStore(blobLimit: 1000) { store in
            let writer = try await store.blobs.makeWriter()
            try await writer.write([UInt8](repeating: 1, count: 1000))
            await #expect(throws: BlobError.tooLarge) { try await writer.write([1]) }
            await #expect(throws: BlobError.closed) { try await writer.commit() }
        }
    }

    @Test(arguments: BlobEngine.allCases)
    func damagedBytesAreNeverServed(_ engine: BlobEngine) async throws {
        try await engine.withStore(blobLimit: 1000) { store in
            let bytes = (0..<999).map { UInt8(truncatingIfNeeded: $0) }
            let id = try await store.put(bytes)
            var flipped = bytes
            flipped[500] ^= 1
            for damaged in [flipped, Array(bytes.dropLast()), bytes + [0], []] {
                try await store.overwrite(id, damaged)
                await #expect(throws: BlobError.dataLoss) { try await store.blobs.read(id) }
            }
            try await store.overwrite(id, bytes + bytes)
            await #expect(throws: BlobError.tooLarge) { try await store.blobs.read(id) }
            // Uploading it once more heals it.
            #expect(try await store.put(bytes) == id)
            #expect(try await store.blobs.read(id) == bytes)
        }
    }

    @Test(arguments: BlobEngine.allCases)
    func aBlobThatIsCheckedIsSoundDamagedOrMissing(_ engine: BlobEngine) async throws {
        try await engine.withStore(blobLimit: 1000) { store in
            let bytes = (0..<999).map { UInt8(truncatingIfNeeded: $0) }
            let id = try await store.put(bytes)
            #expect(try await store.blobs.check(id) == 999)
            var flipped = bytes
            flipped[500] ^= 1
            for damaged in [flipped, Array(bytes.dropLast()), bytes + [0], []] {
                try await store.overwrite(id, damaged)
                await #expect(throws: BlobError.dataLoss) { try await store.blobs.check(id) }
            }
            try await store.overwrite(id, bytes + bytes)
            await #expect(throws: BlobError.tooLarge) { try await store.blobs.check(id) }
            try await store.blobs.delete(id)
            await #expect(throws: BlobError.notFound) { try await store.blobs.check(id) }
        }
    }

    @Test(arguments: BlobEngine.allCases)
    func aListingHasAllBlobsOfItsShardAndNoOthers(_ engine: BlobEngine) async throws {
        try await engine.withStore { store in
            // Ten of one shard and some of others.
            let all = (0..<4000).map { Array("blob \($0)".utf8) }
            let shard = BlobID(of: all[0]).byte
            let (inside, outside) = (
                all.filter { BlobID(of: $0).byte == shard }.prefix(10),
                all.filter { BlobID(of: $0).byte != shard }.prefix(5)
            )
            #expect(inside.count == 10)
            for bytes in inside + outside { _ = try await store.put(bytes) }
            let listed = try await store.blobs.blobs(inShard: shard)
            #expect(Set(listed) == Set(inside.map { BlobID(of: $0) }) && listed.count == 10)
        }
    }

    @Test(arguments: BlobEngine.allCases)
    func aCancelledCallDoesNothing(_ engine: BlobEngine) async throws {
        try await engine.withStore { store in
            let id = try await store.put([1])
            let call = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                try await store.blobs.delete(id)
            }
            await #expect(throws: CancellationError.self) { try await call.value }
            #expect(try await store.blobs.read(id) == [1])
        }
    }
}
