import ArgumentParser
import RollcallAPI

struct AdminKeyRotate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Have a new key sign from now on.",
        discussion: "Nobody is signed out by it. It prints the keys, as list does.")

    @Flag(
        help: ArgumentHelp(
            "Also refuse at once what the others have signed, as somebody else may have them: then "
                + "each client refreshes its access token."))
    var withdraw = false

    @OptionGroup var admin: AdminOptions

    func run() async throws {
        try await admin.run { session in
            let response = try await session.auth.rotateSigningKey(
                RotateSigningKeyRequest(withdrawOthers: withdraw), options: AdminSession.options)
            try await session.say(response.keys)
        }
    }
}
