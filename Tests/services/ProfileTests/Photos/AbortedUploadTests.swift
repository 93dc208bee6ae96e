import RollcallAPI
import RollcallRPC
import TestPostgreSQL
import TestServers
import TestSupport
import Testing

@testable import Profile

/// An upload that does not come to its end leaves nothing: no file, no row, no slot. B06
@Suite(.serialized, .onEachEngine) struct AbortedUploadTests {
    @Test func whenTheClientCancels() async throws {
        try await abort { _, call in call.cancel() }
    }

    @Test func whenTheConnectionIsLost() async throws {
        try await abort { server, _ in server.server.severConnections() }
    }

    @Test func whenTheDeadlinePasses() async throws {
        try await abort(timeout: .milliseconds(800)) { _, _ in
            // Longer than the deadline.
            try await elapse(.milliseconds(900))
        }
    }

    @Test func whenItComesAByteAtATimeAndTakesTooLong() async throws {
        try await abort(uploadTime: .milliseconds(1500)) { _, call in
            let begin = ContinuousClock.now
            await #expect(throws: RPCError.self) {
                while true {
                    try await call.send(UploadPhotoRequest(chunk: [0]))
                    try await elapse(.milliseconds(20))
                }
            }
            #expect(.now - begin < .seconds(10))
        }
    }

    private func abort(
        timeout: Duration? = nil, uploadTime: Duration? = nil,
        _ abort:
            @escaping (ProfileServer, PhotoUploadCall) async throws -> Void
    ) async throws {
        try await withProfileServer { configuration in
            configuration.uploadsPerUser = 1
            if let uploadTime { configuration.uploadTime = uploadTime }
        } _: { server in
            let anna = try await server.user(named: "anna")
            let photo = TestPhoto.made(1, dataSize: 190_000)
            let call = try await anna.beginUpload(of: photo, timeout: timeout)
            try? await call.send(UploadPhotoRequest(chunk: Array(photo.dropLast(1000))))
            if timeout == nil {
                try await eventually { try server.stored.unfinished.count == 1 }
            }
            try await abort(server, call)
            _ = try await failure { _ = try await call.finish() }
            try await eventually { try server.stored.unfinished.isEmpty }
            #expect(try await server.stored.ids() == [])
            #expect(try await server.count("garbage") == 0)
            // The only slot is free again.
            try await eventually { (try? await anna.upload(photo)) != nil }
        }
    }
}
