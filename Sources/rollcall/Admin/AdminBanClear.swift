import ArgumentParser
import RollcallAPI

struct AdminBanClear: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear",
        abstract: "Lift the limits that refuse somebody.",
        discussion: #"JSON: {"cleared":true}"#)

    @Argument(help: "The ban, as admin ban list shows it.")
    var id: String?

    @Option(help: ArgumentHelp("What they sign in with.", valueName: "login"))
    var login: String?

    @Option(help: ArgumentHelp("The IP address that they come from.", valueName: "address"))
    var address: String?

    @OptionGroup var admin: AdminOptions

    func validate() throws {
        guard [id, login, address].compactMap(\.self).count == 1 else {
            throw ValidationError("Name one of these: a ban, --login and --address.")
        }
    }

    func run() async throws {
        try await admin.run { session in
            let key =
                id.map(ClearBanRequest.Key.banID) ?? login.map(ClearBanRequest.Key.login)
                ?? address.map(ClearBanRequest.Key.address)
            _ = try await about(id ?? login ?? address ?? "") {
                try await session.auth.clearBan(
                    ClearBanRequest(key: key), options: AdminSession.options)
            }
            try session.output.say(
                .object(["cleared": .bool(true)]),
                text: "The limits are lifted. They may try again.")
        }
    }
}
