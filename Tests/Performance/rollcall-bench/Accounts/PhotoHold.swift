import ArgumentParser
import RollcallAPI
import RollcallCrypto
import RollcallRPC

struct PhotoHold: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photo-hold",
        abstract: "Uploads photos but for their ends, says so, and waits until its input ends.")

    @OptionGroup var options: PhotoLoadOptions

    @Option(help: "Bytes of one message.")
    var chunk = 64 << 10

    func run() async throws {
        let users = try await options.makeUsers()
        var calls: [BidirectionalCall<UploadPhotoRequest, UploadPhotoProgress>] = []
        for (number, session) in users.sessions.enumerated() {
            let client = users.clients[number % users.clients.count]
            let call = try await client.uploadPhotoWithProgress(
                options: session.authorized(CallOptions()))
            let photo = users.photos.next()
            let declaration = PhotoDeclaration(
                size: UInt32(photo.count), sha256: SHA256Digest(of: photo).bytes)
            try await call.send(UploadPhotoRequest(declaration: declaration))
            for start in stride(from: 0, to: photo.count * 99 / 100, by: chunk) {
                let end = min(start + chunk, photo.count * 99 / 100)
                try await call.send(UploadPhotoRequest(chunk: Array(photo[start..<end])))
                // Profile reports that it has read a whole chunk. The last one may be too short for
                // that.
                if end == start + chunk { _ = try await call.responses.next() }
            }
            calls.append(call)
            // Profile refuses uploads when very many begin within a moment.
            try await Task.sleep(for: .milliseconds(5))
        }
        try report(["uploads": calls.count])
        while readLine() != nil {}
        withExtendedLifetime(calls) {}
    }
}
