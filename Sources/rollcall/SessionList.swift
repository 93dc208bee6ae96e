import ArgumentParser
import RollcallAPI

struct SessionList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Show your sessions, the one used last first.",
        discussion: """
            The table names a session by the last part of its id, which session revoke accepts.

            JSON, for each: {"address_prefix","app_version","created_at_ms","device_label",\
            "expires_at_ms","is_current","last_used_at_ms","platform","session_id"}
            """)

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await common.run { command in
            try command.output.say(await command.rollcall.sessions())
        }
    }
}

extension Output {
    /// Says a list of sessions.
    func say(_ sessions: [Session]) throws {
        guard !isJSON else {
            for session in sessions { try say(session.listJSON, text: "") }
            return
        }
        let header = ["SESSION", "LAST USED (UTC)", "FROM", "DEVICE"]
        try write(TextTable(rows: [header] + sessions.map(\.row), flexible: [3, 2]))
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

    var listJSON: JSON { .object(listMembers) }

    var listMembers: [String: JSON] {
        [
            "session_id": .string(sessionID), "device_label": .string(deviceLabel),
            "platform": .string(platform), "app_version": .string(appVersion),
            "address_prefix": .string(addressPrefix), "created_at_ms": .number(createdAtMs),
            "last_used_at_ms": .number(lastUsedAtMs), "expires_at_ms": .number(expiresAtMs),
            "is_current": .bool(isCurrent),
        ]
    }

    /// One line, whatever the device was called: a thief may have chosen the label.
    var listText: String {
        let origin = addressPrefix.isEmpty ? "" : "from \(addressPrefix)"
        let parts = [deviceLabel, platform, appVersion, origin].filter { !$0.isEmpty }
        let line = (parts + ["last used \(lastUsedAtMs.timeText)"]).joined(separator: ", ")
        return "\(sessionID)  \(line)\(isCurrent ? " (this one)" : "")"
            .split(separator: "\n", omittingEmptySubsequences: false).joined(separator: #"\u{a}"#)
    }
}
