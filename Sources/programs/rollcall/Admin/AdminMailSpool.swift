import ArgumentParser
import Glibc
import RollcallAPI

struct AdminMailSpool: AdminAction {
    static let name = "spool"
    static let abstract = "Get the mails that went to the spool, as no mail server is configured."
    static let discussion = """
        The mails contain codes and links. So they are written to files that only this user can \
        read, unless --show-sensitive prints them.

        JSON, for each: {"file"}, and with --show-sensitive "text".
        """

    @Option(
        name: .customLong("out"),
        help: ArgumentHelp(
            "Where they go: a directory, made if missing. Those that it has are not written again.",
            valueName: "directory"))
    var directory: String?

    @Flag(help: "Print the mails.")
    var showSensitive = false

    func validate() throws {
        guard (directory != nil) != showSensitive else {
            throw ValidationError("Say where the mails go: --out DIRECTORY or --show-sensitive.")
        }
    }

    func run(_ session: AdminSession) async throws {
        if let directory { try StateDirectory(path: directory).makeMissing() }
        var token = ""
        repeat {
            let page = try await session.auth.listSpool(ListSpoolRequest(pageToken: token))
            for mail in page.mails { try take(mail, session.output) }
            token = page.nextPageToken
        } while !token.isEmpty
    }

    private func take(_ mail: SpooledMail, _ output: Output) throws {
        guard let directory else {
            return try output.say(
                ["file": mail.file, "text": mail.text], text: "\(mail.file)\n\(mail.text)")
        }
        // The name is the service's word, and must not lead elsewhere.
        guard !mail.file.contains("/"), !mail.file.hasPrefix(".") else {
            throw Failure.file(mail.file, "the service names a mail by a path; nothing was written")
        }
        let path = "\(directory)/\(mail.file)"
        guard access(path, F_OK) != 0 else { return }
        try AtomicFile(path: path).write(Array(mail.text.utf8), mode: 0o600)
        try output.say(["file": path], text: path)
    }
}
