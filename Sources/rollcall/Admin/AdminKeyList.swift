import ArgumentParser
import RollcallAPI

struct AdminKeyList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the keys, in the order in which they sign.")

    @OptionGroup var admin: AdminOptions

    func run() async throws {
        try await admin.run { session in
            let response = try await session.auth.listSigningKeys(
                ListSigningKeysRequest(), options: AdminSession.options)
            try await session.say(response.keys)
        }
    }
}
