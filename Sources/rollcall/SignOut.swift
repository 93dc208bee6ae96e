import ArgumentParser

struct SignOut: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Sign out.", discussion: #"JSON: {"signed_out":true}"#)

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await common.run { command in
            try await command.rollcall.signOut()
            try command.output.say(.object(["signed_out": .bool(true)]), text: "Signed out.")
        }
    }
}
