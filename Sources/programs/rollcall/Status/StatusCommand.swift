import ArgumentParser
import Glibc
import RollcallRPC

struct StatusCommand: UserAction {
    static let name = "status"
    static let abstract = "Show the state of the services and the door."
    static let discussion = """
        Whether each can be reached and answers calls, what is wrong with it, its version and since \
        when it runs. An administrator who is signed in, and the operator at a service's unix \
        socket, are told the room on its disk, and how many mails and notices wait, too. The door \
        is asked at /run/rollcall-web/socket, by root.

        The exit status is 0 if all is well, and 7 if not.

        JSON, for each: {"endpoint","isServing","isWell","problem","resources","service",\
        "status"}, with "status" as rollcall.v1.GetStatusResponse and "resources" as \
        rollcall.v1.GetResourcesResponse; what is not known is null.
        """

    @Argument(
        help: "The servers to ask; by default, the services, and the door (web) if it runs here.")
    var services: [ObservedName] = []

    @Flag(
        name: .customLong("operator"),
        help: ArgumentHelp(
            "Call as the operator, through the services' unix sockets, without the token of a "
                + "session. The sockets are those of the systemd units, unless others are named."))
    var asOperator = false

    func run(_ command: Command) async throws {
        let names = services.isEmpty ? command.observedServers : services
        let all = try await command.reports(of: names, asOperator: asOperator)
        for report in all { try command.output.say(report.json, text: report.text) }
        guard all.allSatisfy(\.isWell) else { throw ExitCode(CommandStatus.tryLater.rawValue) }
    }
}

extension Command {
    /// The services, and the door of their machine if it is this one.
    fileprivate var observedServers: [ObservedName] {
        ObservedName.allCases.filter {
            $0 != .web || endpoints.areUsual && access($0.usualSocket, F_OK) == 0
        }
    }

    /// How servers are, in the order of the names.
    ///
    /// - Throws: `Failure`, when it is not clear where one is.
    func reports(of names: [ObservedName], asOperator: Bool) async throws -> [ServerReport] {
        let servers = try names.map { name in
            guard let service = ServerName(rawValue: name.rawValue) else {
                return ObservedServer(
                    name: name, endpoint: .unix(path: name.usualSocket), tls: nil, session: nil)
            }
            let (endpoint, identity) = try caller(
                of: service, asOperator: asOperator, mayBeAway: true)
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
