import ArgumentParser
import RollcallAPI

/// The proof that the account's owner is at the terminal: the password, or the code of a mail.
struct ProofOptions: ParsableArguments {
    @OptionGroup var password: PasswordOptions

    @Option(
        help: ArgumentHelp(
            "The eight digits that were mailed to you, in place of the password.",
            valueName: "digits"))
    var mailedCode: String?

    func validate() throws {
        guard mailedCode == nil || password.asks else {
            throw ValidationError("Give one of these: --password-file, --mailed-code.")
        }
    }

    /// Nil for an empty password: a fresh session may need none.
    func read() throws -> Reauthentication? {
        if let mailedCode { return .mailedCode(mailedCode) }
        let password = try password.read(isNew: false)
        return password.isEmpty ? nil : .password(password)
    }
}
