import ArgumentParser
import RollcallAPI

struct SignUp: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make an account, and sign in to it.",
        discussion: "JSON: the session, as whoami prints it.")

    @Option(help: ArgumentHelp("Your e-mail address.", valueName: "address"))
    var email: String

    @Option(
        help: ArgumentHelp(
            "What others see: 3 to 30 ASCII letters, digits, _ and .", valueName: "display-name"))
    var name: String

    @Option(
        help: ArgumentHelp(
            "The language of mails to you, such as de-AT; the deployment's own by default.",
            valueName: "tag"))
    var locale = ""

    @OptionGroup var password: PasswordOptions
    @OptionGroup var device: DeviceOptions
    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await common.run { command in
            let password = try password.read(isNew: true)
            let session = try await about(name) {
                try await command.rollcall.signUp(
                    email: email, password: password, displayName: name,
                    deviceLabel: device.label, platform: device.platform,
                    appVersion: device.appVersion, locale: locale)
            }
            try command.output.say(
                session.json(displayName: name), text: "Signed up and signed in as \(name).")
        }
    }
}
