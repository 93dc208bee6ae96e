import Blobs
import Dispatch
import Storage
import TestPostgreSQL
import TestSupport
import Testing

@testable import Profile

/// A photo that a write refers to of which nobody knows whether it will be committed.
@Suite struct UnsettledPhotoTests {
    /// On PostgreSQL the server may still work on a commit that Profile has given up.
    @Test func aPhotoIsNoGarbageWhileAWriteMayReferToIt() async throws {
        try await TestEngine.$current.withValue(.postgresql) {
            let location = try await TestEngine.location("unsettled")
            let server = try await PostgreSQLServer.shared
            var configuration = StoreConfiguration()
            // A body that waits is run once.
            configuration.repeatsBodies = false
            let (writer, collector) = try await blocking { [configuration] in
                try (
                    ProfileStore(location, configuration: configuration) { _ in },
                    ProfileStore(location) { _ in }
                )
            }
            let photo = try #require(BlobID(String(repeating: "7", count: 64)))
            try await writer.announce(photo)
            let mayCommit = DispatchSemaphore(value: 0)
            let (begun, hasBegun) = AsyncStream.makeStream(of: Void.self)
            let write = Task {
                try await writer.write { transaction in
                    try transaction.run(
                        Command<BlobID>("DELETE FROM garbage WHERE photoID = $1"), photo)
                    hasBegun.finish()
                    mayCommit.wait()
                }
            }
            for await _ in begun {}
            let garbage = Task { try await collector.beginRemoval(of: [photo], token: 1, lease: 0) }
            let session = try PostgreSQLSession(of: server)
            try await eventually {
                try session.execute("SELECT count(*) FROM pg_locks WHERE NOT granted") != "0"
            }
            mayCommit.signal()
            try await write.value
            #expect(try await garbage.value == [])
            try await blocking {
                try writer.close()
                try collector.close()
            }
        }
    }
}
