import ArgumentParser
import Glibc

struct AccountExport: UserAction {
    static let name = "export"
    static let abstract = "Write all data of your account to a file."
    static let discussion = """
        The file is a tar archive. It appears when it is complete, and only you may read it. An \
        account can be exported once an hour.

        JSON: {"file","size"}
        """

    @Argument(help: "The file to write, such as account.tar.")
    var file: String

    @Flag(help: "Overwrite the file.")
    var force = false

    @OptionGroup var proof: ProofOptions

    func run(_ command: Command) async throws {
        if !force, access(file, F_OK) == 0 { throw Failure.fileExists(file) }
        // A place first: it cannot be exported again for an hour.
        let draft = try FileDraft(of: AtomicFile(path: file), mode: 0o600)
        var bytes: [UInt8] = []
        try await proof.proving {
            try await command.rollcall.exportAccount(proof: $0) { bytes += $0 }
        }
        try draft.keep(bytes, replacing: force)
        try command.output.say(
            ["file": file, "size": bytes.count], text: "\(file): \(bytes.count) bytes")
    }
}
