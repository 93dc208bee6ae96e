import ArgumentParser
import RollcallAPI
import RollcallClient

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
            A JPEG of at most 5 MiB and 2048 pixels a side, unless Profile is configured otherwise. Where it was taken, and all else that \
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
