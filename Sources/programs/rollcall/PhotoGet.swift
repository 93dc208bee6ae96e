import ArgumentParser
import Glibc
import RollcallAPI
import RollcallCrypto
import RollcallRPC

struct PhotoGet: UserAction {
    static let name = "get"
    static let abstract = "Download a profile photo."
    static let discussion = """
        The file appears when the photo is complete and its digest was checked.

        JSON: rollcall.v1.Photo with "file".
        """

    @Argument(help: "The display name of its owner.")
    var name: String

    @Argument(help: "The file to write, or - for standard output.")
    var file: String

    @Flag(help: "Overwrite the file.")
    var force = false

    var subject: String? { name }

    func validate(with common: CommonOptions) throws {
        guard file != "-" || !common.json else {
            throw ValidationError(
                "Name a file: --json leaves no room for a photo on standard output.")
        }
    }

    func run(_ command: Command) async throws {
        if file != "-", !force, access(file, F_OK) == 0 { throw Failure.fileExists(file) }
        let owner = try await command.profile(of: name)
        let (photo, bytes) = try await command.rollcall.retryingWhenRefused {
            try await command.rollcall.profile.download(owner.userID)
        }
        guard file != "-" else { return try command.output.write(bytes) }
        try AtomicFile(path: file).write(bytes, mode: 0o644, replacing: force)
        try command.output.say(photo.json.with(["file": file]), text: "\(file): \(photo.text)")
    }
}

extension ProfileServiceClient {
    /// - Throws: `RPCError` (`dataLoss`) when what came is not what was announced.
    func download(_ userID: String) async throws -> (Photo, [UInt8]) {
        var photo = Photo()
        var bytes: [UInt8] = []
        for try await response in try await downloadPhoto(DownloadPhotoRequest(user: .id(userID))) {
            switch response.part {
            case .photo(let described): photo = described
            case .chunk(let chunk): bytes += chunk
            case nil: break
            }
            guard bytes.count <= Int(photo.size) else { throw damaged }
        }
        guard SHA256Digest(of: bytes).description == photo.photoID else { throw damaged }
        return (photo, bytes)
    }

    private var damaged: RPCError {
        RPCError(.dataLoss, "The photo did not arrive as it was announced. Try again.")
    }
}
