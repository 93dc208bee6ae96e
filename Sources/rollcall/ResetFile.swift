/// Where a command that asks for a password reset leaves the secret that goes with the code.
struct ResetFile {
    private static let name = "reset"

    let directory: StateDirectory

    /// - Throws: `Failure` when nobody has asked.
    func flow() throws -> String {
        guard let bytes = try directory.read(Self.name) else {
            throw Failure(
                status: .usage, code: "FAILED_PRECONDITION",
                message:
                    "No code was asked for on this machine. Ask for one: rollcall password reset --email ADDRESS"
            )
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    func save(_ flow: String) throws {
        try directory.make()
        try directory.file(Self.name).replace(with: Array(flow.utf8), mode: 0o600)
    }

    func remove() throws {
        try directory.remove(Self.name)
    }
}
