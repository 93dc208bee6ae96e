import ArgumentParser

struct SignIn: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Sign in.",
        discussion: """
            A session that this machine had before is signed out.

            JSON: the session, as whoami prints it, without the display name.
            """)

    @Option(help: ArgumentHelp("Your e-mail address.", valueName: "address"))
    var email: String

    @OptionGroup var password: PasswordOptions
    @OptionGroup var device: DeviceOptions
    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await common.run { command in
            let session = try await command.rollcall.signIn(
                email: email, password: try password.read(isNew: false),
                deviceLabel: device.label, platform: device.platform,
                appVersion: device.appVersion)
            try command.output.say(
                session.json(displayName: nil), text: "Signed in as \(session.email).")
        }
    }
}
