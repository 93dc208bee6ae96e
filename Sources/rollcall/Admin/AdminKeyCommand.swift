import ArgumentParser
import RollcallAPI

struct AdminKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key",
        abstract: "The keys that tokens are signed with.",
        discussion: """
            JSON, for a key: {"created_at_ms","is_signing","key_id","retired_at_ms","signs_from_ms"}; \
            retired_at_ms is null for one that is not retired.
            """,
        subcommands: [AdminKeyList.self, AdminKeyRotate.self])
}

extension AdminSession {
    func say(_ keys: [SigningKeySummary]) async throws {
        try await sayPages(
            header: ["SIGNS FROM", "STATE", "KEY"], row: \.row, json: \SigningKeySummary.adminJSON
        ) { _ in (keys, "") }
    }
}

extension SigningKeySummary {
    var adminJSON: JSON {
        .object([
            "key_id": .string(keyID), "created_at_ms": .number(createdAtMs),
            "signs_from_ms": .number(signsFromMs), "is_signing": .bool(isSigning),
            "retired_at_ms": retiredAtMs == 0 ? .null : .number(retiredAtMs),
        ])
    }

    var row: [String] {
        [signsFromMs.timeText, isSigning ? "signs" : retiredAtMs == 0 ? "waits" : "retired", keyID]
    }
}
