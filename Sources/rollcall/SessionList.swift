import ArgumentParser
import RollcallAPI

struct SessionList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Show your sessions, the one used last first.",
        discussion: """
            JSON, for each: {"address_prefix","app_version","created_at_ms","device_label",\
            "expires_at_ms","is_current","last_used_at_ms","platform","session_id"}
            """)

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await common.run { command in
            for session in try await command.rollcall.sessions() {
                try command.output.say(session.listJSON, text: session.listText)
            }
        }
    }
}

extension Session {
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
