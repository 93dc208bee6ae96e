import ArgumentParser

struct EmailSend: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Have a code mailed to you, to verify your address.",
        discussion: #"JSON: {"expires_at_ms"}, null when the address is verified."#)

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await common.run { command in
            let expiresAtMs = try await command.rollcall.sendVerification()
            try command.output.say(
                .object(["expires_at_ms": expiresAtMs.map(JSON.number) ?? .null]),
                text: expiresAtMs == nil
                    ? "Your address is verified already."
                    : "A mail is on its way. Then: rollcall email verify DIGITS")
        }
    }
}
