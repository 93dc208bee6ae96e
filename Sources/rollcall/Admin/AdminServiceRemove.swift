import ArgumentParser
import RollcallAPI

struct AdminServiceRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Take a service's credential away.",
        discussion: #"Its tokens end within five minutes. JSON: {"name":"...","removed":true}"#)

    @Argument(help: "What it is called.")
    var name: String

    @OptionGroup var admin: AdminOptions

    func run() async throws {
        try await admin.run { session in
            _ = try await about(name) {
                try await session.auth.removeService(
                    RemoveServiceRequest(name: name), options: AdminSession.options)
            }
            try session.output.say(
                .object(["name": .string(name), "removed": .bool(true)]),
                text: "\(name) has no credential any more.")
        }
    }
}
