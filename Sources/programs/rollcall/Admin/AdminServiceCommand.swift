import ArgumentParser
import RollcallAPI

struct AdminServiceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "service",
        abstract: "Services that have a credential.",
        discussion: """
            A service on another machine needs a credential. Services on this machine are known by \
            their group. Services with a certificate are known by rollcall-auth --trust-service.

            JSON, for a service: {"created_at_ms","last_used_at_ms","name"}; last_used_at_ms is null \
            for one that never was used.
            """,
        subcommands: [
            AdminServiceAdd.command, AdminServiceList.command, AdminServiceRemove.command,
        ])
}

struct AdminServiceList: AdminAction {
    static let name = "list"
    static let abstract = "List the services that have a credential."

    func run(_ session: AdminSession) async throws {
        try session.output.say(
            await session.auth.listServiceCredentials(ListServiceCredentialsRequest()).services)
    }
}

struct AdminServiceRemove: AdminAction {
    static let name = "remove"
    static let abstract = "Remove a service's credential."
    static let discussion =
        #"Its tokens end within five minutes. JSON: {"name":"...","removed":true}"#

    @Argument(help: "The name of the service.")
    var name: String

    var subject: String? { name }

    func run(_ session: AdminSession) async throws {
        _ = try await session.auth.removeService(RemoveServiceRequest(name: name))
        try session.output.say(
            ["name": name, "removed": true], text: "\(name) has no credential any more.")
    }
}

extension ServiceSummary: Listed {
    static var header: [String] { ["SERVICE", "ADDED", "USED"] }

    var row: [String] {
        [name, createdAtMs.timeText, lastUsedAtMs == 0 ? "never" : lastUsedAtMs.timeText]
    }

    package var json: JSON { json(optional: ["last_used_at_ms"]) }
}
