import Blobs
import Foundation
import RollcallAPI
import RollcallPhotos
import RollcallRPC
import TestPostgreSQL
import TestServers
import TestSupport
import Testing

@testable import Profile

/// A worker that fails costs its photo the sizes, and nothing else.
@Suite(.serialized, .onEachEngine) struct BrokenWorkerTests {
    private let program: PhotoProgram
    private let folder: TemporaryDirectory

    init() throws {
        program = try PhotoProgram()
        folder = try TemporaryDirectory()
    }

    /// A program that is run in place of the worker; `$real "$@"` is the worker.
    private func worker(_ script: String) throws -> PhotoProgram {
        let path = "\(folder.path)/worker"
        let text = "#!/bin/sh\nreal=\(program.path)\nlog=\(folder.path)/log\n\(script)\n"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        return try PhotoProgram(path: path)
    }

    /// How often the worker was run.
    private var runs: Int {
        (try? String(contentsOfFile: "\(folder.path)/log", encoding: .utf8).count) ?? 0
    }

    /// Whether the photo was given up.
    private func isGivenUp(_ photo: Photo, _ server: ProfileServer) async throws -> Bool {
        let id = try #require(BlobID(photo.photoID))
        return try await !server.store.mayHaveSquares(id)
    }

    @Test func aPhotoThatCannotBeDecodedIsServedAsItIs() async throws {
        let worker = try worker(#"printf . >> $log; exec $real "$@""#)
        try await withProfileServer(configure: { $0.photoProgram = worker }) { server in
            let anna = try await server.user(named: "anna")
            let berta = try await server.user(named: "berta")
            let photo = try await anna.upload(TestPhoto.made(1))
            try await eventually { try await isGivenUp(photo, server) }
            #expect(runs == 2)
            let error = try await failure { _ = try await berta.download(anna.id, size: 64) }
            #expect(error.is(.notFound, .photoNotFound))
            #expect(try await berta.download(anna.id).photo == photo)
            // Not even for those who ask for it is it tried again.
            #expect(runs == 2)
            #expect(try await server.stored.ids() == [photo.photoID])
            // Others have their sizes.
            _ = try await berta.upload(TestPhoto.decodable("small"))
            #expect(try await anna.download(berta.id, size: 64).photo?.width == 64)
        }
    }

    @Test func aWorkerThatIsKilledIsTriedOnceMore() async throws {
        let worker = try worker(
            #"printf . >> $log; [ "$(wc -c < $log)" != 1 ] || kill -9 $$; exec $real "$@""#)
        try await withProfileServer(configure: { $0.photoProgram = worker }) { server in
            let anna = try await server.user(named: "anna")
            _ = try await anna.upload(TestPhoto.decodable("small"))
            try await eventually { try await anna.profile(of: anna.id)?.photo?.placeholder != [] }
            #expect(runs == 2)
        }
    }

    @Test(arguments: [
        "kill -9 $$", "kill -SEGV $$", "kill -STOP $$", "sleep 60", "yes", "true", "false",
        // Well framed, but the squares are no photos.
        #"cat > /dev/null; for i in 1 2 3 4 5; do printf '\0\0\0\5<svg>'; done"#,
    ])
    func aWorkerThatFailsAlwaysCostsThePhotoItsSizesAlone(script: String) async throws {
        let worker = try worker("printf . >> $log; " + script)
        try await withProfileServer(
            configure: {
                $0.photoProgram = worker
                $0.photoWorkTime = .milliseconds(300)
            }
        ) { server in
            let anna = try await server.user(named: "anna")
            let photo = try await anna.upload(TestPhoto.decodable("small"))
            try await eventually { try await isGivenUp(photo, server) }
            #expect(runs == 2)
            #expect(try await anna.download(anna.id).photo == photo)
            try await server.collected()
            #expect(try await server.stored.ids() == [photo.photoID])
            // Uploads go on.
            #expect(try await anna.upload(TestPhoto.decodable("wide")).width == 576)
        }
    }

    // Ten photos, whose workers are killed in the midst of their work every other time.
    @Test func workersThatAreKilledLeaveNothingBehind() async throws {
        let worker = try worker(
            """
            printf . >> $log
            [ $(( $(wc -c < $log) % 2 )) = 0 ] || { $real "$@" | head -c 1000; kill -9 $$; }
            exec $real "$@"
            """)
        try await withProfileServer(configure: { $0.photoProgram = worker }) { server in
            var photos: [Photo] = []
            for number in 0..<10 {
                let user = try await server.user(named: "user\(number)")
                // A table that nothing uses makes another photo of the same picture.
                var photo = try TestPhoto.decodable("small")
                let table = [3] + [UInt8](repeating: UInt8(number + 1), count: 64)
                photo.insert(contentsOf: TestPhoto.segment(0xDB, table), at: 2)
                photos.append(try await user.upload(photo))
            }
            try await eventually {
                try await server.count("photo WHERE placeholder IS NULL AND attempts < 2") == 0
            }
            for (number, photo) in photos.enumerated() {
                let user = try await server.anyone.getProfile(
                    GetProfileRequest(user: .name("user\(number)")))
                #expect(user.profile?.displayName == "user\(number)")
                #expect(try await server.stored.ids().contains(photo.photoID))
            }
            try await server.collected()
            #expect(try await server.operator.checkPhotos() == [])
            #expect(try server.stored.unfinished.isEmpty)
        }
    }
}
