import ArgumentParser
import RollcallAPI

struct SignUp: UserAction {
    static let name = "sign-up"
    static let abstract = "Make an account, and sign in to it."
    static let discussion = """
        A session that this machine had before is signed out.

        If it is not known whether an account was made, as no answer came, the same command with \
        the same --idempotency-key signs in to it, or makes it.

        JSON: the session, as whoami prints it.
        """

    @Option(help: ArgumentHelp("Your e-mail address.", valueName: "address"))
    var email: String

    @Option(
        help: ArgumentHelp(
            """
            What others see: 3 to 30 ASCII letters, digits, _ and . Without it the account has no \
            display name until profile set --name gives it one.
            """, valueName: "display-name"))
    var name: String?

    @Option(
        help: ArgumentHelp(
            "The language of mails to you, such as de-AT; the deployment's own by default.",
            valueName: "tag"))
    var locale = ""

    @Option(
        help: ArgumentHelp(
            """
            Names this sign-up, so that to run it again makes no second account: 16 to 64 of \
            A to Z, a to z, 0 to 9, _ and -.
            """, valueName: "key"))
    var idempotencyKey: String?

    @OptionGroup var password: PasswordOptions
    @OptionGroup var device: DeviceOptions

    func run(_ command: Command) async throws {
        let hadSession = try command.store.load() != nil
        if password.asks { try await prepare(command, hadSession) }
        let password = try password.read(isNew: true)
        let session = try await about(name) {
            try await command.rollcall.signUp(
                email: email, password: password, displayName: name ?? "",
                deviceLabel: device.label, platform: device.platform,
                appVersion: device.appVersion, locale: locale, idempotencyKey: idempotencyKey)
        }
        try command.output.say(
            session.json.with(["displayName": name]),
            text: "Signed up and signed in as \(name ?? session.email)."
                + (hadSession ? Self.ended : ""))
    }

    private static let ended = " The session that was here before has ended."

    /// Says what is wrong before anybody thinks of a password. A sign-up that may be run again is
    /// left alone: its name is taken by itself.
    private func prepare(_ command: Command, _ hasSession: Bool) async throws {
        if idempotencyKey == nil {
            try await about(name) {
                try await command.rollcall.checkSignUp(
                    email: email, displayName: name ?? "", locale: locale)
            }
        }
        if hasSession {
            Output.standardError.write(
                "You are signed in on this machine. The sign-up ends that session.\n")
        }
    }
}
