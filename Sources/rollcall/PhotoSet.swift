import ArgumentParser
import RollcallAPI
import RollcallClient
import RollcallRPC

struct Photo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Profile photos.",
        subcommands: [PhotoSet.self, PhotoGet.self, PhotoDelete.self])
}

struct PhotoSet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Upload your profile photo.",
        discussion: """
            A JPEG of at most 5 MiB and 2048 pixels a side. Where it was taken, and all else that \
            is not the picture, is removed before it is stored.

            JSON: {"height","photo_id","size","width"}, of the photo as it was stored.
            """)

    @Argument(help: "The file, or - for standard input.")
    var file: String

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await common.run { command in
            let bytes = try Self.read(file)
            let progress = ProgressBar(isShown: !common.json)
            defer { progress.clear() }
            let photo = try await command.rollcall.retryingWhenRefused {
                try await command.rollcall.profile.upload(bytes) {
                    progress.show($0, of: bytes.count)
                }
            }
            progress.clear()
            try command.output.say(photo.json, text: "Your \(photo.text)")
        }
    }

    /// A little more than a photo may have, so that it is Profile that refuses a larger one.
    private static let limit = 6 * 1024 * 1024

    private static func read(_ path: String) throws -> [UInt8] {
        do {
            return try InputFile(path: path).read(upTo: limit)
        } catch InputFile.Missing.file {
            throw Failure.noSuchFile(path)
        }
    }
}

extension ProfileServiceClient {
    /// - Parameter report: is told how many bytes were sent.
    func upload(
        _ bytes: [UInt8], report: (Int) -> Void
    ) async throws -> RollcallAPI.Photo {
        let call = try await uploadPhoto()
        var rest = bytes[...]
        do {
            while !rest.isEmpty {
                try await call.send(UploadPhotoRequest(chunk: Array(rest.prefix(65_536))))
                rest = rest.dropFirst(65_536)
                report(bytes.count - rest.count)
            }
        } catch is RPCError {
            // Refused while it streams: the answer says why.
        }
        guard let photo = try await call.finish().photo else {
            throw RPCError(.internal, "there is no photo in the answer")
        }
        return photo
    }
}
