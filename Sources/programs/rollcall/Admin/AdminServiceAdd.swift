import ArgumentParser
import Glibc
import RollcallAPI

struct AdminServiceAdd: AdminAction {
    static let name = "add"
    static let abstract = "Make a credential for a service."
    static let discussion = """
        The credential is written to a file that only this user can read. It cannot be shown \
        again. If it is lost, make another with --replace.

        JSON: the service, and with --show-sensitive "credential".
        """

    @Argument(help: "The name of the service: 1 to 32 of a to z, 0 to 9 and -.")
    var name: String

    @Option(
        name: .customLong("out"),
        help: ArgumentHelp(
            "Where the credential goes; there must be no such file.",
            valueName: "file"))
    var file: String?

    @Flag(help: "Print the credential.")
    var showSensitive = false

    @Flag(help: "Replace the credential of an existing service.")
    var replace = false

    var subject: String? { name }

    func validate() throws {
        guard (file != nil) != showSensitive else {
            throw ValidationError("Say where the credential goes: --out FILE or --show-sensitive.")
        }
    }

    func run(_ session: AdminSession) async throws {
        guard let file else {
            let response = try await make(session)
            return try session.output.say(
                (response.service?.json ?? [:]).with(["credential": response.credential]),
                text: response.credential)
        }
        // A place first: a credential that cannot be written down is of no use.
        guard access(file, F_OK) != 0 else {
            throw Failure(.conflict, "\(file) exists. Name another file.")
        }
        let draft = try FileDraft(of: AtomicFile(path: file), mode: 0o600)
        let response = try await make(session)
        try draft.keep(Array("\(response.credential)\n".utf8))
        // The file stays though nobody reads this: the credential is nowhere else.
        try session.output.say(
            response.service?.json ?? [:], text: "The credential of \(name) is in \(file).")
    }

    private func make(_ session: AdminSession) async throws -> AddServiceResponse {
        try await session.auth.addService(AddServiceRequest(name: name, replaces: replace))
    }
}
