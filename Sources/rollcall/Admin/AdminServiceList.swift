import ArgumentParser
import RollcallAPI

struct AdminServiceList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the services that have a credential.")

    @OptionGroup var admin: AdminOptions

    func run() async throws {
        try await admin.run { session in
            try await session.sayPages(
                header: ["SERVICE", "ADDED", "USED"], row: \.row,
                json: { (service: ServiceSummary) in .object(service.members) }
            ) { _ in
                let response = try await session.auth.listServiceCredentials(
                    ListServiceCredentialsRequest(), options: AdminSession.options)
                return (response.services, "")
            }
        }
    }
}

extension ServiceSummary {
    var row: [String] {
        [name, createdAtMs.timeText, lastUsedAtMs == 0 ? "never" : lastUsedAtMs.timeText]
    }
}
