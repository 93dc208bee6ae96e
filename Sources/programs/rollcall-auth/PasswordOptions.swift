import ArgumentParser
import Auth
import Daemon

/// Which passwords nobody may choose.
struct PasswordOptions: ParsableArguments {
    @Option(
        name: .customLong("password-filter"),
        help: ArgumentHelp(
            "Common or breached passwords that are refused, in place of the built-in ones: a file "
                + "that deploy/build-password-filter.py has made.",
            valueName: "file"))
    private var path: String?

    /// - Throws: `Failure`.
    func commonPasswords() throws -> CommonPasswords {
        guard let path else { return .builtIn }
        return try Failure.ofOption { try CommonPasswords(path: path) }
    }
}
