import ArgumentParser

struct EmailConfirm: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "confirm",
        abstract: "Change your address, and end your other sessions.",
        discussion: #"JSON: {"changed":true}"#)

    @Option(
        help: ArgumentHelp(
            "The eight digits that were mailed to the old address, if any were.",
            valueName: "digits"))
    var old = ""

    @Option(
        help: ArgumentHelp(
            "The eight digits that were mailed to the new address.", valueName: "digits"))
    var new: String

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await common.run { command in
            try await command.rollcall.confirmAddressChange(oldCode: old, newCode: new)
            try command.output.say(
                .object(["changed": .bool(true)]),
                text: "Your address was changed. Your other sessions have ended.")
        }
    }
}
