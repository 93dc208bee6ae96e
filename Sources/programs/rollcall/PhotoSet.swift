import ArgumentParser
import RollcallAPI
import RollcallClient
import RollcallPhotos

struct PhotoSet: UserAction {
    static let name = "set"
    static let abstract = "Upload your profile photo."
    static let discussion = """
        A JPEG, PNG, WebP or HEIC of at most 67 megapixels, or a JPEG of 268. It is turned \
        upright, made smaller than 2048 pixels a side and 500 KB, and sent as a JPEG. The location \
        and all other metadata stay on this machine.

        The program rollcall-photo does that, in a sandbox. It is looked for beside this program, and \
        then in PATH.

        JSON: rollcall.v1.Photo, of the photo as it was stored.
        """

    @Argument(help: "The file, or - for standard input.")
    var file: String

    @Flag(
        help: """
            Send the file unchanged: a JPEG within the service's limits. The service removes all \
            metadata.
            """)
    var asItIs = false

    @Option(help: "Where the program rollcall-photo is.")
    var photoProgram: String?

    func run(_ command: Command) async throws {
        let program = asItIs ? nil : try PhotoProgram(path: photoProgram)
        guard var bytes = try InputFile.read(file, upTo: Self.limit) else {
            throw Failure.noSuchFile(file)
        }
        if let program { bytes = try await program.prepare(bytes) }
        let photo = try await command.rollcall.setPhoto(asItIs: bytes)
        try command.output.say(photo.json, text: "Your \(photo.text)")
    }

    /// A little more than is read or taken, so that it is the program or Profile that refuses a
    /// larger one.
    private static let limit = 65 * 1024 * 1024
}
