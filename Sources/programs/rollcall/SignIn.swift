import ArgumentParser
import RollcallAPI
import RollcallClient

struct SignIn: UserAction {
    static let name = "sign-in"
    static let abstract = "Sign in."
    static let discussion = """
        A session that this machine had before is signed out.

        JSON: the session, as whoami prints it, without the display name.
        """

    @Option(help: ArgumentHelp("Your e-mail address.", valueName: "address"))
    var email: String?

    @Option(
        help: ArgumentHelp("Your display name, instead of it.", valueName: "display-name"))
    var name: String?

    @OptionGroup var password: PasswordOptions
    @OptionGroup var device: DeviceOptions

    func validate() throws {
        guard (email == nil) != (name == nil) else {
            throw ValidationError("Say who you are: --email <address> or --name <display-name>.")
        }
    }

    func run(_ command: Command) async throws {
        let session = try await signIn(command.rollcall, try password.read(isNew: false))
        try command.output.say(
            session.json, text: "Signed in as \(session.email).")
    }

    private func signIn(_ rollcall: RollcallSession, _ password: String) async throws -> Session {
        if let name {
            return try await rollcall.signIn(
                displayName: name, password: password, deviceLabel: device.label,
                platform: device.platform, appVersion: device.appVersion)
        }
        return try await rollcall.signIn(
            email: email ?? "", password: password, deviceLabel: device.label,
            platform: device.platform, appVersion: device.appVersion)
    }
}

struct SignOut: UserAction {
    static let name = "sign-out"
    static let abstract = "Sign out."
    static let discussion = #"JSON: {"signed_out":true}"#

    func run(_ command: Command) async throws {
        try await command.rollcall.signOut()
        try command.output.say(["signed_out": true], text: "Signed out.")
    }
}
