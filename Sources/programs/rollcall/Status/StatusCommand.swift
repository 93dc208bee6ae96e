import ArgumentParser

struct StatusCommand: UserAction {
    static let name = "status"
    static let abstract = "Show the state of the services."
    static let discussion = """
        Whether each can be reached and answers calls, what is wrong with it, its version and since \
        when it runs. An administrator who is signed in, and the operator at a service's unix \
        socket, are told the room on its disk, and how many mails and notices wait, too.

        The exit status is 0 if all is well, and 7 if not.

        JSON, for a service: {"endpoint","isServing","isWell","problem","resources","service",\
        "status"}, with "status" as rollcall.v1.GetStatusResponse and "resources" as \
        rollcall.v1.GetResourcesResponse; what is not known is null.
        """

    @Argument(help: "The services: auth, profile, presence; by default, all three.")
    var services: [ServerName] = []

    @Flag(
        name: .customLong("operator"),
        help: ArgumentHelp(
            "Call as the operator, through the services' unix sockets, without the token of a "
                + "session. The sockets are those of the systemd units, unless others are named."))
    var asOperator = false

    func run(_ command: Command) async throws {
        let names = services.isEmpty ? ServerName.allCases : services
        let all = try await command.reports(of: names, asOperator: asOperator)
        for report in all { try command.output.say(report.json, text: report.text) }
        guard all.allSatisfy(\.isWell) else { throw ExitCode(CommandStatus.tryLater.rawValue) }
    }
}

extension Command {
    /// How services are, in the order of the names.
    ///
    /// - Throws: `Failure`, when it is not clear where one is.
    func reports(of names: [ServerName], asOperator: Bool) async throws -> [ServerReport] {
        let servers = try names.map { name in
            let (endpoint, identity) = try caller(
                of: name, asOperator: asOperator, mayBeAway: true)
            return ObservedServer(
                name: name, endpoint: endpoint, tls: tls,
                session: identity == .operator ? nil : rollcall)
        }
        let reports = await withTaskGroup(of: (Int, ServerReport).self) { group in
            for (place, server) in servers.enumerated() {
                group.addTask { (place, await server.report()) }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        return servers.indices.compactMap { reports[$0] }
    }
}
