import ArgumentParser

/// Where a password comes from: never the command line, which other users can read.
struct PasswordOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read the password from the first line of a file, - for standard input, instead of "
                + "asking for it.",
            valueName: "file"))
    var passwordFile: String?

    /// - Parameter isNew: asks twice, so that a slip of the finger does not become the password.
    func read(isNew: Bool) throws -> String {
        if let passwordFile { return try firstLine(of: passwordFile) }
        let password = try HiddenPrompt.ask("Password: ")
        guard try !isNew || HiddenPrompt.ask("Again: ") == password else {
            throw Failure(
                status: .invalid, code: "INVALID_ARGUMENT",
                message: "The two passwords are not the same.")
        }
        return password
    }

    private func firstLine(of path: String) throws -> String {
        do {
            let bytes = try InputFile(path: path).read(upTo: 64 * 1024)
            let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
            guard let password = String(validating: line, as: UTF8.self) else {
                throw Failure.file(path, "the password is not UTF-8")
            }
            return password
        } catch InputFile.Missing.file {
            throw Failure.file(path, "there is no such file")
        }
    }
}
