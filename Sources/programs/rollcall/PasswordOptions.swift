import ArgumentParser

/// Where a password comes from: never the command line, which other users can read.
struct PasswordOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read the password from the first line of a file, - for standard input, instead of "
                + "asking for it.",
            valueName: "file"))
    var passwordFile: String?

    /// Whether a person is asked.
    var asks: Bool { passwordFile == nil }

    /// - Parameter isNew: asks twice, so that a slip of the finger does not become the password.
    func read(isNew: Bool) throws -> String {
        if let passwordFile { return try SecretFile.firstLine(of: passwordFile, "the password") }
        let ask = isNew ? HiddenPrompt.askTwice : HiddenPrompt.ask
        return try ask("Password: ", "the password", "--password-file")
    }
}

/// Where a password comes from that takes the place of another.
struct NewPasswordOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read the new password from the first line of a file, - for standard input, instead of "
                + "asking for it.",
            valueName: "file"))
    var newPasswordFile: String?

    func read() throws -> String {
        if let newPasswordFile {
            return try SecretFile.firstLine(of: newPasswordFile, "the new password")
        }
        return try HiddenPrompt.askTwice(
            "New password: ", for: "the new password", option: "--new-password-file")
    }
}
