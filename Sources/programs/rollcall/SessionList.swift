import RollcallAPI

struct SessionList: UserAction {
    static let name = "list"
    static let abstract = "Show your sessions, the last used first."
    static let discussion = """
        The table names a session by the last part of its id, which session revoke accepts.

        JSON: rollcall.v1.Session, for each, as rollcall rpc describe shows it.
        """

    func run(_ command: Command) async throws {
        let (sessions, output) = (try await command.rollcall.sessions(), command.output)
        guard !output.isJSON else {
            for session in sessions { try output.write(line: session.json.line()) }
            return
        }
        let header = ["SESSION", "LAST USED (UTC)", "FROM", "DEVICE"]
        try output.write(TextTable(rows: [header] + sessions.map(\.row), flexible: [3, 2]))
    }
}

extension Session {
    var row: [String] {
        let device = [deviceLabel, platform, appVersion].filter { !$0.isEmpty }
        return [
            shortID, isCurrent ? "now (this one)" : lastUsedAtMs.minuteText, addressPrefix,
            device.joined(separator: ", "),
        ]
    }

    /// The last part of the id. It is random, unlike the first parts, which are a time.
    var shortID: String { sessionID.split(separator: "-").last.map(String.init) ?? sessionID }

    /// One line, whatever the device was called: a thief may have chosen the label.
    var listText: String {
        let origin = addressPrefix.isEmpty ? "" : "from \(addressPrefix)"
        let parts = [deviceLabel, platform, appVersion, origin].filter { !$0.isEmpty }
        let line = (parts + ["last used \(lastUsedAtMs.timeText)"]).joined(separator: ", ")
        return "\(sessionID)  \(line)\(isCurrent ? " (this one)" : "")"
            .oneLine
    }
}
