import ArgumentParser
import RollcallAPI

struct EmailSend: UserAction {
    static let name = "send"
    static let abstract = "Send a code to your primary address, to verify it."
    static let discussion = #"JSON: {"expiresAtMs"}, null when nothing is to be verified."#

    func run(_ command: Command) async throws {
        let expiresAtMs = try await command.rollcall.sendVerification()
        try command.output.say(
            ["expiresAtMs": expiresAtMs],
            text: expiresAtMs == nil
                ? "Your address is verified already, or you have none."
                : "A mail is on its way. Then: rollcall email verify DIGITS")
    }
}

struct EmailVerify: UserAction {
    static let name = "verify"
    static let abstract = "Verify an address of yours, by the code of the mail or by its link."
    static let discussion = #"JSON: {"verified":true}"#

    @Argument(help: "The eight digits of the mail.")
    var code: String?

    @Option(help: ArgumentHelp(MailedLink.help, valueName: "token"))
    var link: String?

    @Option(
        help: ArgumentHelp(
            "The address that email add has mailed the code to; your primary one by default.",
            valueName: "address"))
    var email: String?

    func validate() throws {
        guard (code == nil) != (link == nil), email == nil || code != nil else {
            throw ValidationError("Give the code, or --link alone.")
        }
    }

    func run(_ command: Command) async throws {
        if let code {
            _ = try await command.rollcall.account.verifyAddress(
                VerifyAddressRequest(code: code, email: email ?? ""))
        }
        if let link {
            _ = try await MailedLink(link).follow(for: .verifyAddress, command.rollcall)
        }
        try command.output.say(["verified": true], text: "Your address is verified.")
    }
}

struct EmailUndo: UserAction {
    static let name = "undo"
    static let abstract =
        "Undo a change or removal of your address, by the link that was mailed to it."
    static let discussion = """
        The address becomes the only one of the account. All sessions of the account end, and its \
        password no longer works. A mail with a code to choose another one is sent at once.

        JSON: {"undone":true}
        """

    @Argument(help: ArgumentHelp(MailedLink.help))
    var token: String

    func run(_ command: Command) async throws {
        let answer = try await MailedLink(token).follow(for: .undoAddressChange, command.rollcall)
        try command.store.directory.reset.save(answer.flow)
        try command.output.say(
            ["undone": true],
            text: """
                You have your address again. A mail with a code is on its way. Then: \
                rollcall password reset --code DIGITS
                """)
    }
}
