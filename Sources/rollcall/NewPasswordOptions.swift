import ArgumentParser

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
