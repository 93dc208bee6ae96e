import ArgumentParser
import RollcallAPI
import RollcallRPC

/// The proof that the account's owner is at the terminal: the password, or the code of a mail; and
/// a code of the second factor, if the account has one.
struct ProofOptions: ParsableArguments {
    @OptionGroup var password: PasswordOptions

    @Option(
        help: ArgumentHelp(
            "The eight digits that were mailed to you, in place of the password.",
            valueName: "digits"))
    var mailedCode: String?

    @Option(
        help: ArgumentHelp(
            "A code of your authenticator app, or a recovery code, if your account has a factor.",
            valueName: "code"))
    var factorCode: String?

    func validate() throws {
        guard mailedCode == nil || password.asks else {
            throw ValidationError("Give one of these: --password-file, --mailed-code.")
        }
    }

    /// Makes a call with the proof, and once more with a code of the second factor if the call asks
    /// for it.
    ///
    /// - Parameter call: is given nil for an empty password: a fresh session may need none.
    func proving<Result>(
        _ call: (Reauthentication?) async throws -> Result
    ) async throws -> Result {
        var proof = Reauthentication(factorCode: factorCode ?? "")
        if let mailedCode {
            proof.proof = .mailedCode(mailedCode)
        } else {
            let password = try password.read(isNew: false)
            if !password.isEmpty { proof.proof = .password(password) }
        }
        do {
            return try await call(proof == Reauthentication() ? nil : proof)
        } catch let error as RPCError where error.reasons.contains(.factorRequired) {
            proof.factorCode = try Self.askForFactor()
            return try await call(proof)
        }
    }

    /// - Parameter command: the one whose option gives the code.
    static func askForFactor(_ command: String = "") throws -> String {
        try HiddenPrompt.ask(
            "Code of your authenticator app, or a recovery code: ", for: "the code",
            option: "\(command)--factor-code CODE")
    }
}
